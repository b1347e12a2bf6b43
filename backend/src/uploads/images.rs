//! Re-encodes images, so that nothing but their pixels is kept (docs/api.md#accepted-files).

mod effort;
mod jpeg;
mod pixels;
mod webp;

use super::content::{ContentError, FileKind};
use super::limits::MAX_FILE_BYTES;
use effort::{Effort, InParts};
use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::PngEncoder;
use image::{ColorType, DynamicImage, ImageDecoder, ImageError, ImageFormat, ImageReader, Limits};
use pixels::count_pixels;
use std::io::{BufRead, Cursor, Error, Seek, Write};
use std::time::Duration;

/// Memory for a pixel of WebP while it is decoded, turned and written, whichever of its forms it has.
const BYTES_PER_PIXEL_OF_WEBP: u64 = 12;

/// Memory for a pixel of GIF: a frame, and the image that it is drawn on.
const BYTES_PER_PIXEL_OF_GIF: u64 = 8;

/// Memory for what is in a file beside its pixels. Color profiles are compressed, so they can be far larger than the file;
/// not so in JPEG.
const MAX_METADATA_BYTES: u64 = 16 * 1024 * 1024;

/// Most bytes of a written image. It may be larger than what was sent: PNG with a palette is written in full color.
const MAX_WRITTEN_BYTES: usize = 2 * MAX_FILE_BYTES;

/// Bytes of a written image after which its time is looked at.
const WRITTEN_PART: usize = 64 * 1024;

/// Loses nothing that a person could see.
const JPEG_QUALITY: u8 = 90;

/// What is known of an image before it is decoded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct InspectedImage {
    kind: FileKind,
    /// In bytes, beside the file itself.
    memory: u64,
}

/// An image that was re-encoded.
#[derive(Debug)]
pub(super) struct RewrittenImage {
    pub(super) bytes: Vec<u8>,
    pub(super) kind: FileKind,
    /// Width and height in pixels.
    pub(super) dimensions: (u32, u32),
}

impl InspectedImage {
    /// Reads the headers of an image, before anything is decoded: a file of a few bytes can claim any size.
    ///
    /// # Errors
    /// The image has too many pixels, or goes over them too often, or its headers cannot be read.
    pub(super) fn of(file: &[u8], kind: FileKind) -> Result<Self, ContentError> {
        let decoder = decoder(Cursor::new(file), kind, MAX_METADATA_BYTES)?;
        let (width, height) = decoder.dimensions();
        let pixels = count_pixels(width, height)?;
        let decoded = decoder.total_bytes();
        let memory = match kind {
            FileKind::Jpeg => {
                let structure = jpeg::Structure::read(file)?;
                structure.check_scans(pixels)?;
                // What the scans say about the pixels is dropped before the image is turned, which makes a copy.
                decoded + decoded.max(pixels * structure.coefficient_bytes())
            }
            FileKind::WebP => pixels * BYTES_PER_PIXEL_OF_WEBP,
            FileKind::Gif => pixels * BYTES_PER_PIXEL_OF_GIF,
            // Cut to 8 bits, then turned: each makes a copy.
            _ if is_deep(decoder.color_type()) => decoded + decoded / 2,
            _ => 2 * decoded,
        };
        let metadata = if kind == FileKind::Jpeg {
            0
        } else {
            MAX_METADATA_BYTES
        };
        Ok(Self {
            kind,
            memory: memory + metadata,
        })
    }

    /// Returns how much memory it takes to re-encode the image, in bytes, beside what the file takes.
    pub(super) fn needed_memory(self) -> u64 {
        self.memory
    }

