//! Options of what a build may leave out: refused as wrong values are, never ignored.

use super::Cli;
use super::hidden_values::hide_values;
use crate::build_features::{FEATURES, REDIS, S3};
use base::telemetry::OTLP;
use clap::{CommandFactory, Parser};
use store::POSTGRES;

#[test]
fn left_out_or_not_each_option_is_known() {
    for (feature, arguments) in [
        (
            OTLP,
            ["serve", "--otlp", "http://ann:geheim@127.0.0.1/v1/traces"].as_slice(),
        ),
        (POSTGRES, &["serve", "--database", "postgres://ann:geheim@db/x"]),
        (POSTGRES, &["vacuum", "--database", "postgres://ann:geheim@db/x"]),
        (
            POSTGRES,
            &["move", "--from", "data", "--to", "postgres://ann:geheim@db/x"],
        ),
        (REDIS, &["serve", "--redis", "redis://ann:geheim@cache"]),
        (S3, &["serve", "--files", "s3://geheim/prefix"]),
        (S3, &["move", "--from", "data", "--files", "s3://geheim/prefix"]),
    ] {
        let parsed = Cli::try_parse_from(["pulsen"].iter().chain(arguments));
        if feature.is_in {
            assert!(parsed.is_ok(), "{arguments:?}");
            continue;
        }
        let error = hide_values(parsed.unwrap_err(), Cli::command());
        assert_eq!(error.exit_code(), 2, "{arguments:?}");
        let text = error.to_string();
        assert!(text.contains(&feature.left_out().to_string()), "{text}");
        assert!(!text.contains("geheim"), "{text}");
    }
}

#[test]
fn left_out_or_not_each_feature_is_shown_once() {
    let version = Cli::command().render_long_version();
    for feature in FEATURES {
        assert_eq!(version.matches(feature.system).count(), 1, "{version}");
    }
    if FEATURES.iter().all(|feature| !feature.is_in) {
        assert!(
            version.contains("without OTLP, Parquet, PostgreSQL, Redis, S3"),
            "{version}"
        );
    }
}
