//! Tells cargo which files the binary embeds besides its sources, so that it is rebuilt when they change.

fn main() {
    // Debug builds read these from disk when they start; only a release build embeds them.
    if std::env::var("PROFILE").is_ok_and(|profile| profile == "release") {
        println!("cargo:rerun-if-changed=../widget/dist");
        println!("cargo:rerun-if-changed=../loader/dist");
        println!("cargo:rerun-if-changed=../console/dist");
    }
}
