use super::*;
use image::codecs::gif::GifEncoder;
use image::codecs::webp::WebPEncoder;
use image::metadata::Orientation;
use image::{Delay, Frame, ImageEncoder, Rgb, RgbImage, Rgba, RgbaImage};

/// The position of a camera, as it stands in the metadata of a photo: only its bytes matter here.
const PLACE: &[u8] = b"GPS 41.0082N 28.9784E";

const RED: Rgb<u8> = Rgb([250, 10, 10]);
const BLUE: Rgb<u8> = Rgb([10, 10, 250]);

/// A picture that is wider than high, red on the left and blue on the right.
fn picture() -> RgbImage {
    RgbImage::from_fn(64, 32, |x, _| if x < 32 { RED } else { BLUE })
}

/// Metadata (EXIF) with an orientation and a place.
fn metadata(orientation: Orientation) -> Vec<u8> {
    let mut exif = b"II*\0\x08\0\0\0\x01\0".to_vec();
    // Orientation, a 16-bit number.
    exif.extend([0x12, 0x01, 3, 0, 1, 0, 0, 0, orientation.to_exif(), 0, 0, 0]);
    exif.extend([0; 4]);
    exif.extend(PLACE);
    exif
}

fn jpeg(picture: &RgbImage, orientation: Orientation) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = JpegEncoder::new_with_quality(&mut bytes, 95);
    encoder.set_exif_metadata(metadata(orientation)).unwrap();
    picture.write_with_encoder(encoder).unwrap();
    bytes
}

fn png(picture: &DynamicImage) -> Vec<u8> {
    let mut bytes = Vec::new();
    picture.write_with_encoder(PngEncoder::new(&mut bytes)).unwrap();
    bytes
}

fn webp(picture: &DynamicImage) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = WebPEncoder::new_lossless(&mut bytes);
    encoder
        .set_exif_metadata(metadata(Orientation::NoTransforms))
        .unwrap();
    picture.write_with_encoder(encoder).unwrap();
    bytes
}

fn rewrite(file: &[u8], kind: FileKind) -> Result<RewrittenImage, ContentError> {
    InspectedImage::of(file, kind)?.rewrite(file, Duration::MAX)
}

fn decoded(file: &[u8], kind: FileKind) -> RgbImage {
    assert_eq!(FileKind::of(file), Some(kind));
    image::load_from_memory(file).unwrap().into_rgb8()
}

fn contains(bytes: &[u8], wanted: &[u8]) -> bool {
    bytes.windows(wanted.len()).any(|window| window == wanted)
}

fn is_near(one: Rgb<u8>, other: Rgb<u8>) -> bool {
    one.0
        .iter()
        .zip(other.0)
        .all(|(one, other)| one.abs_diff(other) < 12)
}

#[test]
fn metadata_are_gone_and_the_orientation_is_applied() {
    let file = jpeg(&picture(), Orientation::Rotate90);
    assert!(contains(&file, PLACE));
    let RewrittenImage {
        bytes: written,
        kind,
        dimensions,
    } = rewrite(&file, FileKind::Jpeg).unwrap();
    assert_eq!((kind, dimensions), (FileKind::Jpeg, (32, 64)));
    assert!(!contains(&written, PLACE) && !contains(&written, b"Exif"));
    let turned = decoded(&written, FileKind::Jpeg);
    assert_eq!(turned.dimensions(), (32, 64));
    // What was on the left is now at the top.
    assert!(is_near(*turned.get_pixel(16, 8), RED) && is_near(*turned.get_pixel(16, 56), BLUE));
}

#[test]
fn each_format_keeps_its_pixels() {
    let opaque = DynamicImage::ImageRgb8(picture());
    let transparent = DynamicImage::ImageRgba8(RgbaImage::from_pixel(8, 8, Rgba([9, 8, 7, 100])));
    let deep = DynamicImage::ImageRgb16(opaque.to_rgb16());
    for (file, from, to) in [
        (png(&opaque), FileKind::Png, FileKind::Png),
        (png(&transparent), FileKind::Png, FileKind::Png),
        (png(&deep), FileKind::Png, FileKind::Png),
        (png(&opaque.grayscale()), FileKind::Png, FileKind::Png),
        (webp(&opaque), FileKind::WebP, FileKind::Jpeg),
        (webp(&transparent), FileKind::WebP, FileKind::Png),
    ] {
        let RewrittenImage {
            bytes: written, kind, ..
        } = rewrite(&file, from).unwrap();
        assert_eq!(kind, to);
        let (before, after) = (decoded(&file, from), decoded(&written, to));
        assert_eq!(before.dimensions(), after.dimensions());
        for at in [(1, 1), (6, 6)] {
            assert!(is_near(
                *before.get_pixel(at.0, at.1),
                *after.get_pixel(at.0, at.1)
            ));
        }
        assert!(!contains(&written, PLACE));
    }
}

