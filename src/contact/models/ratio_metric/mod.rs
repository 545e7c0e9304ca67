//! The model of Hart and Anitescu: events of the ratio metric as conditions on velocities.
//!
//! For each pair of parts the linear program of the [`ratio`] metric gives the depth ρ. What could give it within the step are *events*, a
//! corner on a face or an edge on an edge (basic contact units; a face on a face is several of them). Those of the sets E₁ to E₄ (9) and
//! (10) each ask ∇Φ·ν + γΦ/h ≥ 0 (13) of the step, with their component functions Φ. `docs/physics.md` has the equations.

mod component;

use crate::contact::detect::{ContactSet, DETECTION_MARGIN};
use crate::contact::kinematics::{Kinematics, WorldPart};
use crate::contact::models::disjunction::{Disjunction, PointModel};
use crate::contact::narrow_phase::{DetectionSettings, PARALLEL_SINE, find_contacts};
use crate::contact::types::{Contact, ContactId, Feature};
use crate::geometry::proximity::line_line;
use crate::geometry::ratio::{Expanding, Ratio, ratio};
use crate::math::{Dimension, Vec3};
use crate::stop;
use std::cell::OnceCell;

pub use component::Component;

/// What it costs to solve the program of two parts, in multiplications for each of their facets, roughly.
const COST: u64 = 200;

/// The model of Hart and Anitescu.
#[derive(Clone, Copy, Debug)]
pub struct RatioMetric;

impl PointModel for RatioMetric {
    /// One U for each active event. The rows of their contacts become those of their component functions; the other potential contacts stay
    /// without a condition.
    fn build(
        &self,
        dimension: Dimension,
        kinematics: &Kinematics,
        set: &mut ContactSet,
        applicability_angle: f64,
    ) -> Vec<Disjunction> {
        let expanding: Vec<OnceCell<Option<Expanding>>> = vec![OnceCell::new(); kinematics.parts.len()];
        let of = |k: usize| expanding[k].get_or_init(|| expanding_part(&kinematics.parts[k])).as_ref();
        let mut out = Vec::new();
        for k in 0..set.near.len() {
            let (i, j) = set.near[k];
            let pair = Pair { a: &kinematics.parts[i], b: &kinematics.parts[j] };
            if stop::spend(COST * (pair.a.shape.facets.len() + pair.b.shape.facets.len()) as u64) {
                break;
            }
            let (Some(ea), Some(eb)) = (of(i), of(j)) else { continue };
            let Some(ratio) = ratio(dimension, ea, eb) else { continue };
            let (range, reach) = match set.pairs.binary_search_by_key(&(i, j), |p| p.parts) {
                Ok(found) => (set.pairs[found].range.clone(), set.pairs[found].distance),
                // Nothing is near: what reach is without motion.
                Err(_) => (0..0, DETECTION_MARGIN * pair.a.shape.radius().min(pair.b.shape.radius())),
            };
            let centres = (&ea.centre, &eb.centre);
            let leading = pair
                .leading(&ratio, &(eb.centre - ea.centre))
                .or_else(|| pair.largest(&set.contacts[range.clone()], centres));
            let Some(leading) = leading else { continue };
            let sets = Active {
                ratio: &ratio,
                tolerance: reach / leading.span,
                reach,
                pair: &pair,
                centres,
                leading: leading.features,
            };
            let mut ask = |set: &mut ContactSet, id: usize| {
                if let Some(event) = sets.event(&set.contacts[id]) {
                    let contact = &mut set.contacts[id];
                    contact.jacobian_a = event.gradient_a * event.scale();
                    contact.jacobian_b = event.gradient_b * event.scale();
                    out.push(Disjunction::unilateral(set, ContactId(id)));
                }
            };
            let is_leading = |c: &Contact| c.features() == leading.features;
            let unseen = ratio.value < 1.0 && !set.contacts[range.clone()].iter().any(is_leading);
            range.clone().for_each(|id| ask(set, id));
            if unseen {
                for contact in pair.all_contacts(applicability_angle) {
                    let known = set.contacts[range.clone()].iter().any(|c| c.pair == contact.pair);
                    if !known && sets.event(&contact).is_some() {
                        set.contacts.push(contact);
                        ask(set, set.contacts.len() - 1);
                    }
                }
            }
        }
        out
    }

    /// Φ in the scale of the row.
    fn gap_of_row(&self, kinematics: &Kinematics, contact: &Contact) -> f64 {
        let place = |id| kinematics.index(id).map(|k| &kinematics.parts[k]);
        let (Some(a), Some(b)) = (place(contact.pair.a.0), place(contact.pair.b.0)) else {
            return contact.gap;
        };
        Component::new(contact, a, b, (&centre(a), &centre(b))).map_or(contact.gap, |c| c.scaled_gap())
    }
}

/// Where a part expands from: its own centroid, which is the centre of mass of a uniform body of one part and always inside.
pub fn centre(part: &WorldPart) -> Vec3 {
    part.to_world(&part.shape.centroid())
}

/// A part with the point that it expands from.
pub fn expanding_part(part: &WorldPart) -> Option<Expanding> {
    let facets = part.shape.facets.iter().zip(part.normals()).map(|(f, n)| (*n, f.vertices[0]));
    Expanding::new(centre(part), &part.vertices, facets)
}

/// Unit vector from the tail of an edge to its head.
fn edge_direction(part: &WorldPart, edge: usize) -> Vec3 {
    let (tail, head) = part.edge(edge);
    (head - tail).normalize()
}

