//! Numbers and blocks of bytes that know their length: what both ends of a recording's numbers are made of.

/// Appends `block` after its length (u32 or u64, little-endian, as `L` is).
pub fn push_block<L: Length>(bytes: &mut Vec<u8>, block: &[u8]) -> Result<(), String> {
    L::push(bytes, block.len())?;
    bytes.extend_from_slice(block);
    Ok(())
}

/// Appends the bits of numbers, eight little-endian bytes each.
pub fn push_numbers(bytes: &mut Vec<u8>, numbers: impl IntoIterator<Item = f64>) {
    numbers.into_iter().for_each(|number| bytes.extend(number.to_bits().to_le_bytes()));
}

/// How many bytes say how long a block is.
pub trait Length {
    /// Appends a length.
    fn push(bytes: &mut Vec<u8>, length: usize) -> Result<(), String>;
    /// Reads one.
    fn take(reader: &mut Reader) -> Result<u64, String>;
}

impl Length for u32 {
    fn push(bytes: &mut Vec<u8>, length: usize) -> Result<(), String> {
        let length = Self::try_from(length).map_err(|_| "a step takes more than 4 GiB".to_owned())?;
        bytes.extend(length.to_le_bytes());
        Ok(())
    }

    fn take(reader: &mut Reader) -> Result<u64, String> {
        reader.array().map(|bytes| u64::from(Self::from_le_bytes(bytes)))
    }
}

impl Length for u64 {
    fn push(bytes: &mut Vec<u8>, length: usize) -> Result<(), String> {
        bytes.extend((length as Self).to_le_bytes());
        Ok(())
    }

    fn take(reader: &mut Reader) -> Result<u64, String> {
        reader.u64()
    }
}

/// What is left to be read. Every read says what is missing instead of reading beyond the end.
#[derive(Clone, Copy)]
pub struct Reader<'b>(pub &'b [u8]);

impl<'b> Reader<'b> {
    /// Whether nothing is left.
    pub fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    /// The next `length` bytes.
    pub fn take(&mut self, length: u64) -> Result<&'b [u8], String> {
        let split = usize::try_from(length).ok().and_then(|length| self.0.split_at_checked(length));
        let (taken, rest) =
            split.ok_or_else(|| format!("{} bytes are left where {length} should follow", self.0.len()))?;
        self.0 = rest;
        Ok(taken)
    }

    /// A block that follows its length.
    pub fn block<L: Length>(&mut self) -> Result<&'b [u8], String> {
        let length = L::take(self)?;
        self.take(length)
    }

    /// A whole number.
    pub fn u64(&mut self) -> Result<u64, String> {
        self.array().map(u64::from_le_bytes)
    }

    /// All that is left, as numbers in groups of `N`.
    pub fn groups<const N: usize>(self) -> Result<Vec<[f64; N]>, String> {
        let (numbers, rest) = self.0.as_chunks::<8>();
        let (groups, left) = numbers.as_chunks::<N>();
        if !rest.is_empty() || !left.is_empty() {
            return Err(format!("{} bytes are not groups of {N} numbers", self.0.len()));
        }
        Ok(groups.iter().map(|group| group.map(|bits| f64::from_bits(u64::from_le_bytes(bits)))).collect())
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], String> {
        let (taken, rest) = self
            .0
            .split_first_chunk::<N>()
            .ok_or_else(|| format!("{} bytes are left where {N} should follow", self.0.len()))?;
        self.0 = rest;
        Ok(*taken)
    }
}
