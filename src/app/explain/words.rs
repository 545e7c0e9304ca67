//! Names of features in plain words: which face of which body, and where it faces.

use crate::app::format;
use crate::contact::{Contact, Feature};
use crate::geometry::polytope::Polytope;
use crate::geometry::separating::SeparatingFeature;
use crate::geometry::smooth::SmoothKind;
use crate::math::{Dimension, Pose, Vec3};
use crate::world::{BodyId, Model, PartId};

/// A component of a unit vector above this is part of the name of its direction: sin 22.5°, half way between the
/// eight directions of a plane.
const NAMED: f64 = 0.383;

/// Names things of a scene as they are placed now.
#[derive(Clone, Copy)]
pub struct Names<'a> {
    /// The bodies.
    pub model: &'a Model,
    /// Where they are.
    pub poses: &'a [Pose],
}

impl Names<'_> {
    /// A body by its name.
    pub fn body(&self, id: BodyId) -> String {
        self.model
            .bodies
            .get(id.0)
            .map_or_else(|| tr!("feature-body").to_owned(), |body| format!("`{}`", body.name))
    }

    /// A convex part: the body, and which part where it has several.
    fn part(&self, id: PartId) -> String {
        let several = self.model.bodies.get(id.body.0).is_some_and(|body| body.parts.len() > 1);
        if several {
            tr!("feature-part", number = id.part, body = self.body(id.body))
        } else {
            self.body(id.body)
        }
    }

    /// What a facet is called: a face in space, an edge in the plane.
    pub fn facet(&self) -> &'static str {
        match self.model.dimension {
            Dimension::Two => tr!("feature-edge-2"),
            Dimension::Three => tr!("feature-face"),
        }
    }

    /// Several of them.
    pub fn facets(&self) -> &'static str {
        match self.model.dimension {
            Dimension::Two => tr!("feature-edges"),
            Dimension::Three => tr!("feature-faces"),
        }
    }

    /// A feature without its body: `face 3`.
    pub fn bare(&self, feature: Feature) -> String {
        match feature {
            Feature::Vertex(k) => tr!("feature-vertex", k = k),
            Feature::Edge(k) => tr!("feature-edge", k = k),
            Feature::Facet(k) => format!("{} {k}", self.facet()),
        }
    }

    /// A feature of a part, which of a curved one is a feature of its core: ``vertex 3 of the core of `stone` ``, ``the centre of `ball` ``.
    fn plain(&self, part: PartId, feature: Feature) -> String {
        let name = self.part(part);
        match self.shape(part).filter(|shape| shape.is_curved()) {
            Some(shape) if shape.smooth().is_some() => {
                tr!(
                    "feature-of",
                    feature = self.of_solid((part, feature)).unwrap_or(tr!("feature-surface")),
                    name = name
                )
            }
            Some(shape) if shape.vertices.len() == 1 => tr!("feature-centre", name = name),
            Some(_) => tr!("feature-core", feature = self.bare(feature), name = name),
            None => tr!("feature-of", feature = self.bare(feature), name = name),
        }
    }

    /// What of a cylinder, cone or ellipsoid a feature is; `None` of any other part, and where it is any of the surface.
    fn of_solid(&self, (part, feature): (PartId, Feature)) -> Option<&'static str> {
        let shape = self.shape(part)?;
        let solid = shape.smooth()?;
        let limb = |k: usize| k.checked_sub(shape.vertices.len());
        match feature {
            Feature::Facet(_) => Some(tr!("feature-flat-end")),
            Feature::Vertex(k) => match (limb(k), solid.kind) {
                (Some(0), SmoothKind::Cone) => Some(tr!("feature-tip")),
                (Some(_), SmoothKind::Cone) => Some(tr!("feature-the-rim")),
                (Some(_), SmoothKind::Cylinder) => Some(tr!("feature-a-rim")),
                (Some(_), SmoothKind::Ellipsoid) => Some(tr!("feature-surface")),
                (None, _) => solid.mark(k).map(|_| tr!("feature-point-near-rim")),
            },
            Feature::Edge(_) => None,
        }
    }

    /// The point that a row asks for, without its body.
    fn asked(&self, of: (PartId, Feature)) -> String {
        self.of_solid(of).map_or_else(|| self.bare(of.1), str::to_owned)
    }

    /// What a row of a solid's surface asks of another part, which may be rounded.
    fn asks_of_solid(&self, a: (PartId, Feature), b: (PartId, Feature)) -> Option<String> {
        let is_solid = |part: PartId| self.shape(part).is_some_and(|shape| shape.smooth().is_some());
        let (solid, other) = match (is_solid(a.0), is_solid(b.0)) {
            (true, false) => (a, b),
            (false, true) => (b, a),
            _ => return None,
        };
        let radius = self.shape(other.0)?.rounding;
        let far = format::length(radius);
        let limbs = |shape: &&Polytope| matches!(solid.1, Feature::Vertex(k) if k >= shape.vertices.len());
        let limb = self.shape(solid.0).filter(limbs).and_then(|_| self.of_solid(solid));
        Some(match (limb, radius > 0.0) {
            (Some(limb), true) => {
                tr!(
                    "feature-at-least-from-core",
                    limb = limb,
                    body = self.part(solid.0),
                    far = far,
                    core = self.part(other.0)
                )
            }
            (Some(limb), false) => {
                tr!("feature-outside-2", limb = limb, body = self.part(solid.0), other = self.part(other.0))
            }
            (None, true) => {
                tr!(
                    "feature-at-least-from-surface",
                    feature = self.feature(other),
                    far = far,
                    body = self.part(solid.0)
                )
            }
            (None, false) => return None,
        })
    }

    fn shape(&self, part: PartId) -> Option<&Polytope> {
        self.model.bodies.get(part.body.0)?.parts.get(part.part)
    }

    /// How far the cores of two parts must be apart (m): the radii of what is swept along them; none of two parts with corners.
    pub fn reach(&self, parts: (PartId, PartId)) -> Option<f64> {
        let (a, b) = (self.shape(parts.0)?, self.shape(parts.1)?);
        let swept = (a.rounding > 0.0 || b.rounding > 0.0) && a.smooth().is_none() && b.smooth().is_none();
        swept.then_some(a.rounding + b.rounding)
    }

    /// What a curved part is: ``  `ball` is all points within 120 mm of its centre``; nothing of a part with corners.
    pub fn sweep(&self, part: PartId) -> Option<String> {
        let shape = self.shape(part).filter(|shape| shape.rounding > 0.0)?;
        let core =
            if shape.vertices.len() == 1 { tr!("feature-its-centre") } else { tr!("feature-its-core") };
        Some(tr!(
            "feature-all-points-within",
            part = self.part(part),
            radius = format::length(shape.rounding),
            core = core
        ))
    }

    /// What a row of curved parts asks: that a point of one core is so far from the other.
    fn asks_far(&self, contact: &Contact, reach: f64) -> String {
        let (a, b) = (contact.pair.a, contact.pair.b);
        let is_point = |part: PartId| self.shape(part).is_some_and(|shape| shape.vertices.len() == 1);
        let far = format::length(reach);
        let from = |other: (PartId, Feature)| match other.1 {
            // A vertex stands for an edge beside it as well.
            Feature::Vertex(_) if !is_point(other.0) => {
                tr!("feature-near", part = self.part(other.0), feature = self.bare(other.1))
            }
            _ => self.feature(other),
        };
        let (point, other) = match (a.1, b.1) {
            (Feature::Vertex(_), Feature::Vertex(_)) if is_point(b.0) && !is_point(a.0) => (b, a),
            (Feature::Vertex(_), _) => (a, b),
            _ => (b, a),
        };
        tr!("feature-at-least-from", point = self.plain(point.0, point.1), far = far, other = from(other))
    }

    /// A feature of a body: ``face 3 of `box` (facing up)``.
    pub fn feature(&self, (part, feature): (PartId, Feature)) -> String {
        let plain = self.plain(part, feature);
        match self.normals(part, feature)[..] {
            [n] => tr!("feature-facing", plain = plain, direction = facing(&n, self.model.dimension)),
            [m, n] => {
                let (m, n) = (facing(&m, self.model.dimension), facing(&n, self.model.dimension));
                tr!("feature-between-faces", plain = plain, m = m, n = n)
            }
            _ => plain,
        }
    }

    /// A feature and its body, shorter: ``face 3 of `box` ``.
    pub fn feature_of(&self, (part, feature): (PartId, Feature)) -> String {
        self.plain(part, feature)
    }

    /// The two features of a contact without their bodies.
    pub fn pair(&self, contact: &Contact) -> String {
        format!("{} – {}", self.bare(contact.pair.a.1), self.bare(contact.pair.b.1))
    }

    /// What a contact asks: that its vertex ends outside a face, or one edge outside another; of curved bodies, that a point of one core ends
    /// far enough from the other.
    pub fn asks(&self, contact: &Contact) -> String {
        let (a, b) = (contact.pair.a, contact.pair.b);
        if let Some(reach) = self.reach((a.0, b.0)) {
            return self.asks_far(contact, reach);
        }
        match (a.1, b.1) {
            (Feature::Facet(_), Feature::Vertex(_)) => {
                tr!("feature-outside", feature = self.asked(b), other = self.feature(a))
            }
            (Feature::Vertex(_), Feature::Facet(_)) => {
                tr!("feature-outside", feature = self.asked(a), other = self.feature(b))
            }
            (Feature::Edge(_), Feature::Edge(_)) => {
                tr!("feature-outside", feature = self.feature_of(a), other = self.feature_of(b))
            }
            (Feature::Vertex(_), Feature::Edge(_)) => {
                tr!("feature-on-its-side", feature = self.feature_of(a))
            }
            (Feature::Edge(_), Feature::Vertex(_)) => {
                tr!("feature-on-its-side", feature = self.feature_of(b))
            }
            _ => self.asks_of_solid(a, b).unwrap_or_else(|| {
                tr!("feature-outside", feature = self.feature_of(a), other = self.feature_of(b))
            }),
        }
    }

    /// What separates two parts: ``face 3 of `box` (facing up)``.
    pub fn separation(&self, parts: (PartId, PartId), feature: SeparatingFeature) -> String {
        match feature {
            SeparatingFeature::FacetOfA(f) => self.feature((parts.0, Feature::Facet(f))),
            SeparatingFeature::FacetOfB(f) => self.feature((parts.1, Feature::Facet(f))),
            SeparatingFeature::Edges { a, b, .. } => tr!(
                "feature-pair",
                first = self.feature_of((parts.0, Feature::Edge(a))),
                second = self.feature_of((parts.1, Feature::Edge(b)))
            ),
            SeparatingFeature::Surfaces => tr!("feature-distance-both-surfaces").to_owned(),
        }
    }

    /// Outward normals of a facet, or of the two that meet at an edge, as placed now.
    fn normals(&self, part: PartId, feature: Feature) -> Vec<Vec3> {
        let shape = self.model.bodies.get(part.body.0).and_then(|body| body.parts.get(part.part));
        let (Some(shape), Some(pose)) = (shape, self.poses.get(part.body.0)) else { return Vec::new() };
        let facets: Vec<usize> = match feature {
            Feature::Facet(f) => vec![f],
            Feature::Edge(e) => shape.edges.get(e).map(|e| e.facets.to_vec()).unwrap_or_default(),
            Feature::Vertex(_) => Vec::new(),
        };
        facets
            .into_iter()
            .filter_map(|f| shape.facets.get(f))
            .map(|facet| pose.orientation * facet.normal)
            .collect()
    }
}

