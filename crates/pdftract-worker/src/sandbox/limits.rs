//! Limits of the process, which no later code can raise again.

use rustix::io::Result;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

use crate::class::ProcessLimits;

/// Sets all of them.
pub(super) fn set(limits: &ProcessLimits) -> Result<()> {
    set_one(Resource::Core, 0)?;
    set_one(Resource::Cpu, limits.cpu_seconds)?;
    set_one(Resource::Nofile, limits.open_files)?;
    set_one(Resource::As, limits.memory_bytes)
}

/// Sets both the limit and the ceiling of the limit, never above what was inherited.
fn set_one(resource: Resource, value: u64) -> Result<()> {
    let inherited = getrlimit(resource).maximum.unwrap_or(u64::MAX);
    let value = Some(value.min(inherited));
    setrlimit(resource, Rlimit { current: value, maximum: value })
}
