//! Scenes as RON text, one body on a line.

use crate::scene::format::{Scene, VERSION_WITH_LAG};
use ron::ser::PrettyConfig;

/// The text of a scene. Reading it gives an equal scene, bit for bit.
pub fn to_text(scene: &Scene) -> String {
    let pretty = PrettyConfig::new().depth_limit(2).new_line("\n").indentor("    ");
    // A program that does not know of a lag must not go on from the moment.
    let versioned =
        scene.resume.as_ref().map(|_| Scene { format_version: VERSION_WITH_LAG, ..scene.clone() });
    // Without the extension that lets `Some` be left out: files are written as the format says.
    match ron::Options::default().to_string_pretty(versioned.as_ref().unwrap_or(scene), pretty) {
        Ok(text) => format!("Scene{text}\n"),
        // Strings, numbers, lists and structs always serialise; a comment beats a panic if that ever changes.
        Err(error) => format!("// The scene could not be written: {error}\n"),
    }
}

#[cfg(test)]
mod tests {
    use crate::math::Dimension;
    use crate::scene::format::*;
    use crate::scene::load::parse;
    use crate::scene::save::to_text;
    use crate::step::{Cone, Geometry, ImpactTreatment};
    use crate::world::BodyKind;

    #[test]
    fn every_field_survives_the_way_to_text_and_back() {
        let mut scene = Scene::new("all \"fields\"\n", Dimension::Three);
        scene.gravity = Some([0.1, -0.0, -1e-300]);
        scene.duration = Some(1.0 / 3.0);
        scene.contact.geometry = Some(Geometry::SemiImplicit);
        scene.contact.impact = Some(ImpactTreatment::Split);
        scene.friction.cone = Some(Cone::Pyramid);
        scene.contact.detection_distance = Some(0.07);
        scene.camera = Some(CameraDescription { eye: [1.0, 2.0, 3.0], target: [0.0; 3] });
        let part =
            |shape| PartDescription { shape, position: [0.0, -0.0, 1.0], orientation: [0.6, 0.0, 0.0, 0.8] };
        let shapes = [
            Shape::Box { half_extents: Point::Space([1.0, 2.0, 3.0]) },
            Shape::Box { half_extents: Point::Plane([1.0, 2.0]) },
            Shape::Hull { points: vec![Point::Plane([0.1, 0.2]), Point::Space([0.1, 0.2, 0.3])] },
            Shape::RegularPolygon { sides: 5, radius: 0.1 },
            Shape::Prism { sides: 5, radius: 0.1, height: 2.0 },
            Shape::Platonic(PlatonicSolid::Dodecahedron, 0.25),
            Shape::Mesh {
                path: "a/b.obj".to_owned(),
                decompose: Some(DecomposeSettings::default()),
                hull: false,
                scale: 1e-3,
                mirror: None,
            },
            Shape::Mesh {
                path: "a/b.glb".to_owned(),
                decompose: Some(DecomposeSettings { parts: 7, tolerance: Some(0.1 + 0.2) }),
                hull: false,
                scale: 1.0,
                mirror: Some(Axis::Y),
            },
            Shape::Mesh { path: "c.stl".to_owned(), decompose: None, hull: true, scale: 1.0, mirror: None },
            Shape::Union(vec![part(Shape::Prism { sides: 3, radius: 1.0, height: 1.0 })]),
        ];
        for (i, shape) in shapes.into_iter().enumerate() {
            let mut body = BodyDescription::new(&format!("body {i}"), BodyKind::Kinematic, shape);
            body.velocity = [-0.0, 0.0, 0.0];
            body.mass = Some(0.1 + 0.2);
            let inertias = [
                Inertia::Scalar(2.0),
                Inertia::Principal([1.0, 2.0, 2.5]),
                Inertia::Full([1.0, 2.0, 2.5, 0.1, -0.0, -0.3]),
            ];
            body.inertia = Some(inertias[i % 3]);
            body.centre_of_mass = (i % 2 == 0).then_some([0.1, -0.0, 0.3]);
            body.collide = i % 3 == 0;
            body.color = Some([0.1, 0.2, 0.3]);
            scene.bodies.push(body);
        }
        let elbow =
            JointDescription::new(JointKind::Prismatic, "body 0", "body 1", [0.0; 3], [0.0, 1.0, 0.0]);
        scene.joints.push(JointDescription {
            name: "elbow".to_owned(),
            limits: Some((-0.5, 1.0)),
            break_force: Some(100.0),
            ..elbow
        });
        let sine = Target::Sine { amplitude: 1.0, frequency: 0.5 };
        scene.controllers.push(ControllerDescription::joint_pd("elbow", sine, 50.0, 5.0));
        let path = Target::Trajectory(vec![(0.0, 1.0), (2.0, -1.0)]);
        scene.controllers.push(ControllerDescription {
            max: Some(3.0),
            ..ControllerDescription::joint_pd("elbow", path, 1.0, 0.0)
        });
        let waypoints = vec![WaypointDescription {
            time: 1.0,
            position: [1.0, 2.0, 3.0],
            orientation: [1.0, 0.0, 0.0, 0.0],
        }];
        scene.controllers.push(ControllerDescription {
            body: "body 1".to_owned(),
            waypoints,
            ..ControllerDescription::new(ControllerKind::Path)
        });
        scene.controllers.push(ControllerDescription {
            body: "body 2".to_owned(),
            force: [1.0, 0.0, 0.0],
            until: Some(2.0),
            ..ControllerDescription::new(ControllerKind::Force)
        });
        scene.joint_correction = true;
        scene.no_contact.push(("body 0".to_owned(), "body 3".to_owned()));
        let bodies = vec!["body 1".to_owned(), "body 2".to_owned()];
        scene.groups.push(GroupDescription { name: "pair".to_owned(), bodies });
        let text = to_text(&scene);
        let back = parse(&text, "x.ron").unwrap();
        assert_eq!(scene, back, "{text}");
        assert!(back.bodies[0].velocity[0].is_sign_negative(), "{text}");
        assert_eq!(to_text(&back), text);
    }
}
