//! An allow-list of system calls: memory, threads, time, and the pipes that are open already.
//!
//! A call that is not on the list fails with `EPERM`; the process goes on, as the standard library falls back where it can.

use std::collections::BTreeMap;

use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
    TargetArch,
};

/// Calls with any arguments.
const ALLOWED: [libc::c_long; 37] = [
    // The pipes.
    libc::SYS_read,
    libc::SYS_write,
    libc::SYS_readv,
    libc::SYS_writev,
    libc::SYS_close,
    libc::SYS_ppoll,
    // Memory.
    libc::SYS_munmap,
    libc::SYS_mremap,
    libc::SYS_madvise,
    libc::SYS_brk,
    // Threads and signals.
    libc::SYS_futex,
    libc::SYS_sched_yield,
    libc::SYS_sched_getaffinity,
    libc::SYS_set_robust_list,
    libc::SYS_rseq,
    libc::SYS_gettid,
    libc::SYS_getpid,
    libc::SYS_tgkill,
    libc::SYS_rt_sigaction,
    libc::SYS_rt_sigprocmask,
    libc::SYS_rt_sigreturn,
    libc::SYS_sigaltstack,
    libc::SYS_restart_syscall,
    libc::SYS_membarrier,
    // Refused with another error by the first filter.
    libc::SYS_clone3,
    // Time and chance.
    libc::SYS_clock_gettime,
    libc::SYS_clock_getres,
    libc::SYS_clock_nanosleep,
    libc::SYS_nanosleep,
    libc::SYS_gettimeofday,
    libc::SYS_getrandom,
    libc::SYS_getrusage,
    libc::SYS_times,
    libc::SYS_uname,
    // The end.
    libc::SYS_exit,
    libc::SYS_exit_group,
    // Asked of pipes before they are read to their end.
    libc::SYS_lseek,
];

/// Installs the filters for this process and all its threads.
pub(super) fn restrict() -> Result<(), String> {
    let arch = TargetArch::try_from(std::env::consts::ARCH).map_err(|error| error.to_string())?;
    for filter in [clone3_is_unknown(arch)?, allow_list(arch)?] {
        seccompiler::apply_filter_all_threads(&filter).map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// The arguments of `clone3` are in memory, where a filter cannot see whether they request a thread or a process. The C
/// library uses `clone` for threads when the kernel does not know `clone3`.
fn clone3_is_unknown(arch: TargetArch) -> Result<BpfProgram, String> {
    let rules = BTreeMap::from([(libc::SYS_clone3, Vec::new())]);
    compile(rules, SeccompAction::Allow, SeccompAction::Errno(libc::ENOSYS.unsigned_abs()), arch)
}

fn allow_list(arch: TargetArch) -> Result<BpfProgram, String> {
    let mut rules: BTreeMap<i64, Vec<SeccompRule>> = ALLOWED.iter().map(|&call| (call, Vec::new())).collect();
    let thread = u64::from(libc::CLONE_THREAD.unsigned_abs());
    rules.insert(libc::SYS_clone, vec![argument(0, SeccompCmpOp::MaskedEq(thread), thread)?]);
    // No memory becomes code.
    let code = u64::from(libc::PROT_EXEC.unsigned_abs());
    for call in [libc::SYS_mmap, libc::SYS_mprotect] {
        rules.insert(call, vec![argument(2, SeccompCmpOp::MaskedEq(code), 0)?]);
    }
    // Limits may be read, not set.
    rules.insert(libc::SYS_prlimit64, vec![argument(2, SeccompCmpOp::Eq, 0)?]);
    compile(rules, SeccompAction::Errno(libc::EPERM.unsigned_abs()), SeccompAction::Allow, arch)
}

fn argument(index: u8, compare: SeccompCmpOp, value: u64) -> Result<SeccompRule, String> {
    let condition = SeccompCondition::new(index, SeccompCmpArgLen::Qword, compare, value);
    let rule = condition.and_then(|condition| SeccompRule::new(vec![condition]));
    rule.map_err(|error| error.to_string())
}

fn compile(
    rules: BTreeMap<i64, Vec<SeccompRule>>,
    otherwise: SeccompAction,
    listed: SeccompAction,
    arch: TargetArch,
) -> Result<BpfProgram, String> {
    let filter = SeccompFilter::new(rules, otherwise, listed, arch);
    filter.and_then(BpfProgram::try_from).map_err(|error| error.to_string())
}
