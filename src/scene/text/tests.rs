//! Texts as people write them, before and after a change in the window.

use crate::scene::Scene;
use crate::scene::format::{BodyDescription, Inertia, Point, Shape};
use crate::scene::load::parse;
use crate::scene::save::to_text;
use crate::scene::text::edit_text;
use crate::world::{BodyKind, State};

const TEXT: &str = r#"// Measured in the lab, 3 May.
#![enable(implicit_some)]
Scene( // the slide
    /* two lines
       of title */
    name: "slide",          // keep short
    gravity: (0, 0, -9.81), // Munich
    duration: 5,

    // ----- bodies -----

    bodies: [
        // the floor
        (name: "floor", kind: Fixed, shape: Box(half_extents: (1, 1, 0.1))),
        // the stone,
        // from the quarry
        (
            name: "stone",  // granite
            shape: Hull(points: [
                (0.1, 0.0, 0.2), // top
                (0.0, -0.20, 0.0), (0.0, 0.2, 0.0),
                (-0.1, 0.0, 0.0), // left
            ]),
            position: (0.0, 0.0, 1.30), // on the ramp
            density: 2.6e3,
        ), // end of the stone

        // ----- walls -----

        // the wall
        (name: "wall", kind: Fixed, shape: Box(half_extents: (0.1, 1, 1)), position: (2, 0, 0)),
    ],
    solver: (tolerance: 1e-9), /* tight */
)
// the end
"#;

fn scene() -> Scene {
    parse(TEXT, "x").unwrap()
}

/// The text after a change, which must say the changed scene to the bit.
#[track_caller]
fn changed(text: &str, change: impl FnOnce(&mut Scene)) -> String {
    let mut scene = parse(text, "x").unwrap();
    change(&mut scene);
    let edited = edit_text(text, &scene).unwrap();
    assert_eq!(to_text(&parse(&edited, "x").unwrap()), to_text(&scene), "{edited}");
    edited
}

/// The lines that went, and those that came.
fn difference(before: &str, after: &str) -> (Vec<String>, Vec<String>) {
    let less = |a: &str, b: &str| {
        a.lines().filter(|line| !b.lines().any(|other| other == *line)).map(str::to_owned).collect()
    };
    (less(before, after), less(after, before))
}

#[test]
fn what_says_the_scene_already_stays_to_the_byte() {
    assert_eq!(edit_text(TEXT, &scene()).unwrap(), TEXT);
    let windows = format!("\u{feff}{}", TEXT.replace('\n', "\r\n"));
    assert_eq!(edit_text(&windows, &scene()).unwrap(), windows);
}

#[test]
fn a_number_that_changed_is_the_only_thing_that_does() {
    let edited = changed(TEXT, |scene| scene.bodies[1].position[2] = 1.5);
    assert_eq!(edited, TEXT.replace("(0.0, 0.0, 1.30)", "(0.0, 0.0, 1.5)"));
    let edited = changed(TEXT, |scene| scene.bodies[1].density = 1000.5);
    assert_eq!(edited, TEXT.replace("2.6e3", "1000.5"));
    let edited = changed(TEXT, |scene| scene.duration = Some(7.0));
    assert_eq!(edited, TEXT.replace("duration: 5,", "duration: 7.0,"));
    let edited = changed(TEXT, |scene| scene.gravity = Some([0.0, -1.0, -9.81]));
    assert_eq!(edited, TEXT.replace("(0, 0, -9.81)", "(0, -1.0, -9.81)"));
    let edited = changed(TEXT, |scene| scene.bodies[0].name = "ground".to_owned());
    assert_eq!(edited, TEXT.replace("\"floor\"", "\"ground\""));
    let edited = changed(TEXT, |scene| scene.bodies[1].position[0] = -0.0);
    assert_eq!(edited, TEXT.replace("(0.0, 0.0, 1.30)", "(-0.0, 0.0, 1.30)"));
}