#[test]
fn an_animation_becomes_its_first_frame() {
    let mut file = Vec::new();
    let frame = |color: [u8; 4]| {
        let image = RgbaImage::from_pixel(16, 16, Rgba(color));
        Frame::from_parts(image, 0, 0, Delay::from_numer_denom_ms(100, 1))
    };
    GifEncoder::new(&mut file)
        .encode_frames([frame([250, 10, 10, 255]), frame([10, 10, 250, 255])])
        .unwrap();
    let RewrittenImage {
        bytes: written, kind, ..
    } = rewrite(&file, FileKind::Gif).unwrap();
    assert_eq!(kind, FileKind::Png);
    assert!(is_near(*decoded(&written, FileKind::Png).get_pixel(8, 8), RED));
}

#[test]
fn hidden_data_in_or_after_an_image_is_removed() {
    const SCRIPT: &[u8] = b"<script>alert(1)</script>PK\x03\x04";
    let mut png_with_archive = png(&DynamicImage::ImageRgb8(picture()));
    png_with_archive.extend(SCRIPT);
    let mut jpeg_with_archive = jpeg(&picture(), Orientation::NoTransforms);
    jpeg_with_archive.extend(SCRIPT);
    let mut gif_with_script = Vec::new();
    GifEncoder::new(&mut gif_with_script)
        .encode_frame(Frame::new(RgbaImage::new(8, 8)))
        .unwrap();
    // A comment, before the end of the file.
    let end = gif_with_script.len() - 1;
    let comment = [&[0x21, 0xFE, SCRIPT.len() as u8], SCRIPT, &[0]].concat();
    gif_with_script.splice(end..end, comment);
    for (file, kind) in [
        (png_with_archive, FileKind::Png),
        (jpeg_with_archive, FileKind::Jpeg),
        (gif_with_script, FileKind::Gif),
    ] {
        assert!(contains(&file, SCRIPT));
        let written = rewrite(&file, kind).unwrap().bytes;
        assert!(!contains(&written, SCRIPT), "{kind:?}");
    }
}

#[test]
fn a_small_file_that_claims_a_huge_image_is_refused_before_it_is_decoded() {
    let huge_png = with_png_size(&png(&DynamicImage::ImageRgb8(picture())), 60_000, 60_000);
    let mut huge_jpeg = jpeg(&picture(), Orientation::NoTransforms);
    // The frame header: marker, length, precision, height, width.
    let header = huge_jpeg
        .windows(2)
        .position(|marker| marker == [0xFF, 0xC0])
        .unwrap();
    huge_jpeg.splice(header + 5..header + 9, [0xFF; 4]);
    let mut huge_gif = Vec::new();
    GifEncoder::new(&mut huge_gif)
        .encode_frame(Frame::new(RgbaImage::new(8, 8)))
        .unwrap();
    huge_gif.splice(6..10, [0xFF; 4]);
    for (file, kind) in [
        (huge_png, FileKind::Png),
        (huge_jpeg, FileKind::Jpeg),
        (huge_gif, FileKind::Gif),
        (webp_with_huge_frame(), FileKind::WebP),
    ] {
        assert_eq!(
            rewrite(&file, kind).unwrap_err(),
            ContentError::TooManyPixels,
            "{kind:?}"
        );
    }
}

#[test]
fn the_memory_is_known_before_an_image_is_decoded() {
    const PIXELS: u64 = 64 * 32;
    let opaque = DynamicImage::ImageRgb8(picture());
    let deep = DynamicImage::ImageRgba16(opaque.to_rgba16());
    for (file, kind, memory) in [
        (png(&opaque), FileKind::Png, PIXELS * 6 + MAX_METADATA_BYTES),
        (png(&deep), FileKind::Png, PIXELS * 12 + MAX_METADATA_BYTES),
        (webp(&opaque), FileKind::WebP, PIXELS * 12 + MAX_METADATA_BYTES),
        (
            jpeg(&picture(), Orientation::Rotate90),
            FileKind::Jpeg,
            PIXELS * 6,
        ),
        (progressive(&picture()), FileKind::Jpeg, PIXELS * 9),
    ] {
        let needed = InspectedImage::of(&file, kind).map(InspectedImage::needed_memory);
        assert_eq!(needed, Ok(memory), "{kind:?}");
    }
    let huge = with_png_size(&png(&opaque), 8_000, 5_001);
    assert_eq!(
        InspectedImage::of(&huge, FileKind::Png),
        Err(ContentError::TooManyPixels)
    );
}

