//! The address of storage that speaks S3 (docs/api.md#storage-of-files).

use base::this_machine::goes_unencrypted;
use std::str::FromStr;
use url::Url;

/// Where files are in storage that speaks S3. The credentials are not part of it: they come from the environment variables
/// of AWS, because other users of the machine can read command lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FilesAddress {
    pub(super) bucket: String,
    /// Path in the bucket, without slashes around it.
    pub(super) prefix: String,
    pub(super) region: Option<String>,
    /// Of a server other than that of AWS.
    pub(super) endpoint: Option<String>,
    pub(super) allow_http: bool,
}

/// A text is not the address of storage that speaks S3.
#[derive(Debug, thiserror::Error)]
#[error("an address such as s3://bucket/prefix?region=eu-central-1 is expected{reason}")]
pub struct FilesAddressError {
    reason: String,
}

impl FilesAddress {
    /// Returns whether files go to another machine without encryption.
    pub(crate) fn is_unencrypted(&self) -> bool {
        let endpoint = self
            .endpoint
            .as_deref()
            .and_then(|endpoint| Url::parse(endpoint).ok());
        endpoint.is_some_and(|endpoint| goes_unencrypted(&endpoint))
    }
}

impl FromStr for FilesAddress {
    type Err = FilesAddressError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wrong = |reason: String| FilesAddressError { reason };
        let url = Url::parse(text).map_err(|error| wrong(format!(": {error}")))?;
        if url.scheme() != "s3" {
            return Err(wrong(String::new()));
        }
        let bucket = url.host_str().unwrap_or_default();
        if bucket.is_empty() {
            return Err(wrong(": the name of the bucket is missing".into()));
        }
        if url.port().is_some() || !url.username().is_empty() || url.password().is_some() {
            let reason = ": credentials are set as AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, another server as `endpoint`";
            return Err(wrong(reason.into()));
        }
        let mut address = Self {
            bucket: bucket.to_owned(),
            prefix: url.path().trim_matches('/').to_owned(),
            region: None,
            endpoint: None,
            allow_http: false,
        };
        for (name, value) in url.query_pairs() {
            match (&*name, &*value) {
                ("region", region) => address.region = Some(region.to_owned()),
                ("endpoint", endpoint) => address.endpoint = Some(endpoint.to_owned()),
                ("allow_http", "true") => address.allow_http = true,
                ("allow_http", "false") => address.allow_http = false,
                ("allow_http", _) => return Err(wrong(": `allow_http` is `true` or `false`".into())),
                (name, _) => {
                    let known = "`region`, `endpoint` and `allow_http` are";
                    return Err(wrong(format!(": `{name}` is no setting; {known}")));
                }
            }
        }
        let endpoint = address.endpoint.as_deref();
        if endpoint.is_some_and(|endpoint| endpoint.starts_with("http://")) && !address.allow_http {
            let reason = ": the endpoint is not encrypted; `allow_http=true` allows that";
            return Err(wrong(reason.into()));
        }
        Ok(address)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_names_bucket_prefix_and_server() {
        assert_eq!(
            "s3://files/pulsen/uploads/?region=eu-central-1"
                .parse::<FilesAddress>()
                .unwrap(),
            FilesAddress {
                bucket: "files".into(),
                prefix: "pulsen/uploads".into(),
                region: Some("eu-central-1".into()),
                endpoint: None,
                allow_http: false,
            }
        );
        let address: FilesAddress = "s3://files?endpoint=http://127.0.0.1:9000&allow_http=true"
            .parse()
            .unwrap();
        assert_eq!(address.endpoint.as_deref(), Some("http://127.0.0.1:9000"));
        assert!(address.allow_http && address.prefix.is_empty());
        assert!(!address.is_unencrypted(), "on this machine");
        let elsewhere: FilesAddress = "s3://files?endpoint=http://minio:9000&allow_http=true"
            .parse()
            .unwrap();
        assert!(elsewhere.is_unencrypted());
    }

    #[test]
    fn a_wrong_address_is_refused_with_its_reason() {
        for (wrong, reason) in [
            ("files", "relative URL"),
            ("/var/files", "relative URL"),
            ("https://bucket.example", "s3://bucket/prefix"),
            ("s3:///prefix", "bucket is missing"),
            ("s3://key:secret@bucket", "AWS_ACCESS_KEY_ID"),
            ("s3://bucket?regoin=x", "`regoin` is no setting"),
            ("s3://bucket?allow_http=yes", "`true` or `false`"),
            ("s3://bucket?endpoint=http://127.0.0.1:9000", "not encrypted"),
        ] {
            let error = wrong.parse::<FilesAddress>().unwrap_err().to_string();
            assert!(error.contains(reason), "{wrong}: {error}");
            assert!(!error.contains("secret@"), "{error}");
        }
    }
}
