//! Actuators of MJCF as drives, and pairs of bodies that do not touch.

use super::Model;
use crate::quote::brief;
use crate::scene::import::robot::{Drive, Freedom, Notes, Robot};
use crate::scene::import::xml::Element;
use crate::scene::loaded::SceneError;

impl Model {
    /// Takes what actuators do to a joint while their control is 0: kp, kd and a target. Others are noted.
    pub(super) fn actuators(&self, element: &Element, robot: &mut Robot) -> Result<(), SceneError> {
        let of_joints: Vec<Option<f64>> = robot.joints.iter().map(|joint| joint.effort).collect();
        for actuator in &element.children {
            let actuator = self.with_defaults(actuator, "main");
            let tag = actuator.tag.clone();
            let name = actuator.get("name").or(actuator.get("joint")).unwrap_or(&tag).to_owned();
            let Some(joint) = actuator.get("joint") else {
                robot.notes.of(&name, format!("a <{tag}> that acts on something other than a joint has no counterpart here, and is left out"));
                continue;
            };
            let Some(number) = self.joints.get(joint).copied() else {
                return Err(actuator
                    .wrong(format!("<{tag}> names the joint `{}`, which does not exist", brief(joint))));
            };
            if robot.joints[number].kind == Freedom::Ball {
                robot.notes.of(&name, "drives a ball joint, which no drive here does; it is left out");
                continue;
            }
            let gear = actuator.numbers("gear", 1, 6)?.map_or(1.0, |gear| gear[0]);
            let own = largest(actuator.numbers("forcerange", 2, 2)?.as_deref())
                .filter(|_| actuator.get("forcelimited") != Some("false"));
            let control = largest(actuator.numbers("ctrlrange", 2, 2)?.as_deref()).filter(|_| tag == "motor");
            let all = [own, control].into_iter().flatten().map(|most| most * gear.abs());
            // What the joint takes of all its actuators limits each one.
            let most = all.chain(of_joints[number]).reduce(f64::min).filter(|most| *most > 0.0);
            robot.joints[number].effort = robot.joints[number].effort.or(most);
            let Some((kp, kd, length)) = gains(&actuator, &name, &mut robot.notes)? else { continue };
            if !(gear != 0.0 && (kp > 0.0 || kd > 0.0)) {
                continue;
            }
            let reference = self.references.get(&number).copied().unwrap_or(0.0);
            let target = if kp > 0.0 { length / gear - reference } else { 0.0 };
            let (kp, kd) = (kp * gear * gear, kd * gear * gear);
            robot.drives.push(Drive { joint: number, target, rate: None, kp, kd, max: most });
            robot.notes.of(&name, "drives its joint as it does while its control is 0");
        }
        Ok(())
    }

    /// Pairs of bodies that do not touch, and what else `<contact>` holds.
    pub(super) fn contacts(&self, element: &Element, robot: &mut Robot) -> Result<(), SceneError> {
        for child in &element.children {
            if child.tag != "exclude" {
                let name = child.get("name").or(child.get("geom1")).unwrap_or(&child.tag).to_owned();
                robot.notes.of(
                    &name,
                    format!("a <{}> of <contact> has no counterpart here, and is left out", child.tag),
                );
                continue;
            }
            let find = |name: &str| {
                let body = child.need(name)?;
                self.bodies.get(body).copied().ok_or_else(|| {
                    child.wrong(format!("<exclude> names the body `{}`, which does not exist", brief(body)))
                })
            };
            robot.apart.push((find("body1")?, find("body2")?));
        }
        Ok(())
    }
}

/// The largest size in a range; none of one that is 0, which says nothing.
pub(super) fn largest(range: Option<&[f64]>) -> Option<f64> {
    range.map(|range| range[0].abs().max(range[1].abs())).filter(|most| *most > 0.0 && most.is_finite())
}

/// Stiffness and damping of an actuator and the length at which it gives no force, all along its transmission and with its control at 0.
fn gains(actuator: &Element, name: &str, notes: &mut Notes) -> Result<Option<(f64, f64, f64)>, SceneError> {
    let number = |of: &str, otherwise: f64| Ok::<_, SceneError>(actuator.number(of)?.unwrap_or(otherwise));
    match actuator.tag.as_str() {
        "position" => {
            if actuator.get("dampratio").is_some() {
                notes.of(name, "`dampratio` of its <position> has no counterpart here, and is left out");
            }
            Ok(Some((number("kp", 1.0)?, number("kv", 0.0)?, 0.0)))
        }
        "velocity" => Ok(Some((0.0, number("kv", 1.0)?, 0.0))),
        "general" if actuator.get("biastype") == Some("affine") => {
            let bias = actuator.numbers("biasprm", 1, 10)?.unwrap_or_default();
            let of = |k: usize| bias.get(k).copied().unwrap_or(0.0);
            let (kp, kd) = (-of(1), -of(2));
            if kp < 0.0 || kd < 0.0 || (kp == 0.0 && of(0) != 0.0) {
                notes.of(name, "its bias is none of a spring and a damper, and is left out");
                return Ok(None);
            }
            Ok(Some((kp, kd, if kp > 0.0 { of(0) / kp } else { 0.0 })))
        }
        "motor" | "general" => {
            notes
                .of(name, "gives the torque that a program asks of it; nothing asks here, and it gives none");
            Ok(None)
        }
        tag => {
            notes.of(name, format!("an actuator <{tag}> has no counterpart here, and is left out"));
            Ok(None)
        }
    }
}
