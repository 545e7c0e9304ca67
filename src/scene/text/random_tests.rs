//! Random scenes in random layouts with random comments, changed at random: what comes out says the new scene to the bit, and
//! the comments of what was not touched are all there.

use crate::math::{Dimension, Pose, Twist};
use crate::scene::format::{
    Axis, BodyDescription, ControllerDescription, DecomposeSettings, Inertia, JointDescription, JointKind,
    PartDescription, PlatonicSolid, Point, Scene, Shape, Target,
};
use crate::scene::load::parse;
use crate::scene::save::to_text;
use crate::scene::text::edit_text;
use crate::scene::text::tree::{Group, Node, Tree, field_name};
use crate::world::{BodyKind, State};
use proptest::prelude::*;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Dice.
struct Dice(ChaCha8Rng);

impl Dice {
    fn below(&mut self, count: usize) -> usize {
        (self.0.next_u64() % count as u64) as usize
    }

    fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    fn number(&mut self) -> f64 {
        match self.below(6) {
            0 => 0.0,
            1 => -0.0,
            2 => self.below(5) as f64,
            3 => -1.25e-7,
            _ => self.below(1_000_000) as f64 / 3e5,
        }
    }

    fn vector(&mut self) -> [f64; 3] {
        [0; 3].map(|_| self.number())
    }

    fn name(&mut self) -> String {
        let odd = ["", " \"quoted\"", " // no comment", " )", "\n", " ü", " \\ ", " r#\"", "/*"];
        format!("body {}{}", self.0.next_u64(), odd[self.below(odd.len())])
    }

    fn shape(&mut self) -> Shape {
        match self.below(7) {
            0 => Shape::Box { half_extents: Point::Space(self.vector()) },
            1 => Shape::Box { half_extents: Point::Plane([self.number(), 1.0]) },
            2 => Shape::Hull { points: (0..self.below(6)).map(|_| Point::Space(self.vector())).collect() },
            3 => Shape::Platonic(PlatonicSolid::Cube, self.number()),
            4 => Shape::Mesh {
                path: "a/b.obj".to_owned(),
                decompose: self.one_in(2).then(DecomposeSettings::default),
                hull: self.one_in(3),
                scale: self.number(),
                mirror: self.one_in(2).then_some(Axis::Z),
            },
            5 => Shape::Union(
                (0..self.below(3))
                    .map(|_| PartDescription {
                        shape: Shape::Prism { sides: self.below(9), radius: self.number(), height: 1.0 },
                        position: self.vector(),
                        orientation: [1.0, 0.0, 0.0, 0.0],
                    })
                    .collect(),
            ),
            _ => Shape::RegularPolygon { sides: self.below(9), radius: self.number() },
        }
    }

    fn body(&mut self) -> BodyDescription {
        let kinds = [BodyKind::Fixed, BodyKind::Dynamic, BodyKind::Kinematic];
        let mut body = BodyDescription::new(&self.name(), kinds[self.below(3)], self.shape());
        for _ in 0..self.below(6) {
            self.change_body(&mut body);
        }
        body
    }

    /// Changes anything but the name.
    fn change_body(&mut self, body: &mut BodyDescription) {
        match self.below(13) {
            0 => body.position = self.vector(),
            1 => body.velocity = if self.one_in(2) { [0.0; 3] } else { self.vector() },
            2 => body.mass = self.one_in(2).then(|| self.number()),
            3 => body.inertia = self.one_in(2).then(|| Inertia::Principal(self.vector())),
            4 => body.color = self.one_in(2).then(|| [0.5, self.number() as f32, 0.1]),
            5 => body.friction = self.number(),
            6 => body.shape = self.shape(),
            7 => body.density = if self.one_in(2) { 1000.0 } else { self.number() },
            8 => {
                if let Shape::Hull { points } = &mut body.shape {
                    let at = self.below(points.len() + 1);
                    points.insert(at, Point::Plane([self.number(), self.number()]));
                }
            }
            9 => body.collide = self.one_in(2),
            10 => body.centre_of_mass = self.one_in(2).then(|| self.vector()),
            11 => body.inertia = Some(Inertia::Full([1.0, 2.0, 3.0, self.number(), 0.0, self.number()])),
            _ => body.kind = BodyKind::Kinematic,
        }
    }

    fn scene(&mut self) -> Scene {
        let mut scene = Scene::new(&self.name(), Dimension::Three);
        for _ in 0..self.below(5) {
            let body = self.body();
            scene.bodies.push(body);
        }
        for _ in 0..self.below(8) {
            self.change_settings(&mut scene);
        }
        scene
    }

