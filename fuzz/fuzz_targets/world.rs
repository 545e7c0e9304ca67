//! `cargo +nightly fuzz run libfuzzer_world --features libfuzzer`: the target `world` with inputs that libFuzzer chooses.
#![no_main]

use fuzz::chance::Chance;
use fuzz::targets;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    targets::must_hold("world", Chance::of_bytes(data));
});