    /// Decodes the image, turns it as its metadata say, and encodes it without them.
    ///
    /// # Errors
    /// The image cannot be decoded, or has too much detail, or takes longer than `limit` of the processor.
    pub(super) fn rewrite(self, file: &[u8], limit: Duration) -> Result<RewrittenImage, ContentError> {
        if self.kind == FileKind::WebP {
            webp::check(file)?;
        }
        let effort = Effort::of(limit);
        let decoder = decoder(InParts::of(file, effort), self.kind, self.memory);
        // A decoder that got no more time says that the file is incomplete.
        effort.check()?;
        let mut decoder = decoder?;
        // An image with metadata that cannot be read is shown as it is.
        let orientation = decoder.orientation().ok();
        let decoded = DynamicImage::from_decoder(decoder);
        effort.check()?;
        let mut image = with_eight_bits(decoded.map_err(refuse)?);
        if let Some(orientation) = orientation {
            image.apply_orientation(orientation);
        }
        let written_kind = match self.kind {
            FileKind::Jpeg => FileKind::Jpeg,
            FileKind::WebP if is_opaque(&image) => FileKind::Jpeg,
            _ => FileKind::Png,
        };
        let image = match written_kind {
            FileKind::Jpeg => without_alpha(image),
            _ => image,
        };
        effort.check()?;
        let mut written = Written::new(effort);
        let result = match written_kind {
            FileKind::Jpeg => {
                image.write_with_encoder(JpegEncoder::new_with_quality(&mut written, JPEG_QUALITY))
            }
            _ => image.write_with_encoder(PngEncoder::new(&mut written)),
        };
        match result {
            Ok(()) => Ok(RewrittenImage {
                bytes: written.bytes,
                kind: written_kind,
                dimensions: (image.width(), image.height()),
            }),
            // Nothing else can go wrong with an image that has been decoded.
            Err(_) => Err(effort.check().err().unwrap_or(ContentError::TooManyPixels)),
        }
    }
}

fn decoder<'a>(
    file: impl BufRead + Seek + 'a,
    kind: FileKind,
    memory: u64,
) -> Result<impl ImageDecoder + 'a, ContentError> {
    let format = match kind {
        FileKind::Jpeg => ImageFormat::Jpeg,
        FileKind::Png => ImageFormat::Png,
        FileKind::WebP => ImageFormat::WebP,
        FileKind::Gif => ImageFormat::Gif,
        FileKind::Pdf => return Err(ContentError::Invalid),
    };
    let mut reader = ImageReader::with_format(file, format);
    let mut limits = Limits::default();
    limits.max_alloc = Some(memory);
    reader.limits(limits);
    reader.into_decoder().map_err(refuse)
}

/// Returns whether a color has more than 8 bits for each of its values.
fn is_deep(color: ColorType) -> bool {
    color.bytes_per_pixel() > color.channel_count()
}

fn with_eight_bits(image: DynamicImage) -> DynamicImage {
    match image {
        DynamicImage::ImageLuma16(_) => DynamicImage::ImageLuma8(image.into_luma8()),
        DynamicImage::ImageLumaA16(_) => DynamicImage::ImageLumaA8(image.into_luma_alpha8()),
        DynamicImage::ImageRgb16(_) | DynamicImage::ImageRgb32F(_) => {
            DynamicImage::ImageRgb8(image.into_rgb8())
        }
        DynamicImage::ImageRgba16(_) | DynamicImage::ImageRgba32F(_) => {
            DynamicImage::ImageRgba8(image.into_rgba8())
        }
        other => other,
    }
}

fn is_opaque(image: &DynamicImage) -> bool {
    match image {
        DynamicImage::ImageRgba8(image) => image.pixels().all(|pixel| pixel.0[3] == u8::MAX),
        DynamicImage::ImageLumaA8(image) => image.pixels().all(|pixel| pixel.0[1] == u8::MAX),
        _ => true,
    }
}

fn without_alpha(image: DynamicImage) -> DynamicImage {
    match image {
        DynamicImage::ImageLuma8(_) | DynamicImage::ImageRgb8(_) => image,
        DynamicImage::ImageLumaA8(_) => DynamicImage::ImageLuma8(image.into_luma8()),
        other => DynamicImage::ImageRgb8(other.into_rgb8()),
    }
}

fn refuse(error: ImageError) -> ContentError {
    match error {
        ImageError::Limits(_) => ContentError::TooManyPixels,
        _ => ContentError::Invalid,
    }
}

/// A written image, of at most [`MAX_WRITTEN_BYTES`], as long as it may take time.
struct Written {
    bytes: Vec<u8>,
    effort: Effort,
    /// Length at which the time is looked at again: some encoders write byte by byte.
    looks_at: usize,
}

impl Written {
    fn new(effort: Effort) -> Self {
        Self {
            bytes: Vec::new(),
            effort,
            looks_at: WRITTEN_PART,
        }
    }
}

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> Result<usize, Error> {
        if self.bytes.len() + bytes.len() > MAX_WRITTEN_BYTES {
            return Err(Error::other("the image is too large"));
        }
        self.bytes.extend_from_slice(bytes);
        if self.bytes.len() >= self.looks_at {
            self.looks_at = self.bytes.len() + WRITTEN_PART;
            if !self.effort.is_left() {
                return Err(std::io::ErrorKind::TimedOut.into());
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> Result<(), Error> {
        Ok(())
    }
}

#[cfg(test)]
mod tests;
