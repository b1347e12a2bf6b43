//! Opens storage that speaks S3.

use super::address::FilesAddress;
use object_store::aws::AmazonS3Builder;
use object_store::{ClientOptions, ObjectStore, RetryConfig};
use std::sync::Arc;
use std::time::Duration;

/// In which a server of S3 must accept a connection, and send the next bytes, also while a file is sent to it: as long as the storage
/// may take for a file.
const CONNECT_LIMIT: Duration = Duration::from_secs(2);
const READ_LIMIT: Duration = Duration::from_secs(20);

/// How often a request to S3 is repeated when it fails, and for how long.
const RETRIES: usize = 2;
const RETRY_LIMIT: Duration = Duration::from_secs(5);

/// Opens the storage at an address. Returns it with what comes before the key of each file, with a slash at its end if it is not
/// empty. Whether the server responds is not tried.
///
/// # Errors
/// The address or the environment has a wrong setting.
pub(in crate::uploads) fn open(
    address: &FilesAddress,
) -> object_store::Result<(Arc<dyn ObjectStore>, String)> {
    let client = ClientOptions::new()
        .with_connect_timeout(CONNECT_LIMIT)
        .with_read_timeout(READ_LIMIT)
        // A visitor with a slow connection may take longer to read a file.
        .with_timeout_disabled()
        .with_allow_http(address.allow_http);
    let mut builder = AmazonS3Builder::from_env()
        .with_bucket_name(&address.bucket)
        .with_client_options(client)
        .with_retry(RetryConfig {
            max_retries: RETRIES,
            retry_timeout: RETRY_LIMIT,
            ..RetryConfig::default()
        });
    if let Some(region) = &address.region {
        builder = builder.with_region(region);
    }
    if let Some(endpoint) = &address.endpoint {
        builder = builder.with_endpoint(endpoint);
    }
    let prefix = match address.prefix.as_str() {
        "" => String::new(),
        prefix => format!("{prefix}/"),
    };
    Ok((Arc::new(builder.build()?), prefix))
}
