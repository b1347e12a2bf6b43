//! Stands in for traces in a build without OTLP. None are ever started, so there is no value of this type.

use super::OTLP;
use crate::build_feature::LeftOut;
use tracing::Span;
use tracing_subscriber::layer::Identity;
use url::Url;

/// Sends traces: there is nothing that could.
pub enum Traces {}

impl Traces {
    /// Refuses to start.
    ///
    /// # Errors
    /// Always.
    pub fn start(_collector: &Url, _share: f64) -> Result<Self, LeftOut> {
        Err(OTLP.left_out())
    }

    /// Returns a part of the log that does nothing.
    pub fn layer(&self) -> Identity {
        match *self {}
    }

    /// Has nothing to send.
    pub fn finish(self) {
        match self {}
    }
}

/// Does nothing: no trace has this request.
pub fn describe_request(_span: &Span, _method: &str, _route: &str, _status: u16) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn left_out_traces_do_not_start() {
        let collector = Url::parse("http://127.0.0.1:4318/v1/traces").unwrap();
        let refused = Traces::start(&collector, 0.1).err().unwrap().to_string();
        assert_eq!(
            refused,
            "this pulsen was built without OTLP (Cargo feature `otlp`)"
        );
    }
}
