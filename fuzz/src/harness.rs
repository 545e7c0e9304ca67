//! Runs inputs in processes of their own, so that an abort, a lack of memory or an endless loop costs one process and is known by its index.
//!
//! A process takes a stretch of inputs of one target and writes the index of each before it runs it into a small file; what it counted and found goes
//! to its standard output. When it dies or stands still, the file says over which input, and another process goes on behind it.

use crate::chance::Chance;
use crate::targets::{self, TARGETS, Target, Trial};
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// What to run.
pub struct Plan {
    /// Stop after this time (min).
    pub minutes: Option<f64>,
    /// Stop after this many inputs.
    pub inputs: Option<u64>,
    /// Seed.
    pub seed: u64,
    /// Names of targets; empty: all.
    pub targets: Vec<String>,
    /// Processes at a time.
    pub threads: usize,
    /// Longest time of one input (s).
    pub patience: f64,
    /// Memory of one process (MiB).
    pub memory: u64,
    /// Folder for inputs that failed.
    pub out: PathBuf,
}

/// A stretch of inputs of one target.
#[derive(Clone, Copy)]
struct Stretch {
    target: &'static Target,
    from: u64,
    count: u64,
}

/// What a process said of a stretch.
enum Said {
    Count(&'static str, String, u64),
    Failure(&'static str, u64, String),
    Done(&'static str, u64),
    Slow(&'static str, u64, f64),
}

/// Counts of one target.
#[derive(Default)]
struct Tally {
    inputs: u64,
    tags: BTreeMap<String, u64>,
    failures: Vec<(u64, String)>,
    slowest: (f64, u64),
}

/// Where the next stretch comes from.
struct Queue {
    targets: Vec<&'static Target>,
    /// Next index and inputs left, for each target.
    state: Vec<(u64, u64)>,
    end: Option<Instant>,
}

impl Queue {
    fn new(plan: &Plan, targets: Vec<&'static Target>) -> Self {
        let shares: u64 = targets.iter().map(|t| t.share).sum();
        let state = targets
            .iter()
            .map(|t| {
                (
                    0,
                    plan.inputs.map_or(u64::MAX, |n| {
                        (u128::from(n) * u128::from(t.share)).div_ceil(u128::from(shares)) as u64
                    }),
                )
            })
            .collect();
        let end = plan.minutes.map(|m| Instant::now() + Duration::from_secs_f64((m * 60.0).clamp(0.0, 1e9)));
        Self { targets, state, end }
    }

    /// The next stretch: of the target that is farthest behind its share.
    fn next(&mut self) -> Option<Stretch> {
        if self.end.is_some_and(|end| Instant::now() >= end) {
            return None;
        }
        let k = (0..self.targets.len()).filter(|&k| self.state[k].1 > 0).min_by(|&a, &b| {
            let progress = |k: usize| self.state[k].0 as f64 / self.targets[k].share as f64;
            progress(a).total_cmp(&progress(b))
        })?;
        let (from, left) = &mut self.state[k];
        let count = self.targets[k].chunk.min(*left);
        let stretch = Stretch { target: self.targets[k], from: *from, count };
        *from += count;
        *left -= count;
        Some(stretch)
    }
}

/// Runs a plan and prints what came of it. True if everything held.
///
/// # Errors
/// An unknown target; a file that cannot be written; a process that cannot be started.
pub fn run(plan: &Plan) -> Result<bool, String> {
    let targets: Vec<&Target> = if plan.targets.is_empty() {
        TARGETS.iter().collect()
    } else {
        plan.targets.iter().map(|name| named(name)).collect::<Result<_, _>>()?
    };
    println!(
        "seed {}, {} processes, targets: {}",
        plan.seed,
        plan.threads,
        targets.iter().map(|t| t.name).collect::<Vec<_>>().join(", ")
    );
    let mut tallies: BTreeMap<&str, Tally> = targets.iter().map(|t| (t.name, Tally::default())).collect();
    let queue = Mutex::new(Queue::new(plan, targets));
    let begun = Instant::now();
    let folder = std::env::temp_dir().join(format!("pegsim-fuzz-{}", std::process::id()));
    fs::create_dir_all(&folder).map_err(|e| format!("{} cannot be made: {e}", folder.display()))?;
    let trouble = thread::scope(|scope| {
        let (sender, receiver) = channel();
        let workers: Vec<_> = (0..plan.threads)
            .map(|k| {
                let (sender, queue, state) = (sender.clone(), &queue, folder.join(format!("worker-{k}")));
                scope.spawn(move || {
                    loop {
                        let stretch = queue.lock().unwrap_or_else(PoisonError::into_inner).next();
                        let Some(stretch) = stretch else { return Ok(()) };
                        watch(plan, stretch, &state, &sender)?;
                    }
                })
            })
            .collect();
        drop(sender);
        listen(plan, &receiver, &mut tallies, begun);
        workers
            .into_iter()
            .filter_map(|w| w.join().unwrap_or_else(|_| Err("a watcher panicked".to_owned())).err())
            .next()
    });
    let _ = fs::remove_dir_all(&folder);
    if let Some(error) = trouble {
        return Err(error);
    }
    Ok(summary(plan, &tallies, begun))
}

fn named(name: &str) -> Result<&'static Target, String> {
    let names: Vec<&str> = TARGETS.iter().map(|t| t.name).collect();
    targets::find(name).ok_or_else(|| format!("there is no target `{name}`; there are {}", names.join(", ")))
}

/// Gathers what the processes say, and prints failures at once and where things stand now and then.
fn listen(plan: &Plan, receiver: &Receiver<Said>, tallies: &mut BTreeMap<&str, Tally>, begun: Instant) {
    let mut told = Instant::now();
    while let Ok(said) = receiver.recv() {
        match said {
            Said::Count(target, tag, n) => {
                *tallies.entry(target).or_default().tags.entry(tag).or_default() += n;
            }
            Said::Done(target, n) => tallies.entry(target).or_default().inputs += n,
            Said::Slow(target, index, seconds) => {
                let slowest = &mut tallies.entry(target).or_default().slowest;
                if seconds > slowest.0 {
                    *slowest = (seconds, index);
                }
            }
            Said::Failure(target, index, what) => {
                let tally = tallies.entry(target).or_default();
                // A defect that many inputs meet is told ten times in full.
                if tally.failures.len() < 10 {
                    println!(
                        "FAILED {target} {index}: {what}\n  again: fuzz --target {target} --seed {} --index {index}",
                        plan.seed
                    );
                    if let Err(error) = keep(plan, target, index, &what) {
                        println!("  not written: {error}");
                    }
                }
                tally.failures.push((index, what));
            }
        }
        if told.elapsed() > Duration::from_secs(30) {
            told = Instant::now();
            let each: Vec<String> = tallies.iter().map(|(name, t)| format!("{name} {}", t.inputs)).collect();
            println!("{:.0} s: {}", begun.elapsed().as_secs_f64(), each.join(", "));
        }
    }
}

/// Writes a failed input, and how to have it again. A process of its own makes the input anew and writes it before it runs it, for it may abort.
fn keep(plan: &Plan, target: &str, index: u64, what: &str) -> Result<(), String> {
    fs::create_dir_all(&plan.out).map_err(|e| format!("{}: {e}", plan.out.display()))?;
    let path = plan.out.join(format!("{target}-{}-{index}.txt", plan.seed));
    let text = format!("{what}\n\nagain: fuzz --target {target} --seed {} --index {index}\n", plan.seed);
    fs::write(&path, text).map_err(|e| format!("{}: {e}", path.display()))?;
    let program = std::env::current_exe().map_err(|e| e.to_string())?;
    let mut child = limited(plan, &program)
        .args(["--seed", &plan.seed.to_string(), "--target", target, "--index", &index.to_string(), "--out"])
        .arg(&plan.out)
        .stdout(Stdio::null())
        .spawn()
        .map_err(|e| e.to_string())?;
    let begun = Instant::now();
    while child.try_wait().map_err(|e| e.to_string())?.is_none() {
        if begun.elapsed().as_secs_f64() > 5.0 {
            let _ = child.kill();
            let _ = child.wait();
            break;
        }
        thread::sleep(Duration::from_millis(5));
    }
    Ok(())
}

/// The start of a process with the plan's limit of memory: the shell sets it, for which there is no safe call.
fn limited(plan: &Plan, program: &Path) -> Command {
    let mut command = Command::new("sh");
    command
        .args(["-c", "ulimit -v \"$0\" 2>/dev/null; exec \"$@\""])
        .arg((plan.memory * 1024).to_string())
        .arg(program)
        .stdin(Stdio::null())
        .stderr(Stdio::null());
    command
}

fn summary(plan: &Plan, tallies: &BTreeMap<&str, Tally>, begun: Instant) -> bool {
    let mut total = (0, 0);
    for (name, tally) in tallies {
        total = (total.0 + tally.inputs, total.1 + tally.failures.len());
        println!(
            "\n{name}: {} inputs, {} failures, the slowest input {} took {:.2} s",
            tally.inputs,
            tally.failures.len(),
            tally.slowest.1,
            tally.slowest.0
        );
        let mut tags: Vec<_> = tally.tags.iter().collect();
        tags.sort_by_key(|(_, n)| std::cmp::Reverse(**n));
        for (tag, n) in tags.iter().take(40) {
            println!("  {n:>9} {tag}");
        }
        if tags.len() > 40 {
            println!("  and {} other classes", tags.len() - 40);
        }
        let mut kinds: BTreeMap<String, (u64, u64)> = BTreeMap::new();
        for (index, what) in &tally.failures {
            kinds.entry(targets::class(what)).or_insert((0, *index)).0 += 1;
        }
        for (what, (n, first)) in kinds {
            println!(
                "  FAILED {n} times: {what} (first: --target {name} --seed {} --index {first})",
                plan.seed
            );
        }
    }
    println!("\n{} inputs in {:.0} s, {} failures", total.0, begun.elapsed().as_secs_f64(), total.1);
    total.1 == 0
}

/// Runs one stretch in a process; after an abort or a standstill, the rest of it in another.
fn watch(plan: &Plan, stretch: Stretch, state: &Path, sender: &Sender<Said>) -> Result<(), String> {
    let Stretch { target, from, count } = stretch;
    let end = from + count;
    let mut next = from;
    while next < end {
        let _ = fs::write(state, next.to_le_bytes());
        let mut child = start(plan, target, next, end - next, state)?;
        let stdout = child.stdout.take().ok_or("a process without output")?;
        let teller = sender.clone();
        let reader = thread::spawn(move || tell(target, stdout, &teller));
        let how = wait(plan, &mut child, state)?;
        let finished = reader.join().unwrap_or(false);
        if finished {
            return Ok(());
        }
        let at = index_in(state).unwrap_or(next);
        let _ = sender.send(Said::Failure(target.name, at, how));
        next = at + 1;
    }
    Ok(())
}

fn start(plan: &Plan, target: &Target, from: u64, count: u64, state: &Path) -> Result<Child, String> {
    let program = std::env::current_exe().map_err(|e| e.to_string())?;
    limited(plan, &program)
        .args(["--seed", &plan.seed.to_string(), "--worker", target.name])
        .args([from.to_string(), count.to_string()])
        .arg(state)
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|e| format!("a process cannot be started: {e}"))
}

/// Passes on what a process prints. True if it came to its end.
fn tell(target: &'static Target, stdout: impl Read, sender: &Sender<Said>) -> bool {
    let mut finished = false;
    for line in BufReader::new(stdout).lines() {
        let Ok(line) = line else { break };
        let mut fields = line.splitn(3, '\t');
        let (kind, number, text) =
            (fields.next(), fields.next().and_then(|n| n.parse().ok()), fields.next().unwrap_or_default());
        let said = match (kind, number) {
            (Some("count"), Some(n)) => Said::Count(target.name, text.to_owned(), n),
            (Some("failure"), Some(index)) => Said::Failure(target.name, index, text.to_owned()),
            (Some("done"), Some(n)) => Said::Done(target.name, n),
            (Some("slow"), Some(index)) => Said::Slow(target.name, index, text.parse().unwrap_or_default()),
            (Some("end"), _) => {
                finished = true;
                continue;
            }
            _ => continue,
        };
        let _ = sender.send(said);
    }
    finished
}

/// Waits for a process that makes progress, and says how it ended.
fn wait(plan: &Plan, child: &mut Child, state: &Path) -> Result<String, String> {
    let (mut last, mut since) = (None, Instant::now());
    let mut pause = Duration::from_millis(1);
    loop {
        if let Some(status) = child.try_wait().map_err(|e| e.to_string())? {
            return Ok(format!("the process ended over it: {status}"));
        }
        let now = index_in(state);
        if now != last {
            (last, since) = (now, Instant::now());
        } else if since.elapsed().as_secs_f64() > plan.patience {
            let _ = child.kill();
            let _ = child.wait();
            return Ok(format!("it took longer than {} s", plan.patience));
        }
        thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(50));
    }
}

fn index_in(state: &Path) -> Option<u64> {
    let bytes = fs::read(state).ok()?;
    Some(u64::from_le_bytes(bytes.try_into().ok()?))
}

/// What a process does with its stretch: `[target, from, count, state file]`.
///
/// # Errors
/// What does not name a stretch; files that cannot be written.
pub fn work(stretch: &[String], seed: u64) -> Result<bool, String> {
    let [target, from, count, state] = stretch else { return Err("a stretch has four parts".to_owned()) };
    let target = named(target)?;
    let number = |text: &str| text.parse::<u64>().map_err(|e| e.to_string());
    let (from, count) = (number(from)?, number(count)?);
    // Panics are caught and told; their messages on standard error would be thousands.
    std::panic::set_hook(Box::new(|_| {}));
    let mut state =
        File::options().write(true).create(true).truncate(false).open(state).map_err(|e| e.to_string())?;
    let mut out = std::io::stdout().lock();
    let mut tags: BTreeMap<String, u64> = BTreeMap::new();
    let (mut slowest, mut done, mut told) = ((0.0, from), 0_u64, Instant::now());
    for index in from..from + count {
        state
            .seek(SeekFrom::Start(0))
            .and_then(|_| state.write_all(&index.to_le_bytes()))
            .map_err(|e| e.to_string())?;
        let begun = Instant::now();
        let trial = targets::run(target, Chance::of_index(target.name, seed, index), None);
        let seconds = begun.elapsed().as_secs_f64();
        if seconds > slowest.0 {
            slowest = (seconds, index);
        }
        for tag in trial.tags {
            *tags.entry(tag).or_default() += 1;
        }
        if let Some(what) = trial.wrong {
            writeln!(out, "failure\t{index}\t{}", what.replace(['\n', '\t'], " "))
                .map_err(|e| e.to_string())?;
        }
        done += 1;
        // Now and then, so that little is lost with the process.
        if told.elapsed() > Duration::from_millis(500) || index + 1 == from + count {
            for (tag, n) in std::mem::take(&mut tags) {
                writeln!(out, "count\t{n}\t{tag}").map_err(|e| e.to_string())?;
            }
            writeln!(out, "done\t{done}\nslow\t{}\t{:.4}", slowest.1, slowest.0)
                .map_err(|e| e.to_string())?;
            out.flush().map_err(|e| e.to_string())?;
            (done, told) = (0, Instant::now());
        }
    }
    writeln!(out, "end").and_then(|()| out.flush()).map_err(|e| e.to_string())?;
    Ok(true)
}

/// Runs one input in this process, writes it to a folder before, and prints what came of it.
///
/// # Errors
/// No target or several; a folder that cannot be made.
pub fn repeat(names: &[String], seed: u64, index: u64, out: &Path) -> Result<bool, String> {
    let [name] = names else { return Err("--index needs one --target".to_owned()) };
    let target = named(name)?;
    fs::create_dir_all(out).map_err(|e| format!("{}: {e}", out.display()))?;
    let keep = out.join(format!("{name}-{seed}-{index}"));
    let begun = Instant::now();
    let Trial { tags, wrong, .. } =
        targets::run(target, Chance::of_index(target.name, seed, index), Some(keep));
    for tag in tags {
        println!("  {tag}");
    }
    println!("{:.2} s", begun.elapsed().as_secs_f64());
    if let Some(what) = &wrong {
        println!("FAILED: {what}");
    }
    Ok(wrong.is_none())
}
