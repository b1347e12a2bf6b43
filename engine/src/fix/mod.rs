//! What mends a finding (docs/check.md#fixes).

#[cfg(feature = "native")]
mod apply;

#[cfg(feature = "native")]
pub use apply::apply_fixes;

/// The one obvious repair of a finding: a change of the document's JSON that changes nothing that its author means.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fix {
    /// Gives an object's member a value, as JSON text, whether it is there or not.
    Set { path: String, value: String },
    /// Gives an object's member another name, which no other value has.
    Rename { from: String, path: String },
    /// Removes a member of an object, or an item of a list.
    Remove { path: String },
}
