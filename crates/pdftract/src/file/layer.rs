//! Optional content: the layers of a file and their visibility (ISO 32000-1, 8.11).

use std::collections::HashSet;

use serde::Serialize;

use super::File;
use super::object::{Array, Dict, ObjectId};
use super::tree_walk::Guard;

/// A layer.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Layer {
    /// The object of the optional content group.
    #[serde(skip)]
    pub id: ObjectId,
    /// The name.
    pub name: String,
    /// `true` if it is visible when the file is opened.
    pub visible: bool,
}

/// The state of all layers in the default configuration.
#[derive(Debug, Clone, Default)]
pub struct LayerState {
    off: HashSet<ObjectId>,
}

impl LayerState {
    /// Returns `true` if a group is visible.
    pub fn is_visible(&self, group: ObjectId) -> bool {
        !self.off.contains(&group)
    }

    /// Returns `true` if content marked with this group or membership dictionary is visible.
    pub fn shows(&self, content: &Dict<'_>) -> bool {
        if !content.name_is(b"Type", b"OCMD") {
            return content.id().is_none_or(|id| self.is_visible(id));
        }
        if let Some(expression) = content.array(b"VE") {
            return self.evaluate(expression);
        }
        let groups: Vec<bool> = match content.get(b"OCGs").as_array() {
            Some(array) => {
                array.iter_raw().filter_map(|group| group.id()).map(|id| self.is_visible(id)).collect()
            }
            None => content.reference(b"OCGs").map(|id| self.is_visible(id)).into_iter().collect(),
        };
        match content.get(b"P").as_name() {
            _ if groups.is_empty() => true,
            Some(b"AllOn") => groups.iter().all(|&on| on),
            Some(b"AnyOff") => groups.iter().any(|&on| !on),
            Some(b"AllOff") => groups.iter().all(|&on| !on),
            _ => groups.iter().any(|&on| on),
        }
    }

    /// Evaluates a visibility expression, with an explicit stack instead of recursion.
    fn evaluate(&self, expression: Array<'_>) -> bool {
        let Some(outermost) = Operator::open(expression) else { return true };
        let mut stack = vec![outermost];
        for _ in 0..MAX_EXPRESSION_STEPS {
            let depth = stack.len();
            let Some(top) = stack.last_mut() else { return true };
            if top.next < top.operands.len() {
                let operand = top.operands.raw(top.next);
                top.next += 1;
                match operand.resolve().as_array().and_then(Operator::open) {
                    Some(inner) if depth < MAX_EXPRESSION_DEPTH => stack.push(inner),
                    Some(_) => {}
                    None => top.take(operand.id().is_none_or(|id| self.is_visible(id))),
                }
                continue;
            }
            let value = top.value;
            stack.pop();
            match stack.last_mut() {
                Some(parent) => parent.take(value),
                None => return value,
            }
        }
        true
    }
}

/// The maximum number of steps; real expressions have a handful of operands.
const MAX_EXPRESSION_STEPS: usize = 10_000;
const MAX_EXPRESSION_DEPTH: usize = 32;

/// An operator such as `[/And a b …]` that is being evaluated.
struct Operator<'f> {
    operands: Array<'f>,
    next: usize,
    kind: Kind,
    value: bool,
}

impl<'f> Operator<'f> {
    fn open(operands: Array<'f>) -> Option<Self> {
        let kind = Kind::detect(&operands)?;
        Some(Self { operands, next: 1, kind, value: !matches!(kind, Kind::Or) })
    }

    fn take(&mut self, operand: bool) {
        self.value = match self.kind {
            Kind::And => self.value && operand,
            Kind::Or => self.value || operand,
            Kind::Not => !operand,
        };
    }
}

#[derive(Clone, Copy)]
enum Kind {
    And,
    Or,
    Not,
}

impl Kind {
    fn detect(array: &Array<'_>) -> Option<Self> {
        match array.get(0).as_name()? {
            b"And" => Some(Self::And),
            b"Or" => Some(Self::Or),
            b"Not" => Some(Self::Not),
            _ => None,
        }
    }
}

impl File {
    fn layer_properties(&self) -> Option<Dict<'_>> {
        self.catalog()?.dict(b"OCProperties")
    }

    /// Returns the visibility of layers when the file is opened.
    pub fn layer_state(&self) -> LayerState {
        let Some(properties) = self.layer_properties() else { return LayerState::default() };
        let Some(config) = properties.dict(b"D") else { return LayerState::default() };
        let ids = |dict: &Dict<'_>, key: &[u8]| -> Vec<ObjectId> {
            let list = dict.array(key);
            list.iter()
                .flat_map(|array| array.iter_raw().filter_map(|group| group.id()).collect::<Vec<_>>())
                .collect()
        };
        let mut off: HashSet<ObjectId> = HashSet::new();
        if config.name_is(b"BaseState", b"OFF") {
            off.extend(ids(&properties, b"OCGs"));
            ids(&config, b"ON").iter().for_each(|id| {
                off.remove(id);
            });
        }
        off.extend(ids(&config, b"OFF"));
        LayerState { off }
    }

    /// Returns all layers with their names and visibility.
    pub fn layers(&self) -> Vec<Layer> {
        let state = self.layer_state();
        let groups = self.layer_properties().and_then(|properties| properties.array(b"OCGs"));
        let Some(groups) = groups else { return Vec::new() };
        let mut guard = Guard::new(self, "list of layers");
        let mut layers = Vec::new();
        for group in groups.iter() {
            let Some(dict) = group.as_dict().filter(|dict| guard.enter(dict, 0)) else { continue };
            let Some(id) = dict.id() else { continue };
            let name = dict.text(b"Name").unwrap_or_default();
            layers.push(Layer { id, name, visible: state.is_visible(id) });
        }
        layers
    }
}
