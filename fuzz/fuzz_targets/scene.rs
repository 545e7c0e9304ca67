//! `cargo +nightly fuzz run libfuzzer_scene --features libfuzzer`: the target `scene` with inputs that libFuzzer chooses.
#![no_main]

use fuzz::chance::Chance;
use fuzz::targets;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    targets::must_hold("scene", Chance::of_bytes(data));
});
