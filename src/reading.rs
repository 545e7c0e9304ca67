//! Reading a file that a user named: a regular file, of a size that can be held.
//!
//! A device has no end, a pipe may never begin, and a file can be larger than the machine. Whatever a user names is looked at
//! first, and no more of it is read than [`Kind::most`] bytes, or than the environment variable [`LIMIT`] says.

use std::fs::File;
use std::io::Read;
use std::path::Path;
use thiserror::Error;

/// The environment variable that says how many MiB (2²⁰ bytes) of a file are read at most, of whatever kind it is.
pub const LIMIT: &str = "PEGSIM_MAX_FILE";

/// A MiB (bytes).
const MIB: u64 = 1 << 20;

/// What a file should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kind {
    /// Its name in a sentence, with the ending of its files.
    pub name: &'static str,
    /// How large it may be (bytes).
    pub most: u64,
}

/// A scene: a body takes about 200 bytes, so that a million bodies pass.
pub const SCENE: Kind = Kind { name: "a scene file (.ron)", most: 256 * MIB };
/// A lesson.
pub const LESSON: Kind = Kind { name: "a lesson (.ron)", most: 4 * MIB };
/// A robot of another program: meshes have files of their own.
pub const ROBOT: Kind = Kind { name: "a robot (.urdf) or a model of MuJoCo (.xml)", most: 64 * MIB };
/// A mesh: a triangle of a binary STL file takes 50 bytes.
pub const MESH: Kind = Kind { name: "a mesh (.obj, .stl, .gltf or .glb)", most: 256 * MIB };
/// A complementarity problem.
pub const PROBLEM: Kind = Kind { name: "a problem file (.json)", most: 512 * MIB };
/// A recording: larger than what a window keeps of a run unless told otherwise.
pub const RECORDING: Kind = Kind { name: "a recording (.pegrec)", most: 4096 * MIB };
/// Parts of a mesh that were cut before: a corner takes 51 bytes.
pub const PARTS: Kind = Kind { name: "a file of parts", most: 64 * MIB };
/// What the program writes about itself.
pub const SETTINGS: Kind = Kind { name: "the settings", most: 16 * MIB };

/// Why a file is not read. As text a clause that goes behind the file's name.
#[derive(Debug, Error)]
pub enum ReadError {
    /// It is a folder.
    #[error("this is a folder; give the path of {}", .0.name)]
    Folder(Kind),
    /// Neither file nor folder.
    #[error("this is a device, a pipe or a socket; give the path of {}", .0.name)]
    NoFile(Kind),
    /// More bytes than the limit.
    #[error("the file is larger than {} MiB; to read it, set {LIMIT} to the MiB that may be read", .most / MIB)]
    TooLarge {
        /// How many bytes would have been read.
        most: u64,
    },
    /// The limit is no number.
    #[error("{LIMIT} is `{0:.20}`; it must be a whole number of MiB, at least 1")]
    Limit(String),
    /// The system refuses.
    #[error("the file cannot be read ({error}); give the path of {}", kind.name)]
    System {
        /// What was looked for.
        kind: Kind,
        /// What the system says.
        error: std::io::Error,
    },
}

impl ReadError {
    /// Whether there is no such file.
    pub fn is_absence(&self) -> bool {
        matches!(self, Self::System { error, .. } if error.kind() == std::io::ErrorKind::NotFound)
    }

    /// The reason alone, for a sentence that says the rest.
    pub fn reason(&self) -> String {
        match self {
            Self::Folder(_) => "it is a folder".to_owned(),
            Self::NoFile(_) => "it is a device, a pipe or a socket".to_owned(),
            Self::System { error, .. } => error.to_string(),
            Self::TooLarge { .. } | Self::Limit(_) => self.to_string(),
        }
    }
}

/// The bytes of a regular file.
///
/// # Errors
/// A folder, a device, a pipe, a file that is too large or cannot be read.
pub fn bytes(path: &Path, kind: Kind) -> Result<Vec<u8>, ReadError> {
    bytes_up_to(path, kind, limit(kind, std::env::var_os(LIMIT).as_deref())?)
}

/// The text of a regular file; what is no UTF-8 is an error of the system.
///
/// # Errors
/// As [`bytes`].
pub fn text(path: &Path, kind: Kind) -> Result<String, ReadError> {
    String::from_utf8(bytes(path, kind)?).map_err(|_| ReadError::System {
        kind,
        error: std::io::Error::new(std::io::ErrorKind::InvalidData, "it is not UTF-8 text"),
    })
}

