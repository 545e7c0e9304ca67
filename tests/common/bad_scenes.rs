//! Scenes that are wrong, each in one way. `NAME`, `TEXT` and `NUMBER` stand for what a user may write there.

/// A scene with a body, and more in it.
pub fn scene(body: &str, more: &str) -> String {
    format!("(bodies: [(name: \"stone\", shape: Box(half_extents: (1, 1, 1)), {body})], {more})")
}

/// A scene with a body of another shape.
pub fn shaped(shape: &str) -> String {
    format!("(bodies: [(name: \"stone\", shape: {shape})])")
}

/// Texts of scenes that are wrong; NAME, TEXT and NUMBER stand for something of each length.
pub fn bad_scenes() -> Vec<String> {
    let mut texts: Vec<String> = [
        "",
        "World()",
        "(",
        "3",
        "NAME(",
        "(NAME: 1)",
        "(bodies: 3)",
        "(bodies: [])",
        "(bodies: [],)))",
        "#!(x)",
        "/*",
        "(name: \"",
        "(name: \"TEXT",
        "(name: r#\"TEXT",
        "(name: \"\\q\")",
        "(name: 'a')",
        "(name: 3)",
        "(bodies: [(name: \"a\" shape",
        "(bodies: {1: 2})",
        "(bodies: [(name: \"NAME\")])",
        "(bodies: [(shape: Box(half_extents: (1, 1, 1)))])",
        "(time_step: _1)",
        "(format_version: 1e3)",
        "(format_version: -1)",
        "(format_version: 9)",
        "#![enable(NAME)]\n()",
        "(bodies: [(name: \"TEXT\", densty: 1)])",
        "(\u{1}",
        "(duration: Some(1, 2))",
        "(time_step: 10ms, bodies: [])",
        "(time_step: 10 NAME)",
    ]
    .map(str::to_owned)
    .to_vec();
    texts.extend(
        [
            "NAME: 1",
            "kind: 3",
            "position: (1, 2, 3, 4, 5)",
            "orientation: (1, 0, 0, 0, 0)",
            "density: NAME",
            "density: -NUMBER",
            "density: NaN",
            "mass: -NUMBER",
            "mass: 0",
            "friction: -NUMBER",
            "restitution: NUMBER",
            "spawn_time: -NUMBER",
            "color: (NUMBER, 0, 0)",
            "color: (1, 2)",
            "color: \"red\"",
            "position: (NUMBER, -NUMBER, NUMBER)",
            "position: (1, 2)",
            "position: [1]",
            "position: (1, 2, 3, 4)",
            "orientation: (NUMBER, 0, 0, 0)",
            "orientation: (0.1, 0.2, 0.3, 0.123456789123)",
            "orientation: (0, 0, 0, 0)",
            "orientation: (1, 0)",
            "velocity: (NUMBER, 0, 0)",
            "angular_velocity: (NUMBER, NUMBER, NUMBER)",
            "kind: Fixed, velocity: (1, 0, 0)",
            "inertia: NUMBER",
            "inertia: (NUMBER, 1, 1)",
            "inertia: (-NUMBER, 1, 1)",
            "inertia: [1]",
            "inertia: (1, 2)",
            "kind: NAME",
            "mass: 1, mass: 2",
            "name: \"b\"",
            "restitution: \"TEXT\"",
        ]
        .map(|body| scene(body, "")),
    );
    texts.extend(
        [
            "dimension: 3", "contact: (model: \"TEXT\")", "contact: (geometry: 5)", "friction: (cone: 5)", "friction: (law: 5)", "restitution: (law: 5)", "solver: (method: \"lemke\")",
            "friction: (directions: 8.0)", "solver: (max_iterations: 1.5)", "gravity: (0, 0, 0, 0)", "joints: [(kind: 3)]", "controllers: [(kind: \"TEXT\")]",
            "controllers: [(kind: JointPd, joint: \"NAME\", target: 5)]", "controllers: [(kind: JointPd)]", "controllers: [(kind: Path)]", "resume: (memory: 3)",
            "NAME: 1", "time_step: NUMBER", "time_step: \"TEXT\"", "duration: -NUMBER", "gravity: (NUMBER, 0, 0)", "gravity: 9.81", "dimension: NAME",
            "contact: (model: NAME)", "contact: (NAME: 1)", "contact: (geometry: NAME)", "contact: (impact: NAME)", "contact: (detection_distance: NUMBER)",
            "contact: (applicability_angle: NUMBER)", "friction: (directions: 99999999999999999999)", "friction: (directions: 1)", "friction: (cone: NAME)",
            "restitution: (threshold: NUMBER)", "restitution: (law: NAME)", "solver: (method: NAME)", "solver: (tolerance: NUMBER)", "solver: (max_iterations: 0)",
            "solver: (max_iterations: 1e3)", "solver: (max_iterations: 1.5)", "camera: (eye: (1, 1, 1), target: (1, 1, 1))", "camera: (eye: (NUMBER, 1, 1), target: (1, 1, 1))",
            "joints: [Joint]", "joints: [3]", "joints: [(kind: NAME)]", "joints: [(kind: Revolute, bodies: (\"NAME\", \"stone\"))]", "joints: [(kind: Revolute, bodies: (\"stone\"))]",
            "joints: [(kind: Revolute, bodies: (\"stone\", \"stone\"), name: \"NAME\")]", "joints: [(kind: Revolute)]", "joints: [(NAME: 1)]",
            "controllers: [(kind: JointPd, joint: \"NAME\")]", "controllers: [(kind: NAME)]", "controllers: [3]", "controllers: [(kind: Path, body: \"stone\")]",
            "controllers: [(kind: Force, body: \"stone\", force: (NaN, 0, 0))]", "controllers: [(kind: Force, body: \"stone\", from: NUMBER)]",
            "controllers: [(kind: Force, body: \"stone\", from: NUMBER, until: -NUMBER)]", "controllers: [(kind: Force, body: \"NAME\")]",
            "resume: (step: 18446744073709551615, time: 0, poses: [], twists: [], memory: (pairs: []), broken: [])", "resume: (step: 1e3)", "resume: 3",
            "resume: (step: 1, time: 0, poses: [(position: (1, 2), orientation: (0, 0, 0, 1))], twists: [], memory: (pairs: []), broken: [])",
            "resume: (step: 1, time: 0, poses: [(position: (1, 2, 3), orientation: (0, 0, 1))], twists: [], memory: (pairs: []), broken: [])",
            "resume: (step: 1, time: NUMBER, poses: [(position: (1, 2, 3), orientation: (0, 0, 0, 1))], twists: [(linear: (0, 0, 0), angular: (0, 0, 0))], memory: (pairs: []), broken: [])",
            "resume: (step: 1, time: 0, poses: [(position: (NUMBER, 2, 3), orientation: (0, 0, 0, NUMBER))], twists: [(linear: (0, 0, 0), angular: (0, 0, 0))], memory: (pairs: []), broken: [])",
            "resume: (step: 1, time: 0, poses: [(position: (1, 2, 3), orientation: (0, 0, 0, NUMBER))], twists: [(linear: (0, 0, 0), angular: (0, 0, 0))], memory: (pairs: []), broken: [])",
            "resume: (step: 1, time: 0, poses: [(position: (1, 2, 3), orientation: (0, 0, 0, 1))], twists: [(linear: (NUMBER, 0, 0), angular: (0, 0, 0))], memory: (pairs: []), broken: [])",
            "resume: (step: 1, time: 0, poses: [(position: (1, 2, 3), orientation: (0, 0, 0, 1))], twists: [(linear: (0, 0, 0), angular: (0, 0, 0))], memory: (pairs: []), broken: [9, 8, 7, 1111111111, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13])",
        ]
        .map(|more| scene("", more)),
    );
    texts.extend(
        [
            "NAME",
            "NAME()",
            "Box",
            "\"Box\"",
            "5",
            "Platonic(5, 1)",
            "Platonic(Cube, 1, 2)",
            "Union([(shape: 3)])",
            "Box(half_extents: 1)",
            "Box(half_extents: (1, 1))",
            "Box(half_extents: (NUMBER, 1, 1))",
            "Box(half_extents: (-1, 1, 1))",
            "Hull(points: [(1)])",
            "Hull(points: [])",
            "Hull([(0, 0, 0)])",
            "Hull(points: [(NUMBER, 0, 0)])",
            "Hull(points: [(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0)])",
            "RegularPolygon(sides: 3, radius: 1)",
            "Prism(sides: 1e3, radius: 1, height: 1)",
            "Prism(sides: 2, radius: 1, height: 1)",
            "Prism(sides: 3, radius: NUMBER, height: 1)",
            "Platonic(Cube)",
            "Platonic(NAME, 1)",
            "Platonic(Cube, NUMBER)",
            "Platonic(Cube, -NUMBER)",
            "Platonic(Cube, 1e-70)",
            "Union([])",
            "Union([1])",
            "Union(3)",
            "Union([(shape: Box(half_extents: (1, 1, 1)), position: (NUMBER, 0, 0))])",
            "Mesh(path: \"NAME.obj\")",
            "Mesh(path: \"NAME\")",
            "Mesh(path: 3)",
            "Mesh(path: \"a.stl\", scale: -NUMBER)",
            "Mesh(path: \"a.stl\", decompose: true)",
            "Mesh(path: \"dented.obj\", decompose: true)",
            "Mesh(path: \"open.obj\", decompose: true)",
            "Mesh(path: \"a.stl\", decompose: (parts: 10000))",
            "Mesh(path: \"a.stl\", decompose: (tolerance: -NUMBER))",
            "Mesh(path: \"a.stl\", decompose: (NAME: 3))",
            "Mesh(path: \"a.stl\", decompose: 3)",
            "Mesh(path: \"a.stl\", mirror: W)",
            "Mesh(path: \"broken.glb\")",
            "Mesh(path: \"broken.obj\")",
            "Mesh(path: \"broken.stl\")",
            "Mesh(path: \"dented.obj\")",
        ]
        .map(shaped),
    );
    let joined = |joint: &str, more: &str| {
        format!(
            "(bodies: [(name: \"NAME\", shape: Box(half_extents: (1, 1, 1))), (name: \"b\", shape: Box(half_extents: (1, 1, 1)), position: (9, 0, 0))], \
             joints: [(name: \"NAME\", bodies: (\"NAME\", \"b\"), {joint})], {more})"
        )
    };
    texts.extend(
        [
            "kind: Revolute, axis: (0, 0, 0)",
            "kind: Revolute, axis: (0, 0, NaN)",
            "kind: Revolute, axis: (NUMBER, 0, 0)",
            "kind: Fixed, limits: (0, 1)",
            "kind: Revolute, limits: (NUMBER, -NUMBER)",
            "kind: Fixed, start: NUMBER",
            "kind: Prismatic, start: NaN",
            "kind: Revolute, start: 0.5, limits: (-1, 0.4)",
            "kind: Revolute, break_force: -NUMBER",
            "kind: Spherical, point: (NUMBER, 0, 0)",
        ]
        .map(|joint| joined(joint, "")),
    );
    texts.extend(
        [
            "",
            "kp: -NUMBER",
            "max: -NUMBER",
            "target: NAME",
            "target: Constant(NaN)",
            "target: Constant(inf)",
            "target: Trajectory([])",
            "target: Trajectory([(0, 1), (2, 1), (1, NUMBER)])",
            "target: Trajectory([(NUMBER, 1), (-NUMBER, 1)])",
            "target: Sine(amplitude: NaN, frequency: 1)",
            "target: Constant(1, 2)",
        ]
        .map(|fields| {
            joined("kind: Revolute", &format!("controllers: [(kind: JointPd, joint: \"NAME\", {fields})]"))
        }),
    );
    texts.push(joined("kind: Fixed", "controllers: [(kind: JointPd, joint: \"NAME\", target: Constant(1))]"));
    let two = "(name: \"NAME\", shape: Box(half_extents: (1, 1, 1)))";
    texts.push(format!("(bodies: [{two}, {two}])"));
    texts.push(format!("(bodies: [{two}, {}])", two.replace("NAME", "b")));
    let crowd: Vec<String> = (0..200)
        .map(|k| {
            format!("(name: \"NAME{k}\", shape: Box(half_extents: (1, 1, 1)), position: ({}, 0, 0))", 3 * k)
        })
        .collect();
    texts.push(format!(
        "(bodies: [{}], joints: [(kind: Revolute, bodies: (\"NAME0\", \"nobody\"))])",
        crowd.join(", ")
    ));
    for open in ["(", "[", "(bodies: [(shape: Union([(shape: "] {
        texts.push(open.repeat(200));
    }
    texts
}
