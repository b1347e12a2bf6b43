//! Writes images anew, so that nothing but their pixels is kept (docs/api.md#accepted-files).

mod pixels;
mod webp;

use super::content::{ContentError, FileKind};
use super::limits::MAX_FILE_BYTES;
use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::PngEncoder;
use image::{DynamicImage, ImageDecoder, ImageError, ImageFormat, ImageReader, Limits};
use pixels::count_pixels;
use std::io::{BufRead, Cursor, Error, Seek, Write};

/// Memory for a pixel while an image is decoded, turned and written. The most is needed for progressive JPEG (6 bytes of
/// coefficients and 3 of color) and for PNG with 16 bits (8 bytes, and 4 more for the 8 bits that are kept).
const BYTES_PER_PIXEL: u64 = 12;

/// Memory for what is in a file beside its pixels. Color profiles are compressed, so they can be far larger than the file.
const MAX_METADATA_BYTES: u64 = 16 * 1024 * 1024;

/// Most bytes of a written image. It may be larger than what was sent: PNG with a palette is written in full color.
const MAX_WRITTEN_BYTES: usize = 2 * MAX_FILE_BYTES;

/// Loses nothing that a person could see.
const JPEG_QUALITY: u8 = 90;

/// Returns how much memory it takes to write an image anew, in bytes.
///
/// # Errors
/// The image has too many pixels, or its headers cannot be read.
pub(super) fn needed_memory(file: impl BufRead + Seek, kind: FileKind) -> Result<u64, ContentError> {
    Ok(pixel_memory(file, kind)? + MAX_METADATA_BYTES)
}

/// An image that was written anew.
#[derive(Debug)]
pub(super) struct RewrittenImage {
    pub(super) bytes: Vec<u8>,
    pub(super) kind: FileKind,
    /// Width and height in pixels.
    pub(super) dimensions: (u32, u32),
}

/// Decodes an image, turns it as its metadata say, and encodes it without them.
///
/// # Errors
/// The image has too many pixels or too much detail, or cannot be decoded.
pub(super) fn rewrite(file: &[u8], kind: FileKind) -> Result<RewrittenImage, ContentError> {
    if kind == FileKind::WebP {
        webp::check(file)?;
    }
    let memory = pixel_memory(Cursor::new(file), kind)? + MAX_METADATA_BYTES;
    let mut decoder = decoder(Cursor::new(file), kind, memory)?;
    // An image with metadata that cannot be read is shown as it is.
    let orientation = decoder.orientation().ok();
    let mut image = DynamicImage::from_decoder(decoder).map_err(refuse)?;
    if let Some(orientation) = orientation {
        image.apply_orientation(orientation);
    }
    let image = with_eight_bits(image);
    let written_kind = match kind {
        FileKind::Jpeg => FileKind::Jpeg,
        FileKind::WebP if is_opaque(&image) => FileKind::Jpeg,
        _ => FileKind::Png,
    };
    let image = match written_kind {
        FileKind::Jpeg => without_alpha(image),
        _ => image,
    };
    let mut written = Written(Vec::new());
    let result = match written_kind {
        FileKind::Jpeg => image.write_with_encoder(JpegEncoder::new_with_quality(&mut written, JPEG_QUALITY)),
        _ => image.write_with_encoder(PngEncoder::new(&mut written)),
    };
    match result {
        Ok(()) => Ok(RewrittenImage {
            bytes: written.0,
            kind: written_kind,
            dimensions: (image.width(), image.height()),
        }),
        // Nothing else can go wrong with an image that has been decoded.
        Err(_) => Err(ContentError::TooManyPixels),
    }
}

/// Reads the size of an image, before anything is decoded: a file of a few bytes can claim any size.
fn pixel_memory(file: impl BufRead + Seek, kind: FileKind) -> Result<u64, ContentError> {
    let (width, height) = decoder(file, kind, MAX_METADATA_BYTES)?.dimensions();
    Ok(count_pixels(width, height)? * BYTES_PER_PIXEL)
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

/// A written image, of at most [`MAX_WRITTEN_BYTES`].
struct Written(Vec<u8>);

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> Result<usize, Error> {
        if self.0.len() + bytes.len() > MAX_WRITTEN_BYTES {
            return Err(Error::other("the image is too large"));
        }
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> Result<(), Error> {
        Ok(())
    }
}

#[cfg(test)]
mod tests;
