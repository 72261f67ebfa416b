//! See `pdftract_fuzz::TARGETS`.

#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| {
    if let Some(target) = pdftract_fuzz::target("document") {
        (target.body)(data);
    }
});
