//! Branches in the file: what was left for another way on comes back, to be gone back to and gone on with.

use super::*;
use crate::app::explain::tests::step;
use crate::app::messages::Messages;
use crate::app::past::timeline;

/// The example, gone on otherwise two steps before its end, twice.
fn branched() -> Workbench {
    let mut bench = example::bench();
    for _ in 0..2 {
        let from = bench.step() - 2;
        timeline::seek(&mut bench, &mut Messages::default(), from);
        branches::keep(&mut bench);
        for pane in &mut bench.panes {
            pane.forget_after(from);
            pane.simulation.state.twists[3].linear.x += 0.25;
            pane.recording.push(pane.frame(true));
            (0..3).for_each(|_| step(pane));
            pane.history.forget_wall_times();
            pane.read_truth();
        }
    }
    assert_eq!(bench.branches.iter().len(), 2);
    bench
}

fn bytes_of(bench: &Workbench) -> Vec<u8> {
    format3::write(&recorded(bench)).expect("it is written")
}

#[test]
fn branches_come_back_with_every_bit_and_are_saved_once() {
    let bench = branched();
    let opened = open_bytes(&bytes_of(&bench)).expect("it opens");
    assert_eq!(opened.remark, None);
    let mut opened = opened.bench;
    assert_same(&bench, &opened);
    let told = |bench: &Workbench| -> Vec<_> {
        bench.branches.iter().map(|b| (b.from, b.to, b.title.clone())).collect()
    };
    assert_eq!(told(&bench), told(&opened));
    // What is saved again shares the same steps.
    assert_eq!(bytes_of(&opened), bytes_of(&bench));
    for id in 0..2 {
        let (mut here, mut there) = (bench.clone(), opened.clone());
        assert!(branches::switch(&mut here, id) && branches::switch(&mut there, id));
        // Which bodies are deepest is measured where a moment is shown.
        here.panes.iter_mut().chain(&mut there.panes).for_each(Pane::read_truth);
        assert_same(&here, &there);
        assert_ne!(hashes(&here), hashes(&bench), "it went another way");
        assert_eq!(differing(&there), [None; 3], "it repeats");
    }
    // Nothing of it would be lost.
    opened.saved_runs = Default::default();
    assert!(opened.lost_branches().count() == 2 && opened.has_unsaved_run());
    opened.note_saved_runs();
    assert!(opened.lost_branches().count() == 0 && !opened.has_unsaved_run());
    // The steps that a branch has in common with the run are there once.
    let count = |bench: &Workbench| {
        let bytes = bytes_of(bench);
        let (head, blocks) = split(&bytes);
        let panes = 3 + head["branches"].as_array().map_or(0, |branches| 3 * branches.len());
        let mut reader = Reader(blocks);
        let mut steps = 0;
        for _ in 0..panes {
            let mut records = Reader(reader.block::<u64>().expect("frames"));
            while !records.is_empty() {
                records.block::<u32>().expect("a record");
                steps += 1;
            }
            reader.block::<u64>().expect("samples");
        }
        assert!(reader.is_empty(), "nothing else is there");
        steps
    };
    let mut alone = bench.clone();
    alone.branches = Branches::default();
    assert_eq!(count(&bench), count(&alone) + 2 * 3 * 3, "of each pane of both the last three");
}

#[test]
fn a_file_with_branches_that_cannot_be_is_refused_and_one_without_them_opens() {
    let bytes = bytes_of(&branched());
    let with_head = |change: &dyn Fn(&mut Value)| {
        let (mut head, blocks) = split(&bytes);
        change(&mut head);
        format3::seal(&head, blocks).expect("it is sealed")
    };
    let cases: [(&str, &dyn Fn(&mut Value)); 3] = [
        ("branch 2: pane 1: it shares 99 steps with a run that has fewer", &|head| {
            head["branches"][1]["shared"][0] = json!(99);
        }),
        ("does not follow the one before it", &|head| head["branches"][0]["shared"][2] = json!(1)),
        ("branch 1: it has 0 panes", &|head| {
            head["branches"] = json!([{"from": 3, "time_step": 0.01, "panes": [], "shared": []}]);
        }),
    ];
    for (what, change) in cases {
        let said = refused(&with_head(change));
        assert!(said.contains("is damaged") && said.contains(what), "{said}");
    }
    // A reader of before there were branches sees a name that it does not know, and leaves the blocks.
    let without = with_head(&|head| {
        let map = head.as_object_mut().expect("a map");
        let branches = map.remove("branches").expect("branches");
        map.insert("branches of tomorrow".to_owned(), branches);
    });
    let opened = open_bytes(&without).expect("it opens");
    assert_same(&branched(), &opened.bench);
    assert!(opened.remark.is_some_and(|remark| remark.contains("branches of tomorrow")));
}
