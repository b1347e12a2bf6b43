//! How a JPEG is built, told without decoding it: each scan goes over all pixels again, and takes a few bytes of the file.

use crate::uploads::content::ContentError;

/// Most scans. Programs write about ten.
const MAX_SCANS: u32 = 32;

/// Most pixels that all scans together go over: 12 scans of the largest image.
const MAX_SCANNED_PIXELS: u64 = 480_000_000;

/// Markers, which follow the byte 0xFF.
const START_OF_IMAGE: u8 = 0xD8;
const END_OF_IMAGE: u8 = 0xD9;
const START_OF_SCAN: u8 = 0xDA;
const PROGRESSIVE_FRAME: u8 = 0xC2;
const FRAMES: std::ops::RangeInclusive<u8> = 0xC0..=0xCF;

/// Markers in the range of frames that begin none: tables of Huffman codes, extensions, arithmetic coding.
const NO_FRAMES: [u8; 3] = [0xC4, 0xC8, 0xCC];

/// Where a frame says how many components its pixels have: after its length, precision, height and width.
const COMPONENTS: usize = 7;

/// How a JPEG is built.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Structure {
    scans: u32,
    is_progressive: bool,
    /// Values of a pixel: 1 for gray, 3 for color, 4 for print.
    components: u8,
}

impl Structure {
    /// Reads the segments of a file up to the end of its image.
    ///
    /// # Errors
    /// A segment claims to be longer than the file.
    pub(super) fn read(file: &[u8]) -> Result<Self, ContentError> {
        let mut structure = Self::default();
        let mut rest = file;
        while let Some((marker, after)) = next_marker(rest) {
            rest = after;
            if marker == END_OF_IMAGE {
                break;
            }
            if marker == START_OF_IMAGE {
                continue;
            }
            let segment = segment(rest)?;
            if marker == START_OF_SCAN {
                structure.scans = structure.scans.saturating_add(1);
            } else if FRAMES.contains(&marker) && !NO_FRAMES.contains(&marker) {
                structure.is_progressive |= marker == PROGRESSIVE_FRAME;
                let components = segment.get(COMPONENTS).copied().unwrap_or_default();
                structure.components = structure.components.max(components);
            }
            rest = rest.get(segment.len()..).unwrap_or_default();
        }
        Ok(structure)
    }

    /// Checks that decoding does not go over the pixels too often.
    pub(super) fn check_scans(&self, pixels: u64) -> Result<(), ContentError> {
        let scanned = pixels.saturating_mul(self.scans.into());
        if self.scans <= MAX_SCANS && scanned <= MAX_SCANNED_PIXELS {
            Ok(())
        } else {
            Err(ContentError::TooManyPixels)
        }
    }

    /// Returns the bytes that a decoder keeps of each pixel, beside its color, until it has seen all scans.
    pub(super) fn coefficient_bytes(&self) -> u64 {
        match self.is_progressive || self.scans > 1 {
            true => 2 * u64::from(self.components.clamp(1, 4)),
            false => 0,
        }
    }
}

/// Returns the next marker that begins a segment, begins an image or ends it, and what follows it. Within a scan, 0xFF is
/// followed by zero or by a number that helps to resume after an error.
fn next_marker(mut bytes: &[u8]) -> Option<(u8, &[u8])> {
    loop {
        let at = bytes.iter().position(|byte| *byte == 0xFF)?;
        bytes = bytes.get(at + 1..)?;
        match bytes.split_first()? {
            (0x00 | 0x01 | 0xD0..=0xD7, rest) => bytes = rest,
            // Filling. The next one may begin a marker.
            (0xFF, _) => {}
            (marker, rest) => return Some((*marker, rest)),
        }
    }
}

/// Returns the segment that begins with its length.
fn segment(bytes: &[u8]) -> Result<&[u8], ContentError> {
    let length = bytes.first_chunk().map(|length| u16::from_be_bytes(*length));
    let segment = length.and_then(|length| bytes.get(..length.max(2).into()));
    segment.ok_or(ContentError::Invalid)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marker(marker: u8, content: &[u8]) -> Vec<u8> {
        let length = u16::try_from(content.len() + 2).unwrap().to_be_bytes();
        [&[0xFF, marker], &length[..], content].concat()
    }

    fn file(parts: &[Vec<u8>]) -> Vec<u8> {
        [&[0xFF, START_OF_IMAGE][..], &parts.concat()].concat()
    }

    fn frame(kind: u8, components: u8) -> Vec<u8> {
        marker(kind, &[8, 0, 16, 0, 16, components])
    }

    fn scan(data: &[u8]) -> Vec<u8> {
        [&marker(START_OF_SCAN, &[1, 1, 0, 0, 63, 0])[..], data].concat()
    }

    fn end() -> Vec<u8> {
        vec![0xFF, END_OF_IMAGE]
    }

    #[test]
    fn scans_are_distinguished_from_similar_pages() {
        let thumbnail = marker(0xE1, &file(&[frame(0xC2, 3), scan(b""), scan(b"")]));
        let tables = marker(0xC4, &[0xFF, START_OF_SCAN, 0, 2]);
        // Escaped, a place to resume, filling.
        let data = [1, 0xFF, 0, START_OF_SCAN, 0xFF, 0xD3, 7, 0xFF];
        let video = scan(b"").repeat(100);
        for (parts, scans, is_progressive, components) in [
            (
                vec![thumbnail, frame(0xC0, 3), tables, scan(&data), end(), video],
                1,
                false,
                3,
            ),
            (vec![frame(0xC2, 4), scan(&data), scan(&data), end()], 2, true, 4),
            (vec![frame(0xC1, 1), scan(b"the end is missing")], 1, false, 1),
            (vec![end()], 0, false, 0),
        ] {
            let structure = Structure {
                scans,
                is_progressive,
                components,
            };
            assert_eq!(Structure::read(&file(&parts)), Ok(structure));
        }
        let too_long = [0xFF, START_OF_SCAN, 0xFF, 0xFF, 1];
        for broken in [&too_long[..], &too_long[..3]] {
            assert_eq!(
                Structure::read(&file(&[broken.to_vec()])),
                Err(ContentError::Invalid)
            );
        }
    }

    #[test]
    fn pixels_that_are_scanned_too_often_are_refused() {
        let structure = |scans| Structure {
            scans,
            is_progressive: true,
            components: 3,
        };
        for (scans, pixels, is_accepted) in [
            (10, 40_000_000, true),
            (12, 40_000_000, true),
            (13, 40_000_000, false),
            (32, 12_000_000, true),
            (33, 1, false),
        ] {
            let checked = structure(scans).check_scans(pixels);
            assert_eq!(checked.is_ok(), is_accepted, "{scans} scans of {pixels}");
        }
        assert_eq!(structure(1).coefficient_bytes(), 6);
    }
}
