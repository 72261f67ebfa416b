//! Links blocks that form one paragraph, within a page and across page ends, and carries list depths across page
//! ends.

use super::model::{Block, Joint, Page};
use crate::char_class::ends_in_hyphen;
use crate::language::script;
use crate::structure::Role;
use crate::structure::continuation::goes_on;
use crate::structure::list::Nesting;

/// Links two blocks of a page. `drops_hyphen` is `true` if the hyphen between them is dropped.
pub(crate) fn link(blocks: &mut [Block], before: usize, after: usize, drops_hyphen: bool) {
    let Some((head, tail)) = blocks.split_at_mut_checked(after) else { return };
    if let (Some(before), Some(after)) = (head.get_mut(before), tail.first_mut()) {
        join(before, after, drops_hyphen);
    }
}

fn join(before: &mut Block, after: &mut Block, drops_hyphen: bool) {
    before.goes_on = Some(joint(&before.text, &after.text, drops_hyphen));
    after.continues = Some(before.id.clone());
}

/// Returns the separator between two parts of a paragraph.
fn joint(before: &str, after: &str, drops_hyphen: bool) -> Joint {
    if ends_in_hyphen(before) && after.starts_with(char::is_lowercase) {
        return if drops_hyphen { Joint::DropHyphen } else { Joint::Nothing };
    }
    let around = (before.chars().next_back(), after.chars().next());
    let is_unspaced = matches!(around, (Some(last), Some(first)) if script::is_unspaced(last) && script::is_unspaced(first));
    if is_unspaced { Joint::Nothing } else { Joint::Space }
}

/// Links the paragraph at the end of a page with the one at the start of the next, and carries lists over.
pub(crate) fn over_page_end(before: &mut Page, page: &mut Page, is_divided: impl FnOnce(&str, &str) -> bool) {
    carry_lists(before, page);
    join_code(before, page);
    let (Some(end), Some(start)) = (before.open_end, page.open_start) else { return };
    if !goes_on(&end, &start) {
        return;
    }
    let pair = (before.blocks.get_mut(end.block as usize), page.blocks.get_mut(start.block as usize));
    if let (Some(last), Some(first)) = pair {
        let drops_hyphen = ends_in_hyphen(&last.text) && is_divided(&last.text, &first.text);
        join(last, first, drops_hyphen);
    }
}

/// The greatest factor between font sizes of the parts of a program.
const SAME_SIZE: f32 = 1.06;

/// Links code at the end of a page with code at the start of the next: separate programs have text between them.
fn join_code(before: &mut Page, page: &mut Page) {
    let last = before.blocks.iter_mut().rev().find(|block| is_main(block));
    let first = page.blocks.iter_mut().find(|block| !block.role.is_furniture());
    let (Some(last), Some(first)) = (last, first) else { return };
    let (a, b) = (size_of(last), size_of(first));
    if last.role == Role::Code && first.role == Role::Code && a.max(b) <= SAME_SIZE * a.min(b) {
        last.goes_on = Some(Joint::Line);
        first.continues = Some(last.id.clone());
    }
}

fn is_main(block: &Block) -> bool {
    !block.role.is_furniture() && block.role != Role::Footnote
}

/// Gives list items at the start of a page the depth that they have in the list of the previous page.
fn carry_lists(before: &Page, page: &mut Page) {
    let mut nesting = Nesting::default();
    for block in &before.blocks {
        follow(&mut nesting, block);
    }
    let ends_in_item =
        before.blocks.iter().rev().find(|block| is_main(block)).is_some_and(|block| block.list.is_some());
    if !ends_in_item {
        return;
    }
    for block in page.blocks.iter_mut().filter(|block| is_main(block)) {
        let size = size_of(block);
        let Some(list) = &mut block.list else { return };
        // Lists nested by the structure tree take their depth from it.
        if list.indent != 0.0 {
            list.depth = nesting.item(list.indent, size);
        }
    }
}

fn follow(nesting: &mut Nesting, block: &Block) {
    match &block.list {
        Some(list) => _ = nesting.item(list.indent, size_of(block)),
        None if block.role.is_furniture() || block.role == Role::Footnote => {}
        None => nesting.end(),
    }
}

fn size_of(block: &Block) -> f32 {
    block.lines.first().and_then(|line| line.spans.last()).map_or(10.0, |span| span.size)
}