#[test]
fn a_field_comes_and_goes_with_its_comment() {
    let edited = changed(TEXT, |scene| scene.bodies[1].velocity = [1.0, 0.0, 0.0]);
    let (went, came) = difference(TEXT, &edited);
    assert_eq!((went.len(), came), (0, vec!["            velocity: (1.0, 0.0, 0.0),".to_owned()]));
    assert!(edited.contains("// on the ramp\n            velocity"), "{edited}");
    assert_eq!(changed(&edited, |scene| scene.bodies[1].velocity = [0.0; 3]), TEXT);
    let edited = changed(TEXT, |scene| scene.bodies[0].friction = 0.5);
    assert!(
        edited
            .contains("(name: \"floor\", kind: Fixed, shape: Box(half_extents: (1, 1, 0.1)), friction: 0.5)")
    );
    assert_eq!(changed(&edited, |scene| scene.bodies[0].friction = 0.0), TEXT);
    let edited = changed(TEXT, |scene| scene.duration = None);
    assert_eq!(edited, TEXT.replace("duration: 5,", "duration: None,"));
    let edited = changed(TEXT, |scene| scene.bodies[1].inertia = Some(Inertia::Scalar(2.0)));
    assert_eq!(changed(&edited, |scene| scene.bodies[1].inertia = None), TEXT);
}

#[test]
fn a_body_comes_in_the_style_of_its_neighbour_and_goes_with_its_own_comment() {
    let shape = Shape::RegularPolygon { sides: 5, radius: 0.1 };
    let body = BodyDescription::new("new", BodyKind::Dynamic, shape);
    let edited = changed(TEXT, |scene| scene.bodies.push(body.clone()));
    let (went, came) = difference(TEXT, &edited);
    let line = "(name: \"new\", kind: Dynamic, shape: RegularPolygon(sides: 5, radius: 0.1), position: (0.0, 0.0, 0.0)),";
    assert_eq!((went.len(), came), (0, vec![format!("        {line}")]));
    assert_eq!(changed(&edited, |scene| drop(scene.bodies.pop())), TEXT);
    // Behind the one whose fields stand below each other.
    let edited = changed(TEXT, |scene| scene.bodies.insert(2, body.clone()));
    let (went, came) = difference(TEXT, &edited);
    assert_eq!(went, Vec::<String>::new());
    assert!(came.contains(&"            name: \"new\",".to_owned()), "{edited}");
    assert!(edited.contains("), // end of the stone\n        (\n            name: \"new\","), "{edited}");
    assert_eq!(changed(&edited, |scene| drop(scene.bodies.remove(2))), TEXT);

    let edited = changed(TEXT, |scene| drop(scene.bodies.remove(1)));
    let gone = ["the stone", "quarry", "granite", "top", "left", "ramp", "end of the stone"];
    for comment in gone {
        assert!(!edited.contains(&format!("// {comment}")), "{comment}: {edited}");
    }
    let stays = ["the floor", "----- walls", "the wall", "----- bodies", "keep short", "the end"];
    for comment in stays {
        assert!(edited.contains(&format!("// {comment}")), "{comment}: {edited}");
    }
    let edited = changed(TEXT, |scene| drop(scene.bodies.remove(2)));
    assert!(edited.contains("// ----- walls") && !edited.contains("// the wall"), "{edited}");
}

#[test]
fn points_of_a_hull_are_changed_one_by_one() {
    let edited = changed(TEXT, |scene| {
        let Shape::Hull { points } = &mut scene.bodies[1].shape else { panic!("a hull") };
        points[1] = Point::Space([0.0, -0.2, 0.1]);
        points.push(Point::Space([0.0, 0.0, 0.5]));
    });
    assert!(edited.contains("(0.0, -0.20, 0.1), (0.0, 0.2, 0.0)"), "{edited}");
    assert!(edited.contains("(0.1, 0.0, 0.2), // top") && edited.contains("// left"), "{edited}");
}

