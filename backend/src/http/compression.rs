//! Which responses are compressed as they are sent.

use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, Predicate, SizeAbove};

/// Least bytes of a response that is compressed.
const LEAST_COMPRESSED: u64 = 1_024;

/// Compresses what fits into no single packet anyway. For less, preparing the encoder takes longer than sending.
pub(super) fn compression() -> CompressionLayer<impl Predicate> {
    CompressionLayer::new().compress_when(DefaultPredicate::new().and(SizeAbove::new(LEAST_COMPRESSED)))
}
