//! Writes images anew, so that nothing but their pixels is kept (docs/api.md#accepted-files).

use super::content::{ContentError, FileKind};
use super::limits::MAX_FILE_BYTES;
use image::codecs::jpeg::JpegEncoder;
use image::codecs::png::PngEncoder;
use image::{DynamicImage, ImageDecoder, ImageError, ImageFormat, ImageReader, Limits};
use std::io::{BufRead, Cursor, Error, Seek, Write};

/// Most pixels of an image: more than the cameras of almost all telephones make.
const MAX_PIXELS: u64 = 40_000_000;

/// Memory for a pixel while an image is decoded, turned and written. The most is needed for progressive JPEG (6 bytes of
/// coefficients and 3 of color) and for PNG with 16 bits (8 bytes, and 4 more for the 8 bits that are kept).
const BYTES_PER_PIXEL: u64 = 12;

/// Memory that a decoder may take by its own count.
const MAX_DECODER_BYTES: u64 = MAX_PIXELS * BYTES_PER_PIXEL;

/// Most bytes of a written image. It may be larger than what was sent: PNG with a palette is written in full color.
const MAX_WRITTEN_BYTES: usize = 2 * MAX_FILE_BYTES;

/// Loses nothing that a person could see.
const JPEG_QUALITY: u8 = 90;

/// Returns how much memory it takes to write an image anew, in bytes.
///
/// # Errors
/// The image has too many pixels, or its headers cannot be read.
pub(super) fn needed_memory(file: impl BufRead + Seek, kind: FileKind) -> Result<u64, ContentError> {
    let decoder = decoder(file, kind)?;
    let pixels = count_pixels(&decoder)?;
    Ok(pixels * BYTES_PER_PIXEL)
}

/// Decodes an image, turns it as its metadata say, and encodes it without them. Returns the new file and its kind.
///
/// # Errors
/// The image has too many pixels or too much detail, or cannot be decoded.
pub(super) fn rewrite(file: &[u8], kind: FileKind) -> Result<(Vec<u8>, FileKind), ContentError> {
    if kind == FileKind::WebP {
        check_webp_frames(file)?;
    }
    let mut decoder = decoder(Cursor::new(file), kind)?;
    count_pixels(&decoder)?;
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
        Ok(()) => Ok((written.0, written_kind)),
        // Nothing else can go wrong with an image that has been decoded.
        Err(_) => Err(ContentError::TooManyPixels),
    }
}

fn decoder<'a>(
    file: impl BufRead + Seek + 'a,
    kind: FileKind,
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
    limits.max_alloc = Some(MAX_DECODER_BYTES);
    reader.limits(limits);
    reader.into_decoder().map_err(refuse)
}

/// Counts before anything is decoded: a file of a few bytes can claim any size.
fn count_pixels(decoder: &impl ImageDecoder) -> Result<u64, ContentError> {
    let (width, height) = decoder.dimensions();
    check_pixels(width, height)
}

fn check_pixels(width: u32, height: u32) -> Result<u64, ContentError> {
    match u64::from(width) * u64::from(height) {
        0 => Err(ContentError::Invalid),
        pixels if pixels > MAX_PIXELS => Err(ContentError::TooManyPixels),
        pixels => Ok(pixels),
    }
}

/// Checks the sizes of all lossy frames of a WebP file. The decoder takes the memory for a frame before it notices that
/// the frame is larger than the image.
fn check_webp_frames(file: &[u8]) -> Result<(), ContentError> {
    const CHUNK: &[u8] = b"VP8 ";
    const START_CODE: &[u8] = &[0x9D, 0x01, 0x2A];
    /// Of the start code in a chunk: behind its name, its length and three bytes of flags.
    const START_CODE_AT: usize = 4 + 4 + 3;
    for (at, name) in file.windows(CHUNK.len()).enumerate() {
        if name != CHUNK {
            continue;
        }
        let frame = file.get(at + START_CODE_AT..).unwrap_or_default();
        if let Some(&[w0, w1, h0, h1, ..]) = frame.strip_prefix(START_CODE) {
            // The upper two bits say how to scale.
            let side = |low, high| u32::from(u16::from_le_bytes([low, high]) & 0x3FFF);
            check_pixels(side(w0, w1), side(h0, h1))?;
        }
    }
    Ok(())
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
