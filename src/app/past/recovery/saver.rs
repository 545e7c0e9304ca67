//! Keeps work beside the frames: a thread that is handed documents and writes the newest of them to the session's folder.

use super::document::Document;
use super::encode::{Encoder, LIMIT};
use super::list::List;
use super::ticket::{Shared, Ticket};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::JoinHandle;

/// What the thread is asked.
enum Job {
    /// Keep this document, the one of that number.
    Keep(Box<Document>, u64),
    /// From now on in this folder; the number is done when all before it is.
    Move(PathBuf, u64),
}

/// The thread, and what was asked of it.
#[derive(Debug)]
pub struct Saver {
    jobs: Option<Sender<Job>>,
    shared: Arc<Shared>,
    asked: u64,
    thread: Option<JoinHandle<()>>,
}

impl Saver {
    /// Starts the thread, for a session in that folder.
    ///
    /// # Errors
    /// What the system says.
    pub fn start(folder: &Path) -> std::io::Result<Self> {
        let (jobs, asked) = channel();
        let shared = Arc::new(Shared::default());
        let keeper = Keeper { folder: folder.to_path_buf(), encoder: None };
        let other = Arc::clone(&shared);
        let thread = std::thread::Builder::new()
            .name("pegsim recovery".to_owned())
            .spawn(move || work(&asked, &other, keeper))?;
        Ok(Self { jobs: Some(jobs), shared, asked: 0, thread: Some(thread) })
    }

    fn ask(&mut self, job: impl FnOnce(u64) -> Job) -> Ticket {
        self.asked += 1;
        let gone = self.jobs.as_ref().is_none_or(|jobs| jobs.send(job(self.asked)).is_err());
        if gone {
            self.shared.done(self.asked, Some(tr!("recovering-thread-that-keeps-work-has").to_owned()));
        }
        Ticket::new(&self.shared, self.asked)
    }

    /// Hands a document over.
    pub fn keep(&mut self, document: Document) -> Ticket {
        self.ask(|number| Job::Keep(Box::new(document), number))
    }

    /// What is handed over from now on belongs to the session in that folder.
    pub fn move_to(&mut self, folder: &Path) -> Ticket {
        self.ask(|number| Job::Move(folder.to_path_buf(), number))
    }

    /// Why the last document could not be kept, if it could not.
    pub fn failure(&self) -> Option<String> {
        self.shared.failure()
    }
}

impl Drop for Saver {
    fn drop(&mut self) {
        // What was handed over is still kept.
        self.jobs = None;
        if let Some(thread) = self.thread.take() {
            // A thread that has panicked has said so.
            let _ = thread.join();
        }
    }
}

fn work(jobs: &Receiver<Job>, shared: &Shared, mut keeper: Keeper) {
    while let Ok(first) = jobs.recv() {
        let mut newest = None;
        let mut next = Some(first);
        // Of documents that wait the newest is kept. What belongs to another folder is not mixed with them.
        while let Some(job) = next {
            match job {
                Job::Keep(document, number) => newest = Some((document, number)),
                Job::Move(folder, number) => {
                    let failed = newest.take().and_then(|(document, _)| keeper.keep(&document).err());
                    keeper = Keeper { folder, encoder: None };
                    shared.done(number, failed);
                }
            }
            next = jobs.try_recv().ok();
        }
        if let Some((document, number)) = newest {
            let failed = keeper.keep(&document).err();
            // The moments may be large, and this is the thread that has time.
            drop(document);
            shared.done(number, failed);
        }
    }
}

/// Where documents go.
struct Keeper {
    folder: PathBuf,
    encoder: Option<Encoder>,
}

impl Keeper {
    /// Keeps a document: appends what is new, then replaces the list. A window that ends in between leaves the list of before, to
    /// which nothing that was appended belongs.
    fn keep(&mut self, document: &Document) -> Result<(), String> {
        self.try_to_keep(document).map_err(|error| {
            tr!("recovering-what-not-saved-cannot-be", folder = self.folder.display(), error = error)
        })
    }

    fn try_to_keep(&mut self, document: &Document) -> std::io::Result<()> {
        if let Some(encoder) = self.encoder.as_mut().filter(|encoder| !encoder.is_worn()) {
            match encoder.add(document, false) {
                Ok(list) if !encoder.is_worn() => return list.write(&self.folder).and_then(|()| self.sync()),
                Ok(_) => {}
                Err(error) => {
                    // It may be of no more use; the next time begins another one.
                    if encoder.is_broken() {
                        self.encoder = None;
                    }
                    return Err(error);
                }
            }
        }
        let path = free_name(&self.folder)?;
        let made = Encoder::create(&path, LIMIT).and_then(|mut encoder| {
            let list = encoder.add(document, true)?;
            encoder.settle();
            list.write(&self.folder)?;
            Ok(encoder)
        });
        match made {
            Ok(encoder) => {
                self.encoder = Some(encoder);
                self.remove_others(&path);
                self.sync()
            }
            Err(error) => {
                // Not where the list names it already.
                let named =
                    List::read(&self.folder).ok().flatten().is_some_and(|list| path.ends_with(list.records));
                if !named {
                    let _ = std::fs::remove_file(&path);
                }
                Err(error)
            }
        }
    }

    /// Files of records that no list names any more.
    fn remove_others(&self, path: &Path) {
        let Ok(entries) = std::fs::read_dir(&self.folder) else { return };
        for entry in entries.flatten() {
            let ours = entry.file_name().to_string_lossy().starts_with(RECORDS);
            if ours && entry.path() != path {
                // It takes room, and is tried again the next time.
                let _ = std::fs::remove_file(entry.path());
            }
        }
    }

    /// Names of files are on disk when their folder is.
    fn sync(&self) -> std::io::Result<()> {
        File::open(&self.folder)?.sync_all()
    }
}

const RECORDS: &str = "records-";

fn free_name(folder: &Path) -> std::io::Result<PathBuf> {
    let names = (1..u32::MAX).map(|number| folder.join(format!("{RECORDS}{number}")));
    let mut free = names.filter(|path| !path.exists());
    free.next().ok_or_else(|| std::io::Error::other(tr!("kept-no-name-free")))
}
