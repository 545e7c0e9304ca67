//! Where an input comes from: a stream of random numbers, or the bytes of a coverage-guided fuzzer.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// A source of choices.
pub enum Chance {
    /// Random numbers.
    Stream(Box<ChaCha8Rng>),
    /// Bytes that somebody chose, then zeros.
    Bytes(Vec<u8>, usize),
}

impl Chance {
    /// The choices of input number `index` of a target.
    pub fn of_index(target: &str, seed: u64, index: u64) -> Self {
        // FNV-1a: targets with the same seed have nothing in common.
        let name = target
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325_u64, |h, b| (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3));
        let mut key = [0; 32];
        key[..8].copy_from_slice(&name.to_le_bytes());
        key[8..16].copy_from_slice(&seed.to_le_bytes());
        key[16..24].copy_from_slice(&index.to_le_bytes());
        Self::Stream(Box::new(ChaCha8Rng::from_seed(key)))
    }

    /// Choices that follow bytes.
    pub fn of_bytes(bytes: &[u8]) -> Self {
        Self::Bytes(bytes.to_vec(), 0)
    }

    /// Any number of 64 bits.
    pub fn bits(&mut self) -> u64 {
        match self {
            Self::Stream(stream) => stream.next_u64(),
            Self::Bytes(bytes, at) => {
                let mut word = [0; 8];
                let left = bytes.get(*at..).unwrap_or_default();
                let n = left.len().min(8);
                word[..n].copy_from_slice(&left[..n]);
                *at += n;
                u64::from_le_bytes(word)
            }
        }
    }

    /// A number below `n`, which is at least one.
    pub fn below(&mut self, n: usize) -> usize {
        (self.bits() % n.max(1) as u64) as usize
    }

    /// True once in `n` times.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// Uniform in 0..1.
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Uniform in low..high.
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }

    /// A size between two powers of ten, every decade as often as another.
    pub fn decades(&mut self, low: f64, high: f64) -> f64 {
        10.0_f64.powf(self.between(low, high))
    }

    /// One of a list.
    pub fn pick<'a, T: ?Sized>(&mut self, list: &[&'a T]) -> &'a T {
        list[self.below(list.len())]
    }

    /// A number that programs stumble over, or a usual one.
    pub fn number(&mut self) -> f64 {
        const NASTY: [f64; 24] = [
            0.0,
            -0.0,
            1.0,
            -1.0,
            0.5,
            2.0,
            1e-3,
            1e3,
            1e6,
            -1e6,
            1e-9,
            1e9,
            1e-300,
            1e300,
            5e-324,
            1e-12,
            1e5,
            1e7,
            1e18,
            1e-6,
            f64::MAX,
            f64::MIN_POSITIVE,
            f64::EPSILON,
            1.000_000_000_000_000_2,
        ];
        match self.below(8) {
            0 | 1 => NASTY[self.below(NASTY.len())],
            2 => self.decades(-12.0, 7.0),
            3 => -self.decades(-12.0, 7.0),
            4 => self.below(100) as f64,
            5 => f64::from_bits(self.bits()),
            _ => self.between(-2.0, 2.0),
        }
    }

    /// A point of the cube −1..1.
    pub fn vector(&mut self) -> [f64; 3] {
        [self.between(-1.0, 1.0), self.between(-1.0, 1.0), self.between(-1.0, 1.0)]
    }

    /// A unit quaternion (w, x, y, z); in the plane about z.
    pub fn turn(&mut self, plane: bool) -> [f64; 4] {
        let mut q = [
            self.between(-1.0, 1.0),
            self.between(-1.0, 1.0),
            self.between(-1.0, 1.0),
            self.between(-1.0, 1.0),
        ];
        if plane {
            (q[1], q[2]) = (0.0, 0.0);
        }
        let length = q.iter().map(|c| c * c).sum::<f64>().sqrt();
        if length > 1e-3 { q.map(|c| c / length) } else { [1.0, 0.0, 0.0, 0.0] }
    }
}