#[test]
fn all_on_one_line_stays_so() {
    let text = r#"(name:"a",bodies:[(name:"x",shape:Box(half_extents:(1,1))),(name:"y",shape:Box(half_extents:(1,1)))])"#;
    let edited = changed(text, |scene| drop(scene.bodies.remove(1)));
    assert_eq!(edited, r#"(name:"a",bodies:[(name:"x",shape:Box(half_extents:(1,1)))])"#);
    let edited = changed(text, |scene| drop(scene.bodies.remove(0)));
    assert_eq!(edited, r#"(name:"a",bodies:[(name:"y",shape:Box(half_extents:(1,1)))])"#);
    let edited = changed(text, |scene| scene.bodies.clear());
    assert_eq!(edited, r#"(name:"a",bodies:[])"#);
    let back = changed(&edited, |scene| {
        scene.bodies.push(BodyDescription::new(
            "z",
            BodyKind::Fixed,
            Shape::RegularPolygon { sides: 3, radius: 1.0 },
        ));
    });
    assert_eq!(back.lines().count(), 3, "{back}");
    let edited = changed(text, |scene| scene.bodies[0].kind = BodyKind::Fixed);
    assert!(edited.contains(r#"(name:"x", kind: Fixed,shape"#), "{edited}");
}

#[test]
fn lines_end_as_they_did() {
    let windows = TEXT.replace('\n', "\r\n");
    let edited = changed(&windows, |scene| {
        scene.bodies[1].friction = 0.25;
        scene.bodies.push(scene.bodies[0].clone());
        scene.bodies[3].name = "second floor".to_owned();
        scene.contact.applicability_angle = 0.2;
    });
    assert_eq!(edited.matches('\n').count(), edited.matches("\r\n").count(), "{edited:?}");
    let back = changed(&edited, |scene| {
        scene.bodies[1].friction = 0.0;
        scene.bodies.pop();
    });
    assert_eq!(back.lines().count(), windows.lines().count() + 5, "the contact settings stay");
}

#[test]
fn a_moment_is_added_and_taken_out_again() {
    let state = State::at_start(vec![crate::math::Pose::identity(); 3], vec![crate::math::Twist::zero(); 3]);
    let edited = changed(TEXT, |scene| scene.resume = Some(State { step: 7, time: 0.07, ..state.clone() }));
    assert!(edited.contains("format_version: 2,") && edited.contains("resume: Some(("), "{edited}");
    let (went, _) = difference(TEXT, &edited);
    assert_eq!(went, Vec::<String>::new());
    assert_eq!(changed(&edited, |scene| scene.resume = None), TEXT);
    // One of before there was a lag: what is there is read by other rules than what comes.
    let old = edited.replace("    format_version: 2,\n", "");
    let lag = old.lines().find(|line| line.trim().starts_with("lag:")).unwrap();
    let old = old.replace(&format!("{lag}\n"), "");
    let later = changed(&old, |scene| scene.resume.as_mut().unwrap().time = 0.5);
    assert!(later.contains("format_version: 2,") && later.contains("// granite"), "{later}");
    let same = parse(&old, "x").unwrap();
    assert_eq!(edit_text(&old, &same).unwrap(), old);
    changed(&old, |scene| scene.time_step = 0.5);
}

#[test]
fn what_cannot_be_kept_is_said() {
    let said = edit_text("Scene(bodies: [", &scene()).unwrap_err();
    assert!(said.contains("no scene"), "{said}");
}

#[test]
fn every_scene_of_the_program_can_be_changed_without_a_new_layout() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes");
    for path in crate::scene::scene_files(&root).unwrap() {
        let text = std::fs::read_to_string(&path).unwrap();
        let edited = changed(&text, |scene| scene.bodies[0].restitution = 0.125);
        let (went, came) = difference(&text, &edited);
        assert!(went.len() <= 1 && came.len() <= 1, "{}: {came:?}", path.display());
    }
}
