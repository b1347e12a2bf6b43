//! Random patterns of the portable grammar, texts that they match or nearly match, and a reference matcher.

pub(crate) mod alphabet;
pub(crate) mod corpus;
pub(crate) mod grow;
pub(crate) mod node;
pub(crate) mod reference;
pub(crate) mod seeds;
pub(crate) mod texts;
