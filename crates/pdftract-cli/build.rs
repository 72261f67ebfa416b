//! Links the command at a fixed address (non-PIE) on Linux, which halves its start-up time: otherwise some 30,000
//! pointers in the renderer's tables are relocated at every start. `PDFTRACT_PIE=1 cargo build` links a
//! position-independent executable, for address randomisation around the C library and libdeflate; pdftract
//! itself has no unsafe code.
//!
//! The unwinder of the C compiler is linked statically where its archive is installed: as a shared library it is loaded and asks
//! for the processor's features at every start, which takes a twelfth of that of a small file.

use std::env;
use std::path::Path;
use std::process::Command;

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
    if is_understood && has_static_unwinder() {
        println!("cargo::rustc-link-lib=static:-bundle=gcc_eh");
    }
}

/// Returns whether the C compiler that links has the archive of its unwinder. Compilers for other machines are not asked.
fn has_static_unwinder() -> bool {
    if env::var_os("HOST") != env::var_os("TARGET") {
        return false;
    }
    let linker = env::var_os("RUSTC_LINKER").unwrap_or_else(|| "cc".into());
    let asked = Command::new(linker).arg("-print-file-name=libgcc_eh.a").output();
    // A compiler repeats the name of a file that it does not find.
    let found = asked.ok().and_then(|output| String::from_utf8(output.stdout).ok());
    found.is_some_and(|path| Path::new(path.trim()).is_absolute())
}
