//! Films as animated WebP (RFC 9649): all colours, without loss. Of each picture only the part that changed is written.

use super::{Control, Work, delay, picture};
use image_webp::{ColorType, WebPEncoder};
use std::fs::File;
use std::io::{BufWriter, Seek, SeekFrom, Write};
use std::path::Path;

/// Delays of a WebP are in thousandths of a second.
const TICKS: f64 = 1000.0;

/// Most pictures a second: browsers show what has ten thousandths or less for ten times as long.
pub const RATE: f64 = 60.0;

/// The longest delay that its 24 bits hold.
const LONGEST: u64 = (1 << 24) - 1;

/// Rows and columns that a picture has at most.
const LARGEST: u32 = 1 << 14;

/// Flags of the file: it is animated.
const ANIMATED: u8 = 0b10;

/// Flags of a picture: it is not mixed with the one before it, but takes its place.
const OVERWRITES: u8 = 0b10;

/// A part of a picture: columns and rows from where, and how many.
type Part = (u32, u32, u32, u32);

/// Writes the film.
///
/// # Errors
/// A clause with the reason.
pub fn encode(work: &Work, control: &Control, path: &Path) -> Result<(), String> {
    let failed = |error: std::io::Error| error.to_string();
    let (width, height, mut shown) = picture(work, 1)?;
    if width > LARGEST || height > LARGEST {
        return Err(tr!("film-webp-too-large", most = LARGEST, width = width, height = height));
    }
    let mut file = BufWriter::new(File::create(path).map_err(failed)?);
    let mut head = Vec::new();
    // The length is known at the end.
    head.extend(b"RIFF\0\0\0\0WEBP");
    let mut about = vec![ANIMATED, 0, 0, 0];
    about.extend(three(width - 1));
    about.extend(three(height - 1));
    chunk(&mut head, *b"VP8X", &about);
    // White behind it, round and round.
    chunk(&mut head, *b"ANIM", &[255, 255, 255, 255, 0, 0]);
    let mut length = head.len() as u64;
    file.write_all(&head).map_err(failed)?;
    for number in 1..=work.count {
        control.go_on()?;
        let mut part = (0, 0, width, height);
        if number > 1 {
            let (wide, high, pixels) = picture(work, number)?;
            if (wide, high) != (width, height) {
                return Err(tr!(
                    "film-webp-sizes",
                    number = number,
                    wide = wide,
                    high = high,
                    width = width,
                    height = height
                ));
            }
            part = changed(&shown, &pixels, width, height);
            shown = pixels;
        }
        let frame = frame(&cut(&shown, width, part), part, delay(work, number, TICKS))?;
        length += frame.len() as u64;
        file.write_all(&frame).map_err(failed)?;
        control.note(number);
    }
    let length = u32::try_from(length - 8).map_err(|_| tr!("film-webp-too-long").to_owned())?;
    file.seek(SeekFrom::Start(4)).map_err(failed)?;
    file.write_all(&length.to_le_bytes()).map_err(failed)?;
    file.flush().map_err(failed)
}

/// One picture, with how long it is shown (ms).
fn frame(pixels: &[u8], (x, y, wide, high): Part, delay: u64) -> Result<Vec<u8>, String> {
    let mut still = Vec::new();
    WebPEncoder::new(&mut still)
        .encode(pixels, wide, high, ColorType::Rgb8)
        .map_err(|error| error.to_string())?;
    // A still is a file of its own; its chunk begins behind the heading of the file.
    let coded = still
        .get(12..)
        .filter(|chunk| chunk.starts_with(b"VP8L"))
        .ok_or_else(|| tr!("film-webp-not-coded"))?;
    let mut body = Vec::with_capacity(coded.len() + 16);
    // Places count in twos.
    for number in [x / 2, y / 2, wide - 1, high - 1, delay.clamp(1, LONGEST) as u32] {
        body.extend(three(number));
    }
    body.push(OVERWRITES);
    body.extend_from_slice(coded);
    let mut frame = Vec::with_capacity(body.len() + 8);
    chunk(&mut frame, *b"ANMF", &body);
    Ok(frame)
}

/// The smallest part that has all that differs, its corner at even places; one pixel where nothing does.
fn changed(before: &[u8], after: &[u8], width: u32, height: u32) -> Part {
    let length = 4 * width as usize;
    let (mut left, mut right, mut top, mut bottom) = (width, 0, height, 0);
    for y in 0..height {
        let start = y as usize * length;
        let (old, new) = (&before[start..start + length], &after[start..start + length]);
        if old == new {
            continue;
        }
        let differs = |x: &u32| old[4 * *x as usize..][..4] != new[4 * *x as usize..][..4];
        left = (0..left).find(differs).unwrap_or(left);
        right = (right..width).rev().find(differs).map_or(right, |x| x + 1);
        (top, bottom) = (top.min(y), y + 1);
    }
    if bottom == 0 {
        return (0, 0, 1, 1);
    }
    let (left, top) = (left & !1, top & !1);
    (left, top, right - left, bottom - top)
}

/// Red, green and blue of a part of a picture.
fn cut(pixels: &[u8], width: u32, (x, y, wide, high): Part) -> Vec<u8> {
    let rows = (y..y + high).flat_map(|row| {
        let start = 4 * (row as usize * width as usize + x as usize);
        pixels[start..start + 4 * wide as usize].chunks_exact(4)
    });
    rows.flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect()
}

/// A chunk of the file: name, length, content, even length.
fn chunk(out: &mut Vec<u8>, name: [u8; 4], content: &[u8]) {
    out.extend(name);
    out.extend((content.len() as u32).to_le_bytes());
    out.extend_from_slice(content);
    if !content.len().is_multiple_of(2) {
        out.push(0);
    }
}

/// The lower 24 bits.
fn three(number: u32) -> [u8; 3] {
    let [a, b, c, _] = number.to_le_bytes();
    [a, b, c]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_changed_part_has_all_that_differs_and_begins_at_even_places() {
        let (width, height) = (9, 7);
        let before = vec![0_u8; 4 * 9 * 7];
        assert_eq!(changed(&before, &before, width, height), (0, 0, 1, 1));
        for (points, part) in [
            (vec![(3, 5)], (2, 4, 2, 2)),
            (vec![(8, 6)], (8, 6, 1, 1)),
            (vec![(5, 1), (1, 3)], (0, 0, 6, 4)),
            (vec![(0, 0), (8, 6)], (0, 0, 9, 7)),
        ] {
            let mut after = before.clone();
            for (x, y) in &points {
                after[4 * (y * 9 + x) + 1] = 200;
            }
            assert_eq!(changed(&before, &after, width, height), part, "{points:?}");
            let cut = cut(&after, width, part);
            assert_eq!(cut.iter().filter(|byte| **byte == 200).count(), points.len());
        }
    }
}
