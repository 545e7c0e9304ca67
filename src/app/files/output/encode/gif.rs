//! Films as GIF: 256 colours, shown by every browser and every program for slides.

use super::{Control, Work, delay, picture};
use gif::{Encoder, Frame, Repeat};
use std::fs::File;
use std::io::BufWriter;
use std::path::Path;

/// How colours of a GIF are chosen: 1 is best and slowest, 30 fastest.
const SPEED: i32 = 10;

/// Delays of a GIF are in hundredths of a second.
const TICKS: f64 = 100.0;

/// Most pictures a second that programs show a GIF with: two hundredths are the least delay that they keep.
pub const RATE: f64 = 50.0;

/// Writes the film.
///
/// # Errors
/// A clause with the reason.
pub fn encode(work: &Work, control: &Control, path: &Path) -> Result<(), String> {
    let failed = |error: gif::EncodingError| error.to_string();
    let small = |size: u32| u16::try_from(size).map_err(|_| tr!("film-gif-too-large").to_owned());
    let (width, height, mut pixels) = picture(work, 1)?;
    let file = File::create(path).map_err(|error| error.to_string())?;
    let mut encoder =
        Encoder::new(BufWriter::new(file), small(width)?, small(height)?, &[]).map_err(failed)?;
    encoder.set_repeat(Repeat::Infinite).map_err(failed)?;
    for number in 1..=work.count {
        control.go_on()?;
        let (mut wide, mut high) = (width, height);
        if number > 1 {
            (wide, high, pixels) = picture(work, number)?;
        }
        let mut frame = Frame::from_rgba_speed(small(wide)?, small(high)?, &mut pixels, SPEED);
        frame.delay = delay(work, number, TICKS).clamp(2, u64::from(u16::MAX)) as u16;
        encoder.write_frame(&frame).map_err(failed)?;
        control.note(number);
    }
    Ok(())
}
