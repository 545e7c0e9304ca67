//! The file of records that a session grows: appended to, never changed, each record with its kind, length and check sum.
//!
//! ```text
//!   "pegsim recovery\n"   so that a text viewer says what it is
//!   for each record: kind u8, length u32, sum u64 (of kind and payload), payload
//! ```
//!
//! Records are known by their number in the file. What follows the length that the session's list names was being written
//! when the program ended, and is passed over.

use std::fs::{File, OpenOptions};
use std::io::{Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The first bytes of the file.
const MAGIC: &[u8] = b"pegsim recovery\n";
/// Bytes before a payload.
const HEAD: usize = 1 + 4 + 8;

/// What a record holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A scene, as JSON.
    Scene,
    /// Settings of steps, as JSON.
    Settings,
    /// A recorded step.
    Frame,
    /// Samples of the plots.
    Samples,
    /// The workbench at one moment.
    Moment,
}

impl Kind {
    const ALL: [Self; 5] = [Self::Scene, Self::Settings, Self::Frame, Self::Samples, Self::Moment];

    fn byte(self) -> u8 {
        match self {
            Self::Scene => 1,
            Self::Settings => 2,
            Self::Frame => 3,
            Self::Samples => 4,
            Self::Moment => 5,
        }
    }
}

/// A sum over bytes that tells damage (FNV-1a, 64 bits). It guards against torn and rotten files, not against people.
pub fn sum(seed: u64, bytes: &[u8]) -> u64 {
    const PRIME: u64 = 0x0000_0100_0000_01b3;
    let start = 0xcbf2_9ce4_8422_2325 ^ seed.wrapping_mul(PRIME);
    let (words, rest) = bytes.as_chunks::<8>();
    // Eight bytes at a time: recordings are hundreds of megabytes.
    let word = |sum: u64, word: u64| {
        let mixed = (sum ^ word).wrapping_mul(PRIME);
        mixed ^ (mixed >> 29)
    };
    let whole = words.iter().fold(start, |sum, bytes| word(sum, u64::from_le_bytes(*bytes)));
    let tail = rest.iter().fold(whole, |sum, byte| word(sum, u64::from(*byte)));
    word(tail, bytes.len() as u64)
}

/// A file that records are appended to.
#[derive(Debug)]
pub struct Writer {
    file: File,
    path: PathBuf,
    /// Bytes that are in the file for certain, or are on their way there.
    length: u64,
    records: u64,
    /// Not written yet.
    waiting: Vec<u8>,
}

