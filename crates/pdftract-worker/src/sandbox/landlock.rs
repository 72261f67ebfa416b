//! A Landlock rule set without rules: nothing that it covers is allowed.

use landlock::{ABI, Access, AccessFs, AccessNet, Ruleset, RulesetAttr, RulesetError, RulesetStatus, Scope};

use super::Layer;

/// The newest version that this was written for. Kernels with an older one enforce the part that they have.
const VERSION: ABI = ABI::V6;

/// Forbids all access to files, TCP ports, abstract sockets and other processes.
pub(super) fn restrict() -> Layer {
    match enforce() {
        Ok(RulesetStatus::FullyEnforced) => Layer::Active,
        Ok(RulesetStatus::PartiallyEnforced) => Layer::Partial("the kernel has an older version".into()),
        Ok(RulesetStatus::NotEnforced) => Layer::Missing("the kernel does not have it".into()),
        Err(error) => Layer::Missing(error.to_string()),
    }
}

fn enforce() -> Result<RulesetStatus, RulesetError> {
    let rules = Ruleset::default()
        .handle_access(AccessFs::from_all(VERSION))?
        .handle_access(AccessNet::from_all(VERSION))?
        .scope(Scope::from_all(VERSION))?;
    Ok(rules.create()?.restrict_self()?.ruleset)
}
