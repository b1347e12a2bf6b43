//! Typebot: a bot as it is exported. Each input is a page, with the bubbles before it.

mod blocks;
mod conditions;
mod texts;

use crate::draft::{Content, Draft, Item, Jump, Next, Page, Target};
use crate::node::Node;
use crate::report::Report;
use std::collections::HashMap;
use texts::Variables;

pub(crate) fn recognizes(bot: &Node<'_>) -> bool {
    let has_blocks = |group: &Node<'_>| group.get("blocks").is_some();
    bot.get("edges").is_some() && bot.items("groups").iter().any(has_blocks)
}

pub(crate) fn read(bot: &Node<'_>, report: &mut Report) -> Draft {
    let groups = bot.items("groups");
    let mut edges = HashMap::new();
    for edge in bot.items("edges") {
        if let (Some(id), Some(to)) = (edge.str("id"), edge.get("to")) {
            edges.insert(id.to_owned(), target_of(&to, &groups));
        }
    }
    let first_block = |group: &Node<'_>| {
        let first = group.items("blocks").first()?.str("id")?.to_owned();
        Some((group.str("id")?.to_owned(), first))
    };
    let variables = Variables::of(bot, &groups);
    let mut reader = Reader {
        edges,
        first_blocks: groups.iter().filter_map(first_block).collect(),
        variables: &variables,
        report,
        pages: Vec::new(),
        title: String::new(),
        current: Page::default(),
    };
    for group in &groups {
        reader.group(group);
    }
    let mut pages = reader.pages;
    // The page at which the bot starts comes first.
    let event = bot
        .items("events")
        .into_iter()
        .find(|event| event.str("type") == Some("start"));
    let start = event.and_then(|event| {
        event
            .str("outgoingEdgeId")
            .and_then(|edge| reader.edges.get(edge).cloned())
    });
    if let Some(Target::Page(name)) = start
        && let Some(at) = pages.iter().position(|page| page.name == name)
    {
        pages.swap(0, at);
    }
    Draft {
        name: bot.str("name").unwrap_or_default().to_owned(),
        pages,
        has_default_end: true,
        one_at_a_time: true,
        ..Draft::default()
    }
}

/// Returns the page that begins at a block; at a group's first block without one.
fn target_of(to: &Node<'_>, groups: &[Node<'_>]) -> Target {
    let group = to.str("groupId").unwrap_or_default();
    let block = to.str("blockId").map(str::to_owned).or_else(|| {
        let group = groups
            .iter()
            .find(|candidate| candidate.str("id") == Some(group))?;
        Some(group.items("blocks").first()?.str("id")?.to_owned())
    });
    Target::Page(block.unwrap_or_default())
}

struct Reader<'r> {
    /// Where each edge leads.
    edges: HashMap<String, Target>,
    /// The first block of each group.
    first_blocks: HashMap<String, String>,
    variables: &'r Variables,
    report: &'r mut Report,
    pages: Vec<Page>,
    /// The title of the group whose blocks are being read.
    title: String,
    /// The page whose blocks are being read.
    current: Page,
}

impl Reader<'_> {
    /// Reads a group: a page ends after an input, and where the bot decides.
    fn group(&mut self, group: &Node<'_>) {
        let blocks = group.items("blocks");
        self.title = crate::text::verbatim(group.str("title").unwrap_or_default());
        for (at, block) in blocks.iter().enumerate() {
            let id = block.str("id").unwrap_or_default();
            // Edges can lead into the middle of a group.
            let is_target = self
                .edges
                .values()
                .any(|target| *target == Target::Page(id.to_owned()));
            if at == 0 || is_target && !self.current.items.is_empty() {
                self.begin(block, id);
            }
            if self.current.name.is_empty() {
                self.begin(block, id);
            }
            let ends = self.block(block);
            let after = blocks.get(at + 1).and_then(|next| next.str("id"));
            let edge = block
                .str("outgoingEdgeId")
                .and_then(|edge| self.edges.get(edge).cloned());
            let next = edge.or_else(|| after.map(|after| Target::Page(after.to_owned())));
            let next = Next::To(next.unwrap_or(Target::End));
            if self.current.next == Next::Following {
                self.current.next = next;
            }
            let continues = !ends && block.str("outgoingEdgeId").is_none() && after.is_some();
            let splits = after.is_some_and(|after| {
                self.edges
                    .values()
                    .any(|target| *target == Target::Page(after.to_owned()))
            });
            if continues && !splits {
                self.current.next = Next::Following;
            } else {
                self.pages.push(std::mem::take(&mut self.current));
            }
        }
    }

    fn begin(&mut self, block: &Node<'_>, name: &str) {
        self.current = Page {
            name: name.to_owned(),
            pointer: block.pointer.clone(),
            ..Page::default()
        };
    }

    fn add(&mut self, block: &Node<'_>, content: Content) {
        self.current.items.push(Item::new(&block.pointer, content));
    }

    /// Adds a jump along an edge.
    fn jump(&mut self, node: &Node<'_>, when: Option<crate::condition::Condition>) {
        let edge = node
            .str("outgoingEdgeId")
            .and_then(|edge| self.edges.get(edge).cloned());
        if let Some(to) = edge {
            let pointer = node.pointer.clone();
            self.current.jumps.push(Jump { pointer, when, to });
        }
    }
}