impl Writer {
    /// A new file.
    ///
    /// # Errors
    /// What the system says; also where there is such a file.
    pub fn create(path: &Path) -> std::io::Result<Self> {
        let file = OpenOptions::new().write(true).create_new(true).open(path)?;
        let length = MAGIC.len() as u64;
        Ok(Self { file, path: path.to_path_buf(), length, records: 0, waiting: MAGIC.to_vec() })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Length with all that was appended (bytes).
    pub fn length(&self) -> u64 {
        self.length
    }

    /// Appends a record; returns its number. It is on disk after [`Self::flush`].
    ///
    /// # Errors
    /// A record that is too long, or what the system says.
    pub fn append(&mut self, kind: Kind, payload: &[u8]) -> std::io::Result<u64> {
        let length = u32::try_from(payload.len())
            .map_err(|_| std::io::Error::other(tr!("kept-part-takes-more-than-4")))?;
        self.waiting.push(kind.byte());
        self.waiting.extend(length.to_le_bytes());
        self.waiting.extend(sum(u64::from(kind.byte()), payload).to_le_bytes());
        self.waiting.extend_from_slice(payload);
        self.length += (HEAD + payload.len()) as u64;
        self.records += 1;
        // What waits is memory.
        if self.waiting.len() > 4 << 20 {
            self.write_out()?;
        }
        Ok(self.records - 1)
    }

    fn write_out(&mut self) -> std::io::Result<()> {
        self.file.write_all(&self.waiting)?;
        self.waiting.clear();
        Ok(())
    }

    /// Brings all to the disk.
    ///
    /// # Errors
    /// What the system says.
    pub fn flush(&mut self) -> std::io::Result<()> {
        self.write_out()?;
        self.file.sync_data()
    }

    /// After a failure: what may have been written of the last records is cut off, so that the file ends at a record.
    ///
    /// # Errors
    /// What the system says; the file is then of no more use.
    pub fn cut_back(&mut self, length: u64, records: u64) -> std::io::Result<()> {
        self.waiting.clear();
        self.file.set_len(length)?;
        self.file.seek(SeekFrom::Start(length))?;
        (self.length, self.records) = (length, records);
        Ok(())
    }

    /// Records so far.
    pub fn records(&self) -> u64 {
        self.records
    }
}

/// A file that was read whole.
#[derive(Debug)]
pub struct Records {
    bytes: Vec<u8>,
    /// Kind and place of each record.
    places: Vec<(Kind, usize, usize)>,
}

impl Records {
    /// Reads the first `length` bytes of a file.
    ///
    /// # Errors
    /// A sentence with what is wrong with it.
    pub fn read(path: &Path, length: u64) -> Result<Self, String> {
        use std::io::Read;
        let file = File::open(path).map_err(|error| error.to_string())?;
        let there = file.metadata().map_err(|error| error.to_string())?.len();
        if there < length {
            return Err(tr!("kept-bytes-missing", count = length - there));
        }
        let mut bytes = Vec::new();
        file.take(length).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
        let mut at = MAGIC.len();
        if !bytes.starts_with(MAGIC) {
            return Err(tr!("kept-does-not-begin-as-such").to_owned());
        }
        let mut places = Vec::new();
        while at < bytes.len() {
            let damaged = || tr!("kept-record-damaged", record = places.len() + 1);
            let head = bytes.get(at..at + HEAD).ok_or_else(damaged)?;
            let kind = Kind::ALL.into_iter().find(|kind| kind.byte() == head[0]).ok_or_else(damaged)?;
            let number = |from: usize, count: usize| {
                head[from..from + count].iter().rev().fold(0_u64, |n, byte| (n << 8) | u64::from(*byte))
            };
            let length = usize::try_from(number(1, 4)).map_err(|_| damaged())?;
            let start = at + HEAD;
            let payload =
                start.checked_add(length).and_then(|end| bytes.get(start..end)).ok_or_else(damaged)?;
            if sum(u64::from(head[0]), payload) != number(5, 8) {
                return Err(damaged());
            }
            places.push((kind, start, length));
            at = start + length;
        }
        Ok(Self { bytes, places })
    }

    /// The record of that number, if it is of that kind.
    ///
    /// # Errors
    /// A sentence where there is none.
    pub fn get(&self, kind: Kind, number: u64) -> Result<&[u8], String> {
        let place = usize::try_from(number).ok().and_then(|k| self.places.get(k));
        match place {
            Some(&(found, start, length)) if found == kind => Ok(&self.bytes[start..start + length]),
            _ => Err(tr!("kept-record-not-there-or-not", number = number)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Temporary(PathBuf);

    impl Drop for Temporary {
        fn drop(&mut self) {
            let _ = std::fs::remove_file(&self.0);
        }
    }

    fn written(name: &str) -> (Temporary, u64) {
        let path = std::env::temp_dir().join(format!("pegsim-store-{name}-{}", std::process::id()));
        let _ = std::fs::remove_file(&path);
        let mut writer = Writer::create(&path).expect("a new file");
        for k in 0..20_u8 {
            writer.append(Kind::ALL[usize::from(k) % 5], &vec![k; usize::from(k) * 3]).expect("appended");
        }
        writer.flush().expect("written");
        let length = writer.length();
        (Temporary(path), length)
    }

    #[test]
    fn records_come_back_and_what_follows_the_length_is_passed_over() {
        let (file, length) = written("back");
        let mut torn = OpenOptions::new().append(true).open(&file.0).expect("there");
        torn.write_all(&[3, 9, 9, 9]).expect("half a record");
        let records = Records::read(&file.0, length).expect("whole");
        for k in 0..20_u8 {
            let kind = Kind::ALL[usize::from(k) % 5];
            assert_eq!(records.get(kind, u64::from(k)), Ok(&vec![k; usize::from(k) * 3][..]));
        }
        assert!(records.get(Kind::Scene, 1).is_err() && records.get(Kind::Scene, 20).is_err());
        assert!(Records::read(&file.0, length + 4).is_err(), "half a record is no record");
        assert!(Records::read(&file.0, length + 40).expect_err("too short").contains("missing"));
    }

    #[test]
    fn a_changed_byte_is_noticed_wherever_it_is() {
        let (file, length) = written("changed");
        let bytes = std::fs::read(&file.0).expect("there");
        for at in (0..bytes.len()).step_by(7) {
            let mut other = bytes.clone();
            other[at] ^= 0x10;
            std::fs::write(&file.0, &other).expect("written");
            assert!(Records::read(&file.0, length).is_err(), "byte {at}");
        }
    }
}
