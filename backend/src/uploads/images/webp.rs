//! Checks what the decoder for WebP believes: it takes memory for a chunk or a frame before it has seen it.

use super::pixels::count_pixels;
use crate::uploads::content::ContentError;

/// `RIFF`, the size, `WEBP`.
const FILE_HEADER: usize = 12;

/// Name and size of a chunk.
const CHUNK_HEADER: usize = 8;

/// Position, size and duration of a frame of an animation. Its chunks follow.
const FRAME_HEADER: usize = 16;

/// The flags of a lossy frame. The start code and the sides follow.
const LOSSY_FLAGS: usize = 3;
const START_CODE: &[u8] = &[0x9D, 0x01, 0x2A];

/// Checks that each chunk of a file is in the file, and each lossy frame has a number of pixels that is accepted.
///
/// # Errors
/// A chunk claims to be larger than what follows, or a frame has too many pixels.
pub(super) fn check(file: &[u8]) -> Result<(), ContentError> {
    for chunk in chunks(file.get(FILE_HEADER..).unwrap_or_default()) {
        match chunk? {
            (b"VP8 ", frame) => check_lossy_frame(frame)?,
            (b"ANMF", frame) => {
                for chunk in chunks(frame.get(FRAME_HEADER..).unwrap_or_default()) {
                    if let (b"VP8 ", frame) = chunk? {
                        check_lossy_frame(frame)?;
                    }
                }
            }
            _ => {}
        }
    }
    Ok(())
}

type Chunk<'a> = (&'a [u8; 4], &'a [u8]);

/// Returns the chunks with their names; the last one is an error if it does not end in time.
fn chunks(mut bytes: &[u8]) -> impl Iterator<Item = Result<Chunk<'_>, ContentError>> {
    std::iter::from_fn(move || {
        let (name, rest) = bytes.split_first_chunk::<4>()?;
        let chunk = rest.split_first_chunk::<4>().and_then(|(size, rest)| {
            let size = usize::try_from(u32::from_le_bytes(*size)).ok()?;
            Some((name, rest.get(..size)?))
        });
        let Some((_, content)) = chunk else {
            bytes = &[];
            return Some(Err(ContentError::Invalid));
        };
        // Each chunk is filled up to an even length; the last one of a file may not be.
        let length = CHUNK_HEADER + content.len() + content.len() % 2;
        bytes = bytes.get(length..).unwrap_or_default();
        chunk.map(Ok)
    })
}

fn check_lossy_frame(frame: &[u8]) -> Result<(), ContentError> {
    let sides = frame
        .get(LOSSY_FLAGS..)
        .and_then(|frame| frame.strip_prefix(START_CODE));
    let Some(&[w0, w1, h0, h1, ..]) = sides else {
        return Err(ContentError::Invalid);
    };
    // The upper two bits say how to scale.
    let side = |low, high| u32::from(u16::from_le_bytes([low, high]) & 0x3FFF);
    count_pixels(side(w0, w1), side(h0, h1)).map(|_| ())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chunk(name: &[u8; 4], claimed: u32, content: &[u8]) -> Vec<u8> {
        let padding: &[u8] = if content.len() % 2 == 1 { &[0] } else { &[] };
        [name, &claimed.to_le_bytes()[..], content, padding].concat()
    }

    fn honest(name: &[u8; 4], content: &[u8]) -> Vec<u8> {
        chunk(name, u32::try_from(content.len()).unwrap(), content)
    }

    fn file(chunks: &[Vec<u8>]) -> Vec<u8> {
        [&b"RIFF\0\0\0\0WEBP"[..], &chunks.concat()].concat()
    }

    /// A lossy frame with sides of this many pixels, without its content.
    fn frame(side: u16) -> Vec<u8> {
        let [low, high] = side.to_le_bytes();
        [&[0; 3], START_CODE, &[low, high, low, high]].concat()
    }

    fn animated(frame: &[u8]) -> Vec<u8> {
        [&[0; FRAME_HEADER], frame].concat()
    }

    #[test]
    fn chunks_in_the_file_are_accepted() {
        for chunks in [
            vec![honest(b"VP8 ", &frame(64))],
            vec![
                honest(b"VP8X", &[0; 10]),
                honest(b"EXIF", &[0; 7]),
                honest(b"VP8L", &[0; 9]),
            ],
            vec![honest(b"ANMF", &animated(&honest(b"VP8 ", &frame(64))))],
        ] {
            assert_eq!(check(&file(&chunks)), Ok(()));
        }
        let mut unpadded = file(&[honest(b"VP8L", &[0; 9])]);
        unpadded.pop();
        assert_eq!(check(&unpadded), Ok(()));
    }

    #[test]
    fn chunks_that_claim_to_be_larger_than_the_file_are_refused() {
        let huge = chunk(b"EXIF", u32::MAX, &[0; 8]);
        for chunks in [
            vec![huge.clone()],
            vec![honest(b"VP8 ", &frame(64)), huge.clone()],
            vec![honest(b"ANMF", &animated(&huge))],
            vec![honest(b"VP8 ", &frame(64)), b"PK\x03\x04 an archive".to_vec()],
            vec![honest(b"VP8 ", b"no frame")],
        ] {
            assert_eq!(check(&file(&chunks)), Err(ContentError::Invalid));
        }
    }

    #[test]
    fn frames_with_too_many_pixels_are_refused() {
        let huge = honest(b"VP8 ", &frame(0x3FFF));
        for chunks in [vec![huge.clone()], vec![honest(b"ANMF", &animated(&huge))]] {
            assert_eq!(check(&file(&chunks)), Err(ContentError::TooManyPixels));
        }
    }
}