/// Where a direction points: up and down along the vertical; in space the axes, in the plane right and left.
pub fn facing(n: &Vec3, dimension: Dimension) -> String {
    let named = match dimension {
        Dimension::Two => [
            (n.y, tr!("facing-up"), tr!("facing-down")),
            (n.x, tr!("facing-right"), tr!("facing-left")),
            (0.0, "", ""),
        ],
        Dimension::Three => {
            [(n.z, tr!("facing-up"), tr!("facing-down")), (n.x, "+x", "−x"), (n.y, "+y", "−y")]
        }
    };
    let words: Vec<&str> = named
        .into_iter()
        .filter(|(c, ..)| c.abs() > NAMED)
        .map(|(c, more, less)| if c > 0.0 { more } else { less })
        .collect();
    words.join(&format!(" {} ", tr!("list-and")))
}

/// A list in a sentence: `a`, `a and b`, `a, b and c`.
pub fn list(items: &[String], last: &str) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [some @ .., end] => format!("{} {last} {end}", some.join(", ")),
    }
}

/// A length with its sign left to the words around it (m).
pub fn size(metres: f64) -> String {
    format::length(metres.abs())
}

/// A sentence begins with a capital letter.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directions_have_the_names_of_the_nearest_axes() {
        let up = |x: f64, y: f64, z: f64| facing(&Vec3::new(x, y, z).normalize(), Dimension::Three);
        assert_eq!(up(0.0, 0.0, 1.0), "up");
        assert_eq!(up(0.1, -0.1, -1.0), "down");
        assert_eq!(up(1.0, 0.0, 1.0), "up and +x");
        assert_eq!(up(1.0, -1.0, 1.0), "up and +x and −y");
        assert_eq!(facing(&Vec3::new(-0.6, 0.8, 0.0), Dimension::Two), "up and left");
        // Whatever the direction, it has a name.
        for k in 0..360 {
            let (s, c) = f64::from(k).to_radians().sin_cos();
            assert!(!facing(&Vec3::new(c, s, 0.0), Dimension::Two).is_empty(), "{k}");
        }
    }

    #[test]
    fn lists_read_as_sentences_do() {
        let items = ["[1]".to_owned(), "[2]".to_owned(), "[3]".to_owned()];
        assert_eq!(list(&items[..1], "or"), "[1]");
        assert_eq!(list(&items[..2], "or"), "[1] or [2]");
        assert_eq!(list(&items, "and"), "[1], [2] and [3]");
    }
}
