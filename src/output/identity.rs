//! Which file a path leads to: through links, and by device and number where the file is there.

use std::io;
use std::path::{Path, PathBuf};

/// Links that are followed at most, as many as Linux follows.
const LINKS: usize = 40;

/// The name of a file that stands for the standard output, for who reads the file alone there.
pub const STDOUT: &str = "-";

/// Where a path leads.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Destination {
    /// A file with a name in a folder, which may or may not be there yet.
    File(PathBuf),
    /// The standard output of this program.
    Stdout,
    /// A pipe, a device, or an open file by its number: something without a name that could be given to another file.
    Direct(PathBuf),
}

impl Destination {
    /// Follows the links of `path`, also where the last one leads to nothing yet.
    pub(super) fn of(path: &Path) -> io::Result<Self> {
        if path == Path::new(STDOUT) {
            return Ok(Self::Stdout);
        }
        let mut path = path.to_owned();
        for _ in 0..LINKS {
            let name = path.file_name().map(ToOwned::to_owned);
            let Some(name) = name else {
                return Err(io::Error::other("this is a folder; a file needs a name"));
            };
            let folder = folder_of(&path);
            let folder = folder.canonicalize().map_err(|error| match error.kind() {
                io::ErrorKind::NotFound => {
                    io::Error::other(format!("there is no folder {}", folder.display()))
                }
                _ => error,
            })?;
            let whole = folder.join(&name);
            if is_open_file(&folder) {
                // A link of the system to what is open: its name is no name of a file.
                return Ok(if name == "1" { Self::Stdout } else { Self::Direct(whole) });
            }
            match std::fs::symlink_metadata(&whole) {
                Ok(found) if found.is_symlink() => path = folder.join(std::fs::read_link(&whole)?),
                Ok(found) if found.is_dir() => {
                    return Err(io::Error::other("this is a folder; a file needs a name of its own"));
                }
                Ok(found) if !found.is_file() => return Ok(Self::Direct(whole)),
                Ok(_) => return Ok(Self::File(whole)),
                Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Self::File(whole)),
                Err(error) => return Err(error),
            }
        }
        Err(io::Error::other(format!("more than {LINKS} links lead on from it")))
    }
}

/// The folder in which a path has its last name.
pub(super) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Whether a folder lists what programs have open (`/proc/…/fd`, where `/dev/stdout` and `/dev/fd` lead).
fn is_open_file(folder: &Path) -> bool {
    let system = folder.starts_with("/proc") || folder.starts_with("/dev");
    system && folder.file_name().is_some_and(|name| name == "fd")
}

/// A file, by what is the same under all of its names.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Identity {
    /// Device and number of a file that is there.
    Present(u64, u64),
    /// Its whole path, for one that is not.
    Named(PathBuf),
}

impl Identity {
    /// Of the file that a path leads to.
    pub(super) fn of(path: &Path) -> Self {
        match std::fs::metadata(path) {
            Ok(found) => Self::of_metadata(&found).unwrap_or_else(|| Self::named(path)),
            Err(_) => Self::named(path),
        }
    }

    fn named(path: &Path) -> Self {
        Self::Named(path.canonicalize().unwrap_or_else(|_| path.to_owned()))
    }

    /// Of the file that the standard output goes to, if it goes to one.
    pub(super) fn of_stdout() -> Option<Self> {
        #[cfg(unix)]
        {
            use std::os::fd::AsFd;
            let stdout = std::fs::File::from(std::io::stdout().as_fd().try_clone_to_owned().ok()?);
            let found = stdout.metadata().ok().filter(std::fs::Metadata::is_file)?;
            Self::of_metadata(&found)
        }
        #[cfg(not(unix))]
        None
    }

    #[cfg(unix)]
    fn of_metadata(found: &std::fs::Metadata) -> Option<Self> {
        use std::os::unix::fs::MetadataExt;
        Some(Self::Present(found.dev(), found.ino()))
    }

    #[cfg(not(unix))]
    fn of_metadata(_: &std::fs::Metadata) -> Option<Self> {
        None
    }
}
