//! How long one image may take (docs/api.md#turns-of-uploads).

use crate::uploads::content::ContentError;
use std::fs;
use std::io::{self, BufRead, Read, Seek, SeekFrom};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// Bytes of a file that a decoder gets at once.
const PART: usize = 64 * 1024;

/// The time that an image may take of the processor, not of a clock: a busy machine makes no image slow.
#[derive(Debug, Clone, Copy)]
pub(super) struct Effort {
    /// By the clock of this thread.
    ends: Duration,
}

impl Effort {
    /// Begins now, on this thread.
    pub(super) fn of(limit: Duration) -> Self {
        Self {
            ends: taken().saturating_add(limit),
        }
    }

    /// Returns whether the image may take more.
    pub(super) fn is_left(self) -> bool {
        taken() < self.ends
    }

    /// Checks whether the image may take more.
    pub(super) fn check(self) -> Result<(), ContentError> {
        match self.is_left() {
            true => Ok(()),
            false => Err(ContentError::TooSlow),
        }
    }
}

/// What counts where the kernel does not say what a thread has taken of the processor.
static BEGINNING: LazyLock<Instant> = LazyLock::new(Instant::now);

/// Returns what this thread has taken of the processor.
fn taken() -> Duration {
    // Nanoseconds on the processor, those of waiting for it, and how often it got it.
    let statistics = fs::read_to_string("/proc/thread-self/schedstat").ok();
    let taken = statistics.and_then(|text| text.split_ascii_whitespace().next()?.parse().ok());
    taken.map_or_else(|| BEGINNING.elapsed(), Duration::from_nanos)
}

/// A file that a decoder gets in parts, as long as it may take time.
#[derive(Debug)]
pub(super) struct InParts<'a> {
    file: io::Cursor<&'a [u8]>,
    effort: Effort,
}

impl<'a> InParts<'a> {
    pub(super) fn of(file: &'a [u8], effort: Effort) -> Self {
        Self {
            file: io::Cursor::new(file),
            effort,
        }
    }
}

impl Read for InParts<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = buffer.len().min(PART);
        if !self.effort.is_left() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        self.file.read(buffer.get_mut(..length).unwrap_or_default())
    }
}

impl BufRead for InParts<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if !self.effort.is_left() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        let rest = self.file.fill_buf()?;
        Ok(rest.get(..PART).unwrap_or(rest))
    }

    fn consume(&mut self, length: usize) {
        self.file.consume(length);
    }
}

impl Seek for InParts<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file.seek(to)
    }
}
