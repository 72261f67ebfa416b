//! Writes the seeds of all targets below a folder, as cargo-fuzz wants them: `write_seeds fuzz/corpus`.

use std::path::PathBuf;

fn main() -> std::io::Result<()> {
    let folder = PathBuf::from(std::env::args_os().nth(1).unwrap_or_else(|| "fuzz/corpus".into()));
    for target in pdftract_fuzz::TARGETS {
        let folder = folder.join(target.name);
        std::fs::create_dir_all(&folder)?;
        for (number, seed) in pdftract_fuzz::seeds(target.name).iter().enumerate() {
            std::fs::write(folder.join(format!("seed-{number}")), seed)?;
        }
    }
    Ok(())
}