/// How many bytes are read.
fn limit(kind: Kind, set: Option<&std::ffi::OsStr>) -> Result<u64, ReadError> {
    let Some(set) = set.filter(|set| !set.is_empty()) else { return Ok(kind.most) };
    let mib = set.to_str().and_then(|text| text.trim().parse::<u64>().ok()).filter(|&mib| mib > 0);
    let mib = mib.ok_or_else(|| ReadError::Limit(set.to_string_lossy().into_owned()))?;
    Ok(mib.saturating_mul(MIB))
}

fn bytes_up_to(path: &Path, kind: Kind, most: u64) -> Result<Vec<u8>, ReadError> {
    let refused = |error| ReadError::System { kind, error };
    // Before it is opened: a pipe that nobody writes to does not open.
    let seen = std::fs::metadata(path).map_err(refused)?;
    if seen.is_dir() {
        return Err(ReadError::Folder(kind));
    }
    if !seen.is_file() {
        return Err(ReadError::NoFile(kind));
    }
    if seen.len() > most {
        return Err(ReadError::TooLarge { most });
    }
    let mut bytes = Vec::new();
    // The length is what the system says: some files say 0, some grow, and one byte more than the limit tells.
    File::open(path)
        .and_then(|file| file.take(most.saturating_add(1)).read_to_end(&mut bytes))
        .map_err(refused)?;
    if bytes.len() as u64 > most {
        return Err(ReadError::TooLarge { most });
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::ffi::OsStr;

    fn said(path: &str) -> String {
        bytes(Path::new(path), SCENE).unwrap_err().to_string()
    }

    #[test]
    fn only_regular_files_are_read() {
        assert!(bytes(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")), SCENE).is_ok());
        assert_eq!(
            said(env!("CARGO_MANIFEST_DIR")),
            "this is a folder; give the path of a scene file (.ron)"
        );
        let missing = bytes(Path::new("no/such.ron"), SCENE).unwrap_err();
        assert!(
            missing.is_absence() && missing.to_string().starts_with("the file cannot be read ("),
            "{missing}"
        );
    }

    #[cfg(unix)]
    #[test]
    fn what_has_no_end_or_no_beginning_is_not_read() {
        for device in ["/dev/zero", "/dev/null", "/dev/tty"] {
            if Path::new(device).exists() {
                let wanted = "this is a device, a pipe or a socket; give the path of a scene file (.ron)";
                assert_eq!(said(device), wanted);
            }
        }
        let pipe = std::env::temp_dir().join(format!("pegsim-pipe-{}.ron", std::process::id()));
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        if made.is_ok_and(|status| status.success()) {
            assert!(said(&pipe.display().to_string()).contains("a pipe"));
            std::fs::remove_file(&pipe).unwrap();
        }
    }

    #[test]
    fn a_file_is_read_up_to_its_limit() {
        let path = std::env::temp_dir().join(format!("pegsim-size-{}.ron", std::process::id()));
        std::fs::write(&path, [b' '; 100]).unwrap();
        assert_eq!(bytes_up_to(&path, SCENE, 100).unwrap().len(), 100);
        assert!(matches!(bytes_up_to(&path, SCENE, 99), Err(ReadError::TooLarge { most: 99 })));
        std::fs::remove_file(&path).unwrap();
        // A file that says it is empty.
        let endless = Path::new("/proc/self/maps");
        if endless.exists() {
            assert!(matches!(bytes_up_to(endless, SCENE, 10), Err(ReadError::TooLarge { .. })));
        }
    }

    #[test]
    fn the_limit_is_one_that_a_person_sets() {
        let of = |text: &str| limit(SCENE, Some(OsStr::new(text)));
        assert_eq!(limit(SCENE, None).unwrap(), SCENE.most);
        assert_eq!((of("").unwrap(), of("3").unwrap()), (SCENE.most, 3 * MIB));
        assert_eq!(of("18446744073709551615").unwrap(), u64::MAX);
        for bad in ["0", "-1", "lots", "1e3"] {
            let said = of(bad).unwrap_err().to_string();
            assert_eq!(said, format!("{LIMIT} is `{bad}`; it must be a whole number of MiB, at least 1"));
        }
    }
}