/// Two parts.
struct Pair<'a> {
    a: &'a WorldPart<'a>,
    b: &'a WorldPart<'a>,
}

/// The event whose component function is ρ.
struct Leading {
    features: (Feature, Feature),
    /// Distance of the centres along its normal (m).
    span: f64,
}

impl Pair<'_> {
    /// The event that the facets of the program's solution make: three of one polytope and one of the other (in the plane two and one) are
    /// a corner on a face, two and two are two edges.
    fn leading(&self, ratio: &Ratio, way: &Vec3) -> Option<Leading> {
        let of = |second: bool| {
            ratio.basis.iter().filter(move |(b, _)| *b == second).map(|(_, f)| *f).collect::<Vec<_>>()
        };
        let (of_a, of_b) = (of(false), of(true));
        let (features, normal) = match (&of_a[..], &of_b[..]) {
            ([face], corner) if corner.len() > 1 => {
                let n = self.a.normal(*face);
                ((Feature::Facet(*face), Feature::Vertex(self.b.lowest_vertex(&n))), n)
            }
            (corner, [face]) if corner.len() > 1 => {
                let n = self.b.normal(*face);
                ((Feature::Vertex(self.a.lowest_vertex(&n)), Feature::Facet(*face)), -n)
            }
            ([p, q], [u, v]) => {
                let (ea, eb) = (edge_between(self.a, *p, *q)?, edge_between(self.b, *u, *v)?);
                let cross = edge_direction(self.a, ea).cross(&edge_direction(self.b, eb));
                let n = cross.try_normalize(PARALLEL_SINE)?;
                ((Feature::Edge(ea), Feature::Edge(eb)), n * n.dot(way).signum())
            }
            _ => return None,
        };
        let span = normal.dot(way);
        (span > 0.0).then_some(Leading { features, span })
    }

    /// The contact with the largest component function: the leading event where the facets of the solution say none, which are nearly
    /// parallel edges.
    fn largest(&self, contacts: &[Contact], centres: (&Vec3, &Vec3)) -> Option<Leading> {
        let applicable = contacts.iter().filter(|c| c.applicable);
        let events = applicable.filter_map(|c| Some((c, Component::new(c, self.a, self.b, centres)?)));
        let largest = events.max_by(|(_, x), (_, y)| x.value.total_cmp(&y.value));
        largest.map(|(c, event)| Leading { features: c.features(), span: event.span })
    }

    /// The contacts of all features, however far apart: parts so deep in each other that detection, which looks for features that are near,
    /// does not have the leading event have it, and those beside it, among these.
    fn all_contacts(&self, applicability_angle: f64) -> Vec<Contact> {
        let (low_a, high_a) = self.a.bounds();
        let (low_b, high_b) = self.b.bounds();
        let settings = DetectionSettings {
            distance: (high_a.sup(&high_b) - low_a.inf(&low_b)).norm(),
            applicability_threshold: -applicability_angle.sin(),
        };
        let mut all = Vec::new();
        find_contacts(self.a, self.b, &settings, &mut all);
        all
    }
}

/// The edge at which two facets meet.
fn edge_between(part: &WorldPart, p: usize, q: usize) -> Option<usize> {
    part.shape.edges.iter().position(|e| e.facets == [p, q] || e.facets == [q, p])
}

/// The sets E₁ to E₄ (9) of a pair, whose intersection (10) is that of its active events.
struct Active<'a> {
    ratio: &'a Ratio,
    /// ε̂_t: for depths.
    tolerance: f64,
    /// ε̂_x: for places (m), the detection distance ε of the pair. ε̂_t is ε over the span of the leading event, so that E₁ holds all pairs
    /// whose gap is within ε.
    reach: f64,
    pair: &'a Pair<'a>,
    centres: (&'a Vec3, &'a Vec3),
    /// Features of the event whose component function is ρ.
    leading: (Feature, Feature),
}

impl Active<'_> {
    /// The component function of a contact that is an active event. E₂ is asked on both sides: what is applicable by relaxation can lie
    /// above ρ. The leading event is in E₂ whatever rounding says.
    fn event(&self, contact: &Contact) -> Option<Component> {
        let Pair { a, b } = self.pair;
        let event = Component::new(contact, a, b, self.centres).filter(|_| contact.applicable)?;
        let depth = self.ratio.depth();
        let e1 = depth <= self.tolerance;
        let e2 = (depth - event.value).abs() <= self.tolerance || contact.features() == self.leading;
        let point = self.place(contact, event.ratio())?;
        (e1 && e2 && a.holds(&point, self.reach) && b.holds(&point, self.reach)).then_some(event)
    }

    /// Where the features of an event meet when both parts are expanded by `by` (m).
    fn place(&self, contact: &Contact, by: f64) -> Option<Vec3> {
        let Pair { a, b } = self.pair;
        let grown = |centre: &Vec3, point: &Vec3| centre + (point - centre) * by;
        match contact.features() {
            (Feature::Vertex(v), _) => Some(grown(self.centres.0, &a.vertices[v])),
            (_, Feature::Vertex(v)) => Some(grown(self.centres.1, &b.vertices[v])),
            (Feature::Edge(ea), Feature::Edge(eb)) => {
                let (pa, pb) = (grown(self.centres.0, &a.edge(ea).0), grown(self.centres.1, &b.edge(eb).0));
                let (da, db) = (edge_direction(a, ea), edge_direction(b, eb));
                line_line(&pa, &da, &pb, &db, PARALLEL_SINE).map(|(s, _)| pa + da * s)
            }
            _ => None,
        }
    }
}
