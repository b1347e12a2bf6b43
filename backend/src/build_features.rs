//! What is in this build (docs/deploy.md#smaller-builds). Each feature replaces one module by an `absent.rs` beside it; no other code
//! depends on them.

use base::build_feature::BuildFeature;
use base::telemetry::OTLP;
use store::POSTGRES;

/// Exports as Parquet.
pub(crate) const PARQUET: BuildFeature = BuildFeature {
    system: "Parquet",
    name: "parquet",
    is_in: cfg!(feature = "parquet"),
};

/// A Redis that several servers share.
pub(crate) const REDIS: BuildFeature = BuildFeature {
    system: "Redis",
    name: "redis",
    is_in: cfg!(feature = "redis"),
};

/// Storage for files that speaks S3.
pub(crate) const S3: BuildFeature = BuildFeature {
    system: "S3",
    name: "s3",
    is_in: cfg!(feature = "s3"),
};

/// All that a build may leave out.
pub(crate) const FEATURES: [BuildFeature; 5] = [OTLP, PARQUET, POSTGRES, REDIS, S3];

/// Says what is in this build, and what it leaves out.
pub(crate) fn summary() -> String {
    let names = |is_in: bool| {
        let features = FEATURES.iter().filter(|feature| feature.is_in == is_in);
        features
            .map(|feature| feature.system)
            .collect::<Vec<_>>()
            .join(", ")
    };
    match (names(true), names(false)) {
        (present, absent) if absent.is_empty() => format!("with {present}"),
        (present, absent) if present.is_empty() => format!("without {absent}"),
        (present, absent) => format!("with {present}; without {absent}"),
    }
}
