//! Links the command at a fixed address (non-PIE) on Linux, which halves its start-up time: otherwise some 30,000
//! pointers in the renderer's tables are relocated at every start. `PDFTRACT_PIE=1 cargo build` links a
//! position-independent executable, for address randomisation around the C library and libdeflate; pdftract
//! itself has no unsafe code.

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=PDFTRACT_PIE");
    let target = |part| env::var(format!("CARGO_CFG_TARGET_{part}")).unwrap_or_default();
    // `cargo build-static` sets its own linker options.
    let is_static = target("FEATURE").split(',').any(|feature| feature == "crt-static");
    let is_understood = target("OS") == "linux" && target("ENV") == "gnu" && !is_static;
    if is_understood && env::var_os("PDFTRACT_PIE").is_none() {
        println!("cargo::rustc-link-arg-bins=-no-pie");
    }
}
