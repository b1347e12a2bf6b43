//! Says what the binary embeds beside its sources, so that a change there builds it anew.

fn main() {
    println!("cargo:rerun-if-changed=migrations");
    // Debug builds read the pages from disk when they start; only a release build carries them.
    if std::env::var("PROFILE").is_ok_and(|profile| profile == "release") {
        println!("cargo:rerun-if-changed=../widget/dist");
        println!("cargo:rerun-if-changed=../loader/dist");
    }
}
