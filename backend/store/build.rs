//! Tells cargo which files the store embeds besides its sources, so that it is rebuilt when they change.

fn main() {
    println!("cargo:rerun-if-changed=migrations");
}
