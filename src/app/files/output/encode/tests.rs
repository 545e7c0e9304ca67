//! Films are read again by others: by ffprobe where it is, else by the readers of the crates.

use super::*;
use std::process::Command;

/// The colour of a picture: so far apart that no coding with losses mixes them up.
fn shade(k: u64) -> [u8; 3] {
    [[220, 30, 30], [30, 200, 40], [40, 60, 220], [230, 220, 40]][(k % 4) as usize]
}

fn png(path: &Path, width: u32, height: u32, ink: [u8; 3]) {
    let file = File::create(path).expect("a file");
    let mut encoder = png::Encoder::new(file, width, height);
    encoder.set_color(png::ColorType::Rgb);
    // A corner that never changes.
    let pixel = |k: u32| if k % width < 4 && k / width < 4 { [0; 3] } else { ink };
    let pixels: Vec<u8> = (0..width * height).flat_map(pixel).collect();
    encoder.write_header().and_then(|mut w| w.write_image_data(&pixels)).expect("a picture");
}

fn work(count: u64, format: FilmFormat, name: &str) -> Work {
    let folder = std::env::temp_dir().join(format!("pegsim-encode-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    for k in 1..=count {
        // An odd height: the codecs want even ones.
        png(&folder.join(format!("frame-{k:05}.png")), 64, 47, shade(k));
    }
    let film = folder.join("film").with_extension(format.ending().unwrap_or("none"));
    Work { pictures: folder, count, rate: 30.0, format, film }
}

fn remove(work: &Work) {
    let _ = std::fs::remove_dir_all(&work.pictures);
}

fn near(seen: &[u8], wanted: [u8; 3]) -> bool {
    seen.iter().zip(wanted).all(|(a, b)| a.abs_diff(b) < 40)
}

#[test]
fn a_gif_has_every_picture_for_its_time() {
    let work = work(4, FilmFormat::Gif, "gif");
    let control = Control::default();
    encode(&work, &control).expect("a film");
    assert_eq!(control.done.load(Ordering::Relaxed), 4);
    let mut options = ::gif::DecodeOptions::new();
    options.set_color_output(::gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(File::open(&work.film).expect("there")).expect("a GIF");
    assert_eq!((decoder.width(), decoder.height()), (64, 47));
    let (mut seen, mut ticks) = (0, 0);
    while let Some(frame) = decoder.read_next_frame().expect("a picture") {
        seen += 1;
        assert!(near(&frame.buffer[4 * 40..][..3], shade(seen)), "{seen}");
        ticks += frame.delay;
    }
    assert_eq!((seen, ticks), (4, 13), "four thirtieths of a second");
    remove(&work);
}

#[test]
fn a_webp_has_every_picture_to_the_bit_for_its_time() {
    let work = work(7, FilmFormat::WebP, "webp");
    let control = Control::default();
    encode(&work, &control).expect("a film");
    assert_eq!(control.done.load(Ordering::Relaxed), 7);
    let file = BufReader::new(File::open(&work.film).expect("there"));
    let mut decoder = image_webp::WebPDecoder::new(file).expect("a WebP");
    assert!(decoder.is_animated() && decoder.loop_count() == image_webp::LoopCount::Forever);
    assert_eq!((decoder.dimensions(), decoder.num_frames()), ((64, 47), 7));
    let mut pixels = vec![0; decoder.output_buffer_size().expect("a size")];
    let channels = pixels.len() / (64 * 47);
    let mut time = 0;
    for k in 1..=7 {
        time += decoder.read_frame(&mut pixels).expect("a picture");
        for (place, pixel) in pixels.chunks_exact(channels).enumerate() {
            let wanted = if place % 64 < 4 && place / 64 < 4 { [0; 3] } else { shade(k) };
            assert_eq!(pixel[..3], wanted, "picture {k}, pixel {place}");
        }
    }
    assert_eq!(time, 233, "seven thirtieths of a second (ms)");
    remove(&work);
}

/// What ffprobe says of a film, in the order asked for; none where it is not installed.
fn probed(film: &Path, fields: &str) -> Option<Vec<String>> {
    let entries = format!("stream={fields}");
    let said = Command::new("ffprobe")
        .args(["-v", "error", "-count_frames", "-select_streams", "v:0", "-show_entries", &entries])
        .args(["-of", "default=noprint_wrappers=1"])
        .arg(film)
        .output()
        .ok()?;
    assert!(said.status.success(), "{}", String::from_utf8_lossy(&said.stderr));
    let text = String::from_utf8_lossy(&said.stdout).into_owned();
    let value = |field: &str| text.lines().find_map(|line| line.strip_prefix(&format!("{field}=")));
    Some(fields.split(',').map(|field| value(field).unwrap_or("none").to_owned()).collect())
}

#[test]
fn ffmpeg_makes_mp4_and_webm_where_it_is_there_and_says_with_what() {
    for (format, codecs) in
        [(FilmFormat::Video, &["h264", "mpeg4"][..]), (FilmFormat::WebM, &["vp9", "av1", "vp8"][..])]
    {
        let work = work(9, format, format.name());
        let made = encode(&work, &Control::default());
        if ffmpeg::find().is_none() {
            let said = made.expect_err("there is no ffmpeg");
            assert!(said.contains("install it") && said.contains(format.name()), "{said}");
            assert!(!work.film.exists() && work.pictures.join("frame-00009.png").exists());
            remove(&work);
            continue;
        }
        let with = made.expect("a film");
        assert!(with.contains("ffmpeg") && with.contains(", by "), "{with}");
        if let Some(said) = probed(&work.film, "codec_name,width,height,nb_read_frames,r_frame_rate") {
            assert!(codecs.contains(&said[0].as_str()), "{said:?}");
            assert_eq!(said[1..], ["64", "48", "9", "30/1"], "an even height");
        }
        // Read again into pictures.
        let again = work.pictures.join("again-%d.png");
        let read = Command::new("ffmpeg").args(["-v", "error", "-i"]).arg(&work.film).arg(&again).status();
        assert!(read.expect("ffmpeg is there").success());
        for k in 1..=9 {
            let pixels = png_pixels(&work.pictures.join(format!("again-{k}.png")));
            assert!(near(&pixels[3 * (64 * 20 + 40)..][..3], shade(k)), "picture {k} of {}", format.name());
        }
        remove(&work);
    }
}

fn png_pixels(path: &Path) -> Vec<u8> {
    let mut reader =
        png::Decoder::new(BufReader::new(File::open(path).expect("there"))).read_info().expect("a PNG");
    let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
    reader.next_frame(&mut pixels).expect("pixels");
    pixels
}

#[test]
fn what_is_cancelled_or_lacks_a_picture_leaves_no_film_and_harms_none_that_is_there() {
    let made_by_us = [FilmFormat::Gif, FilmFormat::WebP];
    let by_ffmpeg = [FilmFormat::Video, FilmFormat::WebM].into_iter().filter(|_| ffmpeg::find().is_some());
    for format in made_by_us.into_iter().chain(by_ffmpeg) {
        let cancelled = Control::default();
        cancelled.cancelled.store(true, Ordering::Relaxed);
        let one = work(2, format, &format!("cancelled {}", format.name()));
        assert_eq!(encode(&one, &cancelled).expect_err("cancelled"), "it was cancelled");
        assert!(!one.film.exists());
        // A film of the user's that was to be written over.
        std::fs::write(&one.film, "mine").expect("written");
        assert!(encode(&one, &cancelled).is_err());
        assert_eq!(std::fs::read_to_string(&one.film).ok().as_deref(), Some("mine"));
        let left = std::fs::read_dir(&one.pictures).expect("there").count();
        assert_eq!(left, 3, "two pictures and the film of before");
        remove(&one);
    }
    for format in made_by_us {
        let mut two = work(2, format, &format!("gone {}", format.name()));
        two.count = 3;
        let said = encode(&two, &Control::default()).expect_err("a picture is not there");
        assert!(said.contains("frame-00003.png"), "{said}");
        assert!(!two.film.exists());
        remove(&two);
    }
}

#[test]
fn pictures_of_two_sizes_are_no_webp() {
    let work = work(2, FilmFormat::WebP, "sizes");
    png(&work.pictures.join("frame-00002.png"), 32, 32, [9; 3]);
    let said = encode(&work, &Control::default()).expect_err("two sizes");
    assert!(said.contains("picture 2 is 32 × 32 and the first 64 × 47"), "{said}");
    remove(&work);
}
