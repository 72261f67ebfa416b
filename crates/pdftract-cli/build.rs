//! Puts the command at a fixed address on Linux, so that it starts in half the time: at an address of chance, some 30,000
//! pointers in the renderer's tables would have to be set right first, each time. `PDFTRACT_PIE=1 cargo build` leaves the
//! address to chance, for those who want that as one more wall around the C library and the C code of libdeflate; pdftract
//! itself has no unsafe code.

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=PDFTRACT_PIE");
    let target = |part| env::var(format!("CARGO_CFG_TARGET_{part}")).unwrap_or_default();
    // A static command is linked in a way of its own, which `cargo build-static` chooses.
    let is_static = target("FEATURE").split(',').any(|feature| feature == "crt-static");
    let is_understood = target("OS") == "linux" && target("ENV") == "gnu" && !is_static;
    if is_understood && env::var_os("PDFTRACT_PIE").is_none() {
        println!("cargo::rustc-link-arg-bins=-no-pie");
    }
}
