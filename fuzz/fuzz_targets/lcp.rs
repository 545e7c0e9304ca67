//! `cargo +nightly fuzz run libfuzzer_lcp --features libfuzzer`: the target `lcp` with inputs that libFuzzer chooses.
#![no_main]

use fuzz::chance::Chance;
use fuzz::targets;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    targets::must_hold("lcp", Chance::of_bytes(data));
});