    fn change_settings(&mut self, scene: &mut Scene) {
        match self.below(11) {
            0 => scene.time_step = self.number(),
            1 => scene.duration = self.one_in(2).then(|| self.number()),
            2 => scene.gravity = self.one_in(2).then(|| self.vector()),
            3 => scene.description = self.name(),
            4 => scene.joint_correction = self.one_in(2),
            5 => scene.contact.detection_distance = self.one_in(2).then(|| self.number()),
            6 => scene.friction.directions = 4 + self.below(9),
            7 => scene.joints.push(JointDescription {
                start: if self.one_in(2) { 0.25 } else { 0.0 },
                limits: self.one_in(2).then_some((-1.0, 0.5)),
                ..JointDescription::new(JointKind::Revolute, "a", "b", self.vector(), [0.0, 0.0, 1.0])
            }),
            8 => drop(scene.joints.pop()),
            9 => {
                let target = Target::Trajectory(vec![(0.0, self.number()), (2.0, -1.0)]);
                scene.controllers.push(ControllerDescription::joint_pd("elbow", target, self.number(), 5.0));
            }
            _ => {
                let count = scene.bodies.len();
                let state = State::at_start(vec![Pose::identity(); count], vec![Twist::zero(); count]);
                let state = State { step: self.0.next_u64() % 100, time: self.number(), ..state };
                scene.resume = self.one_in(2).then_some(state);
            }
        }
    }

    /// Changes the scene; says for each body which one it was.
    fn change(&mut self, scene: &mut Scene) -> Vec<Option<usize>> {
        let mut was: Vec<Option<usize>> = (0..scene.bodies.len()).map(Some).collect();
        for _ in 0..self.below(6) {
            let count = scene.bodies.len();
            match self.below(6) {
                0 => self.change_settings(scene),
                1 => {
                    let at = self.below(count + 1);
                    let body = self.body();
                    scene.bodies.insert(at, body);
                    was.insert(at, None);
                }
                _ if count == 0 => {}
                2 => {
                    let at = self.below(count);
                    scene.bodies.remove(at);
                    was.remove(at);
                }
                3 => {
                    let at = self.below(count);
                    scene.bodies[at].name = self.name();
                }
                _ => {
                    let at = self.below(count);
                    self.change_body(&mut scene.bodies[at]);
                }
            }
        }
        was
    }
}

/// A comment, and the fields and elements in whose brackets it stands.
struct Remark {
    text: String,
    within: Vec<String>,
}

/// A scene as somebody may have written it.
struct Writer<'a> {
    dice: &'a mut Dice,
    tree: &'a Tree<'a>,
    out: String,
    remarks: Vec<Remark>,
    within: Vec<String>,
    /// Whether line breaks and comments are few.
    terse: bool,
}

impl Writer<'_> {
    /// White space and comments, or nothing.
    fn blank(&mut self) {
        let few = if self.terse { 20 } else { 1 };
        for _ in 0..self.dice.below(3) {
            match self.dice.below(6 * few) {
                0 | 1 => self.out.push_str(["\n", "\n\n", "\r\n", "\n    ", "\n\t"][self.dice.below(5)]),
                2 => self.out.push(' '),
                kind @ (3 | 4) => {
                    let number = self.remarks.len();
                    let line = kind == 3;
                    let text =
                        if line { format!("// ({number}) [\"") } else { format!("/* ({number}\n/* */ */") };
                    self.out.push_str(&text);
                    if line {
                        self.out.push('\n');
                    }
                    self.remarks.push(Remark { text, within: self.within.clone() });
                }
                _ => {}
            }
        }
    }

    fn node(&mut self, node: &Node) {
        let text = self.tree.text_of(node);
        let Some(group) = &node.group else {
            let is_number = text.contains('.') && !text.contains(['e', '"']);
            let spelt = if is_number && self.dice.one_in(3) { format!("{text}0") } else { text.to_owned() };
            return self.out.push_str(&spelt);
        };
        let name = group.name.clone().map(|name| &self.tree.text[name]);
        if name == Some("Some") && self.dice.one_in(2) {
            // It may be left out.
            return self.node(&group.items[0].value);
        }
        self.out.push_str(name.unwrap_or_default());
        self.group(group);
    }

    fn group(&mut self, group: &Group) {
        self.out.push(group.bracket);
        self.blank();
        let mut order: Vec<usize> = (0..group.items.len()).collect();
        if group.is_struct() && !order.is_empty() && self.dice.one_in(3) {
            let (a, b) = (self.dice.below(order.len()), self.dice.below(order.len()));
            order.swap(a, b);
        }
        for (k, &index) in order.iter().enumerate() {
            let item = &group.items[index];
            let name = field_name(self.tree.text, item);
            if let Some(name) = name {
                self.out.push_str(name);
                self.blank();
                self.out.push(':');
                self.blank();
            }
            self.within.push(name.map_or_else(|| index.to_string(), str::to_owned));
            self.node(&item.value);
            self.within.pop();
            self.blank();
            if k + 1 < order.len() || self.dice.one_in(2) {
                self.out.push(',');
                self.blank();
            }
        }
        self.out.push(match group.bracket {
            '(' => ')',
            '[' => ']',
            _ => '}',
        });
    }
}

