//! What uploads may cost (docs/api.md#limits).

/// Most bytes of a file.
pub(crate) const MAX_FILE_BYTES: usize = 10 * 1024 * 1024;

/// The limits of uploads.
#[derive(Debug, Clone)]
pub struct UploadLimits {
    /// Uploads that may arrive or be processed at the same time.
    pub at_once: usize,
    /// The same for one address.
    pub at_once_per_address: usize,
    /// Files that a device may upload within an hour without a feedback that takes them.
    pub files_per_device: u32,
    /// Bytes of these files.
    pub bytes_per_device: u64,
    /// Bytes of all files that no feedback has taken, in all.
    pub unclaimed_bytes: u64,
    /// Memory for files that are decoded or on their way to the storage, in bytes.
    pub memory: u64,
}

impl Default for UploadLimits {
    fn default() -> Self {
        Self {
            at_once: 128,
            // Visitors of one company share an address.
            at_once_per_address: 16,
            files_per_device: 20,
            bytes_per_device: 50 * 1024 * 1024,
            unclaimed_bytes: 10 * 1024 * 1024 * 1024,
            memory: 512 * 1024 * 1024,
        }
    }
}
