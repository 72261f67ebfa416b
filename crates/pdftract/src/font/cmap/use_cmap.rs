//! Resolves `usecmap` names to the chain of ancestors that a CMap inherits from: at most eight, without cycles.

use std::collections::BTreeSet;
use std::sync::Arc;

/// The maximum number of ancestors of a CMap.
pub(crate) const MAX_ANCESTORS: usize = 8;

/// A CMap that may inherit from another by name.
pub(crate) trait Inherits {
    /// Returns the name of the parent.
    fn use_cmap(&self) -> Option<&[u8]>;
    /// Returns the ancestors that are already resolved, nearest first.
    fn ancestors(&self) -> &[Arc<Self>];
}

/// The result of resolving names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Inheritance {
    /// There are no ancestors, or all were found.
    Complete,
    /// An unknown name.
    Unresolved,
    /// The names form a cycle.
    Loop,
    /// More than [`MAX_ANCESTORS`].
    TooDeep,
}

/// Follows `name` from one CMap to the next; ancestors that a resolved CMap already has are used too. The result is
/// ordered nearest first.
pub(crate) fn follow<T: Inherits>(
    name: Option<&[u8]>,
    mut resolve: impl FnMut(&[u8]) -> Option<Arc<T>>,
) -> (Vec<Arc<T>>, Inheritance) {
    let mut line: Vec<Arc<T>> = Vec::new();
    let mut seen: BTreeSet<Vec<u8>> = BTreeSet::new();
    let mut wanted = name.map(<[u8]>::to_vec);
    while let Some(name) = wanted {
        if line.len() >= MAX_ANCESTORS {
            return (line, Inheritance::TooDeep);
        }
        let Some(found) = resolve(&name) else { return (line, Inheritance::Unresolved) };
        if !seen.insert(name) {
            return (line, Inheritance::Loop);
        }
        line.push(Arc::clone(&found));
        let room = MAX_ANCESTORS.saturating_sub(line.len());
        line.extend(found.ancestors().iter().take(room).cloned());
        if found.ancestors().len() > room {
            return (line, Inheritance::TooDeep);
        }
        wanted = match found.ancestors() {
            [] => found.use_cmap().map(<[u8]>::to_vec),
            _ => None,
        };
    }
    (line, Inheritance::Complete)
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Named {
        parent: Option<Vec<u8>>,
        ancestors: Vec<Arc<Named>>,
    }

    impl Inherits for Named {
        fn use_cmap(&self) -> Option<&[u8]> {
            self.parent.as_deref()
        }
        fn ancestors(&self) -> &[Arc<Self>] {
            &self.ancestors
        }
    }

    fn named(parent: Option<&[u8]>, ancestors: Vec<Arc<Named>>) -> Arc<Named> {
        Arc::new(Named { parent: parent.map(<[u8]>::to_vec), ancestors })
    }

    #[test]
    fn gr_8_usecmap_cycle() {
        let ring = |name: &[u8]| -> Option<Arc<Named>> {
            Some(named(Some(if name == b"A" { b"B" } else { b"A" }), Vec::new()))
        };
        let (line, inheritance) = follow(Some(b"A"), ring);
        assert_eq!((line.len(), inheritance), (2, Inheritance::Loop));
    }

    #[test]
    fn ten_thousand_long_lines_end_at_eight() {
        let mut n = 0;
        let (line, inheritance) = follow(Some(b"0"), |_: &[u8]| {
            n += 1;
            Some(named(Some(format!("{n}").as_bytes()), Vec::new()))
        });
        assert_eq!((line.len(), inheritance), (MAX_ANCESTORS, Inheritance::TooDeep));
        let deep = named(None, line);
        let (line, inheritance) = follow(Some(b"X"), |_: &[u8]| Some(Arc::clone(&deep)));
        assert_eq!((line.len(), inheritance), (MAX_ANCESTORS, Inheritance::TooDeep));
    }

    #[test]
    fn ends_where_nothing_is_found_or_wanted() {
        let (line, inheritance) = follow::<Named>(None, |_| None);
        assert_eq!((line.len(), inheritance), (0, Inheritance::Complete));
        let (line, inheritance) = follow::<Named>(Some(b"A"), |_| None);
        assert_eq!((line.len(), inheritance), (0, Inheritance::Unresolved));
    }
}