fn text_of<'a>(tree: &'a Tree, node: &Node) -> &'a str {
    tree.text_of(node)
}

/// Whether a comment must be there after the change: it stands within something that is the same, and nothing was taken out
/// of the brackets in which it stands, or of those around them.
fn must_stay(within: &[String], old: (&Tree, &Node), new: (&Tree, &Node), was: &[Option<usize>]) -> bool {
    if text_of(old.0, old.1) == text_of(new.0, new.1) {
        return true;
    }
    let (Some(before), Some(after)) = (&old.1.group, &new.1.group) else { return false };
    let Some((first, rest)) = within.split_first() else {
        // In these brackets themselves: next to something that went it may have gone with it.
        let lost_field =
            |item| after.field(new.0.text, field_name(old.0.text, item).unwrap_or_default()).is_none();
        return before.is_struct() && !before.items.iter().any(lost_field);
    };
    if before.is_struct() && after.is_struct() {
        let places = before.field(old.0.text, first).zip(after.field(new.0.text, first));
        return places.is_some_and(|(a, b)| {
            let (a, b) = ((old.0, &before.items[a].value), (new.0, &after.items[b].value));
            let same = text_of(a.0, a.1) == text_of(b.0, b.1);
            same || (first == "bodies" && bodies_stay(rest, a, b, was))
        });
    }
    false
}

fn bodies_stay(within: &[String], old: (&Tree, &Node), new: (&Tree, &Node), was: &[Option<usize>]) -> bool {
    let (Some(before), Some(after)) = (&old.1.group, &new.1.group) else { return false };
    let name = |(tree, group): (&Tree, &Group), index: usize| {
        let body = group.items[index].value.group.as_ref().unwrap();
        text_of(tree, &body.items[body.field(tree.text, "name").unwrap()].value).to_owned()
    };
    let Some((first, rest)) = within.split_first() else {
        // Between bodies: all that were there are, under their names.
        return (0..before.items.len()).all(|i| {
            let now = was.iter().position(|was| *was == Some(i));
            now.is_some_and(|j| name((old.0, before), i) == name((new.0, after), j))
        });
    };
    let i: usize = first.parse().unwrap();
    let Some(j) = was.iter().position(|was| *was == Some(i)) else { return false };
    if name((old.0, before), i) != name((new.0, after), j) {
        return false;
    }
    must_stay(rest, (old.0, &before.items[i].value), (new.0, &after.items[j].value), &[])
}

fn check(seed: u64) {
    let mut dice = Dice(ChaCha8Rng::seed_from_u64(seed));
    let mut scene = dice.scene();
    let before = to_text(&scene);
    let tree = Tree::read(&before).unwrap();
    let terse = dice.one_in(3);
    let mut writer = Writer {
        dice: &mut dice,
        tree: &tree,
        out: String::new(),
        remarks: Vec::new(),
        within: Vec::new(),
        terse,
    };
    writer.blank();
    writer.node(&tree.root);
    writer.blank();
    let (text, remarks) = (writer.out, writer.remarks);
    let read = parse(&text, "x").unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"));
    assert_eq!(to_text(&read), before, "seed {seed}: a fault of this test\n{text}");
    assert_eq!(edit_text(&text, &scene).unwrap(), text, "seed {seed}");

    let was = dice.change(&mut scene);
    let after = to_text(&scene);
    let edited = edit_text(&text, &scene).unwrap_or_else(|error| panic!("seed {seed}: {error}\n{text}"));
    assert_eq!(to_text(&parse(&edited, "x").unwrap()), after, "seed {seed}");
    let new = Tree::read(&after).unwrap();
    // Bodies stay bodies of a saved moment by their number: with it all may be written anew.
    for remark in &remarks {
        if must_stay(&remark.within, (&tree, &tree.root), (&new, &new.root), &was) {
            let Remark { text: comment, within } = remark;
            assert!(
                edited.contains(comment.as_str()),
                "seed {seed}: `{comment}` of {within:?} is gone:\n{text}\n=====\n{edited}"
            );
        }
    }
    // And back again.
    let back = edit_text(&edited, &read).unwrap_or_else(|error| panic!("seed {seed}: {error}\n{edited}"));
    assert_eq!(to_text(&parse(&back, "x").unwrap()), before, "seed {seed}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]
    #[test]
    fn a_changed_text_says_the_changed_scene_and_keeps_the_comments_of_the_rest(seed in any::<u64>()) {
        check(seed);
    }
}
