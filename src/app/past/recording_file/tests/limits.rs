//! What no run has and no reader holds: moments out of range, brackets and names without end.

use super::*;

#[test]
fn steps_that_no_run_has_are_refused() {
    let refuse = |change: &dyn Fn(&mut Frame), what: &str| {
        let mut bench = example::bench();
        let frames: Vec<Arc<Frame>> = bench.panes[0].recording.frames().cloned().collect();
        let mut changed = (*frames[5]).clone();
        change(&mut changed);
        bench.panes[0].recording.clear();
        bench.panes[0].recording.push(Arc::clone(&frames[4]));
        bench.panes[0].recording.push(changed);
        let said = refused(&format3::write(&recorded(&bench)).expect("it is written"));
        assert!(said.contains("is damaged") && said.contains(what), "{what}: {said}");
    };
    refuse(&|frame| frame.state.step = u64::MAX, "does not follow");
    refuse(&|frame| frame.state.poses[2].position.x = f64::NAN, "position");
    refuse(&|frame| frame.input.wrenches[0].1.force.x = f64::INFINITY, "a force from outside is no number");
    refuse(&|frame| frame.input.wrenches[0].0.0 = 99, "a body that is not there");
    refuse(&|frame| frame.state.broken = vec![4], "broken");
    refuse(&|frame| frame.state.lag = f64::NAN, "lag is missing or NaN");
    refuse(&|frame| frame.state.lag = 1e300, "lag is 1e300");
    refuse(&|frame| frame.state.time = 1e300, "time is 1e300");
    refuse(&|frame| frame.state.poses[2].position.x = 1e300, "at most 1e13 m");
    refuse(&|frame| frame.state.twists[2].angular.x = 1e300, "at most 1e7 rad/s");
    refuse(&|frame| frame.state.lag = -0.005, "lag is -0.005");

    // A run that stands at the largest number there is: one more step would overflow.
    let mut bench = example::bench();
    for pane in &mut bench.panes {
        pane.recording.clear();
        pane.simulation.state.step = u64::MAX;
    }
    assert!(
        refused(&format3::write(&recorded(&bench)).expect("it is written")).contains("a run has at most")
    );

    let mut bench = example::bench();
    let last = *bench.panes[0].history.last().expect("a sample");
    bench.panes[0].history.push(Sample { step: 1, ..last });
    assert!(refused(&format3::write(&recorded(&bench)).expect("it is written")).contains("not in the order"));
}

/// Brackets in brackets, few enough for the stack and too many for a reader.
fn nested(depth: usize) -> Value {
    (0..depth).fold(json!(1), |inner, _| json!([inner]))
}

#[test]
fn brackets_and_names_without_end_are_refused_in_a_sentence() {
    let cases = [
        (with_head(|head| head["author"] = nested(200)), "its brackets are nested too deeply"),
        (
            with_head(|head| head["scenes"][0]["text"] = json!("(".repeat(1_000_000))),
            "the brackets are nested too deeply",
        ),
        (
            with_head(|head| head["settings"][0]["solver"] = json!("long".repeat(20_000))),
            "unknown solver `longlong",
        ),
        (with_head(|head| head["time_step"] = json!("long".repeat(20_000))), "…"),
    ];
    for (bytes, what) in cases {
        let said = refused(&bytes);
        let (_, reason) = said.split_once(".pegrec").expect("the file");
        assert!(said.contains(what) && reason.chars().count() <= 260, "{what}: {said}");
    }
}
