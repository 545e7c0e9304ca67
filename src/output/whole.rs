//! A file that takes its name only when it is complete and on the disk.

use crate::output::WriteError;
use crate::output::identity::{Destination, folder_of};
use std::ffi::OsString;
use std::fs::{File, OpenOptions};
use std::io;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// Characters of a file's name that the name of its part repeats: names have an end (255 bytes).
const REPEATED: usize = 40;

/// Names of parts that are tried: each one that is taken was left behind by a program that was killed.
const TRIES: usize = 1000;

/// A file on its way: written beside its place under another name, which becomes its own when it is whole. Where it is given
/// up, or the program panics, the part is removed and what was there stays as it was. Pipes, devices and the standard output
/// are written directly.
#[derive(Debug)]
pub struct WholeFile {
    shown: PathBuf,
    way: Way,
}

#[derive(Debug)]
enum Way {
    /// Written as `part`, which then is renamed to `target`.
    Beside {
        target: PathBuf,
        part: Part,
        file: File,
        replace: bool,
    },
    /// Written where it is.
    Direct(File),
    Stdout,
}

/// The file under the name of its own; removed unless it is kept.
#[derive(Debug)]
struct Part {
    path: PathBuf,
    kept: bool,
}

impl Drop for Part {
    fn drop(&mut self) {
        if !self.kept {
            // A part that cannot be removed does no harm.
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

impl WholeFile {
    /// Begins a file that takes the place of the one that is there, if one is. Links are followed: the link stays and what
    /// it leads to is replaced. The new file has the mode of the old one, and its owner where that is allowed.
    ///
    /// # Errors
    /// When the place cannot be written, or the file there is write-protected.
    pub fn over(path: &Path) -> Result<Self, WriteError> {
        Self::begin(path, true)
    }

    /// Begins a file that must not be there when it is complete.
    ///
    /// # Errors
    /// When the place cannot be written, or there is a file.
    pub fn new(path: &Path) -> Result<Self, WriteError> {
        Self::begin(path, false)
    }

    pub(super) fn begin(path: &Path, replace: bool) -> Result<Self, WriteError> {
        let failed = |error: io::Error| WriteError::new(path, &error);
        let way = match Destination::of(path).map_err(failed)? {
            Destination::Stdout => Way::Stdout,
            Destination::Direct(path) => {
                Way::Direct(OpenOptions::new().append(true).open(path).map_err(failed)?)
            }
            Destination::File(target) => {
                let there = match std::fs::symlink_metadata(&target) {
                    Ok(_) if !replace => return Err(WriteError::new(path, "there is a file of that name")),
                    Ok(_) => {
                        // Renaming asks the folder alone; the file itself may be protected.
                        Some(OpenOptions::new().write(true).open(&target).map_err(failed)?)
                    }
                    Err(error) if error.kind() == io::ErrorKind::NotFound => None,
                    Err(error) => return Err(failed(error)),
                };
                let (part, file) = open_part(&target).map_err(failed)?;
                let part = Part { path: part, kept: false };
                if let Some(old) = there {
                    take_after(&old, &file).map_err(failed)?;
                }
                Way::Beside { target, part, file, replace }
            }
        };
        Ok(Self { shown: path.to_owned(), way })
    }

    /// Writes into the file, buffered; errors name the file. Dropped or flushed before [`Self::finish`].
    ///
    /// # Errors
    /// When the system has no room for another open file.
    pub fn writer(&self) -> Result<Box<dyn Write + Send>, WriteError> {
        let out: Box<dyn Write + Send> = match &self.way {
            Way::Beside { file, .. } | Way::Direct(file) => {
                Box::new(file.try_clone().map_err(|error| WriteError::new(&self.shown, &error))?)
            }
            Way::Stdout => Box::new(io::stdout()),
        };
        Ok(Box::new(BufWriter::new(Named { shown: self.shown.clone(), out })))
    }

    /// Writes everything at once and gives the file its name.
    ///
    /// # Errors
    /// What the system says, for instance that the disk is full.
    pub fn finish_with(self, contents: &[u8]) -> Result<(), WriteError> {
        self.finish_by(|out| out.write_all(contents))
    }

    /// Lets `write` write everything, buffered, and gives the file its name.
    ///
    /// # Errors
    /// What `write` says, or the system.
    pub fn finish_by(self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), WriteError> {
        let buffered = |out: &mut dyn Write| {
            let mut out = BufWriter::new(out);
            write(&mut out).and_then(|()| out.flush())
        };
        let written = match &self.way {
            Way::Beside { file, .. } | Way::Direct(file) => buffered(&mut &*file),
            Way::Stdout => buffered(&mut io::stdout().lock()),
        };
        written.map_err(|error| WriteError::new(&self.shown, &error))?;
        self.finish()
    }

    /// Gives the file its name. When this returns, file and name are on the disk.
    ///
    /// # Errors
    /// What the system says. Where a file has come into being under that name that may not be replaced, what was
    /// written is kept under another name, which the reason tells.
    pub fn finish(self) -> Result<(), WriteError> {
        let Self { shown, way } = self;
        let Way::Beside { target, mut part, file, replace } = way else { return Ok(()) };
        let failed = |error: io::Error| WriteError::new(&shown, &error);
        file.sync_all().map_err(failed)?;
        if replace {
            std::fs::rename(&part.path, &target).map_err(failed)?;
        } else if let Err(error) = name_anew(&part.path, &target) {
            if error.kind() != io::ErrorKind::AlreadyExists {
                return Err(failed(error));
            }
            part.kept = true;
            let kept = part.path.display();
            let reason = format!("another program has made a file of that name meanwhile; ours is {kept}");
            return Err(WriteError::new(&shown, &reason));
        }
        part.kept = true;
        // Not every file system lets a folder be written through; the file is there all the same.
        let _ = File::open(folder_of(&target)).and_then(|folder| folder.sync_all());
        Ok(())
    }
}

/// Puts a whole file in the place of the one that is there, if one is; see [`WholeFile::over`].
///
/// # Errors
/// A sentence with the file and what the system says; what was there then stays as it was.
pub fn write_over(path: &Path, contents: &[u8]) -> Result<(), WriteError> {
    WholeFile::over(path)?.finish_with(contents)
}

/// A new file beside `target`, under a name that nothing has.
fn open_part(target: &Path) -> io::Result<(PathBuf, File)> {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    let name: String = name.chars().take(REPEATED).collect();
    let mut refused = io::Error::other("no name for its part is free");
    for _ in 0..TRIES {
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let part = OsString::from(format!(".{name}.{}-{number}.part", std::process::id()));
        let part = folder_of(target).join(part);
        match File::create_new(&part) {
            Ok(file) => return Ok((part, file)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => refused = error,
            Err(error) => return Err(error),
        }
    }
    Err(refused)
}

/// Mode and owner of the old file for the new one.
fn take_after(old: &File, new: &File) -> io::Result<()> {
    let (was, is) = (old.metadata()?, new.metadata()?);
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt, fchown};
        if (was.uid(), was.gid()) != (is.uid(), is.gid()) {
            // Only the system's administrator may give a file away; a group can be kept by its members.
            let _ =
                fchown(new, Some(was.uid()), Some(was.gid())).or_else(|_| fchown(new, None, Some(was.gid())));
        }
    }
    if was.permissions() != is.permissions() {
        new.set_permissions(was.permissions())?;
    }
    Ok(())
}

/// Renames a file unless there is one of the new name.
fn name_anew(part: &Path, target: &Path) -> io::Result<()> {
    match std::fs::hard_link(part, target) {
        Ok(()) => {
            // The file has both names for a moment; one that stays does no harm.
            let _ = std::fs::remove_file(part);
            Ok(())
        }
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(error),
        // File systems without hard links: the name is taken first.
        Err(_) => {
            File::create_new(target)?;
            std::fs::rename(part, target)
        }
    }
}

/// A writer whose errors name the file.
struct Named {
    shown: PathBuf,
    out: Box<dyn Write + Send>,
}

impl Named {
    fn name<T>(&self, done: io::Result<T>) -> io::Result<T> {
        done.map_err(|error| io::Error::new(error.kind(), WriteError::new(&self.shown, &error)))
    }
}

impl Write for Named {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes);
        // Asked to go on, `write_all` does so by itself.
        if written.as_ref().is_err_and(|error| error.kind() == io::ErrorKind::Interrupted) {
            return written;
        }
        self.name(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = self.out.flush();
        self.name(flushed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An empty folder that is removed at the end.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let path = std::env::temp_dir().join(format!("pegsim-whole-{name}-{}", std::process::id()));
            let _ = std::fs::remove_dir_all(&path);
            std::fs::create_dir_all(&path).unwrap();
            Self(path)
        }

        fn files(&self) -> Vec<String> {
            let names = std::fs::read_dir(&self.0).unwrap();
            let mut names: Vec<String> =
                names.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
            names.sort();
            names
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn what_is_given_up_leaves_nothing_and_what_was_there_as_it_was() {
        let folder = Folder::new("given-up");
        let path = folder.0.join("a.txt");
        std::fs::write(&path, "old").unwrap();
        let file = WholeFile::over(&path).unwrap();
        file.writer().unwrap().write_all(b"half").unwrap();
        assert_eq!(folder.files().len(), 2);
        drop(file);
        let full = |_: &mut dyn Write| Err(io::Error::other("full"));
        let error = WholeFile::over(&path).unwrap().finish_by(full).unwrap_err();
        assert_eq!(error.to_string(), format!("cannot write {}: full", path.display()));
        let caught = std::panic::catch_unwind(|| {
            let _file = WholeFile::over(&path).unwrap();
            panic!("on purpose");
        });
        assert!(caught.is_err());
        assert_eq!(folder.files(), ["a.txt"]);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "old");
    }

    #[test]
    fn a_file_that_comes_into_being_meanwhile_stays_and_ours_is_kept_beside_it() {
        let folder = Folder::new("meanwhile");
        let path = folder.0.join("a.txt");
        let file = WholeFile::new(&path).unwrap();
        std::fs::write(&path, "theirs").unwrap();
        let said = file.finish_with(b"ours").unwrap_err().to_string();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "theirs");
        let other = folder.files().into_iter().find(|name| name != "a.txt").unwrap();
        assert!(said.contains(&other), "{said}");
        assert_eq!(std::fs::read_to_string(folder.0.join(other)).unwrap(), "ours");
        assert!(WholeFile::new(&path).is_err());
    }

    #[test]
    fn two_that_write_one_file_at_once_do_not_share_a_part() {
        let folder = Folder::new("two");
        let path = folder.0.join("a.txt");
        let (one, two) = (WholeFile::over(&path).unwrap(), WholeFile::over(&path).unwrap());
        two.finish_with(b"two").unwrap();
        one.finish_with(b"one").unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "one");
        assert_eq!(folder.files(), ["a.txt"]);
    }

    #[cfg(unix)]
    #[test]
    fn a_write_protected_file_is_not_replaced() {
        use std::os::unix::fs::PermissionsExt;
        let folder = Folder::new("protected");
        let path = folder.0.join("a.txt");
        std::fs::write(&path, "old").unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o444)).unwrap();
        // The system's administrator may write everything: then there is nothing to see here.
        if OpenOptions::new().write(true).open(&path).is_err() {
            assert!(write_over(&path, b"new").is_err());
            assert_eq!(std::fs::read_to_string(&path).unwrap(), "old");
        } else {
            write_over(&path, b"new").unwrap();
            assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o444);
        }
        assert_eq!(folder.files(), ["a.txt"]);
    }
}
