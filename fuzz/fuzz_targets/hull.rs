//! `cargo +nightly fuzz run libfuzzer_hull --features libfuzzer`: the target `hull` with inputs that libFuzzer chooses.
#![no_main]

use fuzz::chance::Chance;
use fuzz::targets;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    targets::must_hold("hull", Chance::of_bytes(data));
});