#[test]
fn a_jpeg_that_goes_over_its_pixels_too_often_is_refused_before_it_is_decoded() {
    let mut file = jpeg(&picture(), Orientation::NoTransforms);
    let end = file.len() - 2;
    let scan: &[u8] = &[0xFF, 0xDA, 0, 8, 1, 1, 0, 0, 63, 0];
    file.splice(end..end, scan.repeat(32));
    assert_eq!(
        InspectedImage::of(&file, FileKind::Jpeg),
        Err(ContentError::TooManyPixels)
    );
}

#[test]
fn an_image_that_takes_too_long_is_refused() {
    let opaque = DynamicImage::ImageRgb8(picture());
    for (file, kind) in [
        (png(&opaque), FileKind::Png),
        (webp(&opaque), FileKind::WebP),
        (jpeg(&picture(), Orientation::NoTransforms), FileKind::Jpeg),
    ] {
        let image = InspectedImage::of(&file, kind).unwrap();
        let rewritten = image.rewrite(&file, Duration::ZERO);
        assert_eq!(rewritten.unwrap_err(), ContentError::TooSlow, "{kind:?}");
    }
    // In the middle of what is written.
    let mut written = Written::new(Effort::of(Duration::ZERO));
    assert!(written.write_all(&[0; WRITTEN_PART - 1]).is_ok() && written.write_all(&[0]).is_err());
}

#[test]
fn an_image_with_too_much_detail_to_be_stored_is_refused() {
    // Noise in few colors is small with a palette, and large without: it is written without.
    let mut state = 1_u32;
    let mut noise = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    };
    let mut written = Written::new(Effort::of(Duration::MAX));
    written.bytes = vec![0; MAX_WRITTEN_BYTES - 1_000];
    let image = RgbImage::from_fn(100, 100, |_, _| Rgb([noise(), noise(), noise()]));
    let encoded = image.write_with_encoder(PngEncoder::new(&mut written));
    assert!(encoded.is_err() && written.bytes.len() <= MAX_WRITTEN_BYTES);
}

#[test]
fn undecodable_files_are_refused() {
    for (file, kind) in [
        (&b"\xFF\xD8\xFF\xE0"[..], FileKind::Jpeg),
        (b"\x89PNG\r\n\x1a\n", FileKind::Png),
        (b"RIFF\0\0\0\0WEBPVP8 ", FileKind::WebP),
        (b"GIF89a\x01\0\x01\0\0\0\0=alert(1)", FileKind::Gif),
    ] {
        assert_eq!(
            rewrite(file, kind).unwrap_err(),
            ContentError::Invalid,
            "{kind:?}"
        );
    }
    let mut damaged = png(&DynamicImage::ImageRgb8(picture()));
    damaged.truncate(damaged.len() / 2);
    assert_eq!(
        rewrite(&damaged, FileKind::Png).unwrap_err(),
        ContentError::Invalid
    );
}

/// A JPEG that says to be progressive. Its header says so; its pixels are not.
fn progressive(picture: &RgbImage) -> Vec<u8> {
    let mut file = jpeg(picture, Orientation::NoTransforms);
    let header = file.windows(2).position(|marker| marker == [0xFF, 0xC0]).unwrap();
    file[header + 1] = 0xC2;
    file
}

/// Replaces the size in a PNG file.
fn with_png_size(file: &[u8], width: u32, height: u32) -> Vec<u8> {
    /// The first chunk is IHDR: signature, length, name, then its content up to the checksum.
    const NAME: usize = 8 + 4;
    const CONTENT: usize = NAME + 4;
    const CHECKSUM: usize = CONTENT + 13;
    let mut file = file.to_vec();
    file[CONTENT..CONTENT + 4].copy_from_slice(&width.to_be_bytes());
    file[CONTENT + 4..CONTENT + 8].copy_from_slice(&height.to_be_bytes());
    let mut checksum = flate2::Crc::new();
    checksum.update(&file[NAME..CHECKSUM]);
    file[CHECKSUM..CHECKSUM + 4].copy_from_slice(&checksum.sum().to_be_bytes());
    file
}

/// A WebP file of one pixel whose frame claims to have 16,383 by 16,383.
fn webp_with_huge_frame() -> Vec<u8> {
    // The canvas is 1 by 1: each side is stored less one.
    let extended = [&b"VP8X"[..], &10_u32.to_le_bytes(), &[0; 10]].concat();
    let frame = [
        &[0x30, 0x01, 0x00, 0x9D, 0x01, 0x2A, 0xFF, 0x3F, 0xFF, 0x3F][..],
        &[0; 64],
    ]
    .concat();
    let length = (frame.len() as u32).to_le_bytes();
    let chunks = [&b"WEBP"[..], &extended, b"VP8 ", &length, &frame].concat();
    [&b"RIFF"[..], &(chunks.len() as u32).to_le_bytes(), &chunks].concat()
}
