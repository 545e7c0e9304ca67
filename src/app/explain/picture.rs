//! The picture of a condition as geometry: the two features of a contact, and for each contact the plane ψ = 0 with the
//! side that is allowed, at the poses of the end of the step.

use crate::app::bench::workbench::Pane;
use crate::app::explain::{Explanation, Row, Standing, Step, Subject, explain, study};
use crate::contact::kinematics::WorldPart;
use crate::contact::{Feature, FeaturePair};
use crate::geometry::proximity::line_line;
use crate::math::{Dimension, Vec3};
use crate::world::PartId;

/// Half the length of a line ψ = 0 in the plane, relative to the smaller of the two bodies' radii.
const HALF: f64 = 0.9;
/// The same of a tile in space.
const HALF_IN_SPACE: f64 = 0.6;
/// Edges whose directions span a smaller angle (sine) have no common normal to draw.
const PARALLEL: f64 = 1e-6;

/// A feature of a body as placed now.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// Its corners: one of a vertex, two of an edge, all of a face (m).
    pub corners: Vec<Vec3>,
    /// The outward normal of a face.
    pub normal: Option<Vec3>,
}

/// A contact on a tile.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mark {
    /// Its number in the panel.
    pub number: usize,
    /// The point that must stay on the allowed side (m).
    pub point: Vec3,
    /// How it stands.
    pub standing: Standing,
    /// Whether it may carry the force in the literal form.
    pub primary: bool,
    /// Whether the condition itself names it.
    pub own: bool,
}

/// A piece of the plane ψ = 0 of one contact, or of several with the same plane.
#[derive(Clone, Debug, PartialEq)]
pub struct Tile {
    /// The middle, on the plane (m).
    pub centre: Vec3,
    /// Unit normal on the allowed side.
    pub normal: Vec3,
    /// Unit direction in the plane; where the plane goes on beyond its face, that way.
    pub along: Vec3,
    /// Half the extent along `along` (m).
    pub half: f64,
    /// Half the extent across it (m); zero in the plane, where ψ = 0 is a line.
    pub across: f64,
    /// The contacts, at least one.
    pub marks: Vec<Mark>,
}

impl Tile {
    /// Corners on the plane ψ = 0: the two ends of a line in a flat scene, else four.
    pub fn corners(&self) -> Vec<Vec3> {
        let (u, v) = (self.along * self.half, self.side() * self.across);
        if self.across == 0.0 {
            vec![self.centre - u, self.centre + u]
        } else {
            vec![self.centre - u - v, self.centre + u - v, self.centre + u + v, self.centre - u + v]
        }
    }

    /// The direction in the plane across `along`.
    pub fn side(&self) -> Vec3 {
        self.normal.cross(&self.along)
    }

    /// How the worst of its contacts stands.
    pub fn standing(&self) -> Standing {
        let all = self.marks.iter().map(|m| m.standing);
        all.max_by_key(|s| match s {
            Standing::Open => 0,
            Standing::Touching => 1,
            Standing::Violated => 2,
        })
        .unwrap_or(Standing::Open)
    }

    /// Whether one of its contacts is the primary one.
    pub fn is_primary(&self) -> bool {
        self.marks.iter().any(|m| m.primary)
    }

    /// Whether the condition itself names one of its contacts.
    pub fn is_own(&self) -> bool {
        self.marks.iter().any(|m| m.own)
    }

    /// Where its number is painted: towards the end where the plane goes on beyond its face.
    pub fn label(&self) -> Vec3 {
        self.centre + self.along * (0.82 * self.half)
    }
}

/// What is drawn of a pair.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Picture {
    /// The features of A and of B.
    pub features: Option<[Shape; 2]>,
    /// The contact whose features these are: where its nearest points are (m).
    pub nearest: Option<(Vec3, Vec3)>,
    /// The half-spaces.
    pub tiles: Vec<Tile>,
    /// The number of the row that the mouse is on.
    pub pointed: Option<usize>,
}

impl Picture {
    /// Whether there is anything to draw.
    pub fn is_empty(&self) -> bool {
        self.features.is_none() && self.tiles.is_empty()
    }

    /// The picture of what is chosen in a pane; empty where it is not there. `pointed`: the number of the row that the
    /// mouse is on.
    pub fn of(pane: &Pane, subject: &Subject, pointed: Option<usize>) -> Self {
        let Some(step) = Step::of(pane) else { return Self::default() };
        let condition = subject.condition(step.record).and_then(|k| step.record.disjunctions.get(k));
        let study = study(pane, subject);
        let explanation = condition.map(|d| explain(&step, d, study.as_ref()));
        let rows = explanation.as_ref().map(|e: &Explanation| e.rows.as_slice()).unwrap_or_default();
        let found = subject.find(step.record).map(|id| step.record.contacts[id.0].pair);
        let chosen = pointed
            .and_then(|number| rows.iter().find(|row| row.number == number))
            .map(|row| row.pair)
            .or(found)
            .or_else(|| rows.first().map(|row| row.pair));
        let placed = Placed { step: &step };
        Self {
            features: chosen.and_then(|pair| Some([placed.shape(pair.a)?, placed.shape(pair.b)?])),
            nearest: chosen.and_then(|pair| placed.nearest(&pair)),
            tiles: placed.tiles(rows),
            pointed: pointed.filter(|n| rows.iter().any(|row| row.number == *n)),
        }
    }
}

/// Features of a step's bodies at its end.
struct Placed<'a> {
    step: &'a Step<'a>,
}

impl Placed<'_> {
    fn part(&self, id: PartId) -> Option<WorldPart<'_>> {
        let shape = self.step.model.bodies.get(id.body.0)?.parts.get(id.part)?;
        Some(WorldPart::at(id, shape, self.step.end.poses.get(id.body.0)?))
    }

    fn shape(&self, (id, feature): (PartId, Feature)) -> Option<Shape> {
        let part = self.part(id)?;
        let (vertices, normal) = match feature {
            Feature::Vertex(v) => (vec![v], None),
            Feature::Edge(e) => (part.shape.edges.get(e)?.vertices.to_vec(), None),
            Feature::Facet(f) => (part.shape.facets.get(f)?.vertices.clone(), part.normals().get(f).copied()),
        };
        let corners = vertices.into_iter().filter_map(|v| part.vertices.get(v).copied()).collect();
        Some(Shape { corners, normal })
    }

    /// Tiles of the rows; rows with the same face share one.
    fn tiles(&self, rows: &[Row]) -> Vec<Tile> {
        let mut tiles: Vec<((PartId, Feature), Tile)> = Vec::new();
        let mut couples = Vec::new();
        for row in rows {
            let pair = &row.pair;
            let (a, b) = (pair.a, pair.b);
            let curved = self.step.names().reach((a.0, b.0)).is_some();
            let made = match (a.1, b.1) {
                _ if curved => self.over_surface(pair).map(|t| (a, t)),
                (Feature::Facet(_), Feature::Vertex(v)) => self.over_facet(a, b.0, v, pair).map(|t| (a, t)),
                (Feature::Vertex(v), Feature::Facet(_)) => self.over_facet(b, a.0, v, pair).map(|t| (b, t)),
                (Feature::Edge(_), Feature::Edge(_)) => self.over_edge(pair).map(|t| (a, t)),
                (Feature::Vertex(v), _) => {
                    couples.push((row, self.vertex(a.0, v)));
                    None
                }
                (_, Feature::Vertex(v)) => {
                    couples.push((row, self.vertex(b.0, v)));
                    None
                }
                _ => None,
            };
            let Some((key, (mut tile, point))) = made else { continue };
            let mark = mark(row, point);
            let same = tiles.iter_mut().find(|(k, t)| *k == key && t.normal.dot(&tile.normal) > 1.0 - 1e-9);
            match same {
                Some((_, known)) if matches!(key.1, Feature::Facet(_)) => widen(known, mark),
                _ => {
                    tile.marks.push(mark);
                    tiles.push((key, tile));
                }
            }
        }
        let mut tiles: Vec<Tile> = tiles.into_iter().map(|(_, tile)| tile).collect();
        if let Some(tile) = tiles.first_mut() {
            tile.marks.extend(couples.into_iter().filter_map(|(row, point)| Some(mark(row, point?))));
        }
        tiles
    }

    /// The point of the plane ψ = 0 and the point that must stay on its allowed side.
    fn nearest(&self, pair: &FeaturePair) -> Option<(Vec3, Vec3)> {
        let curved = self.step.names().reach((pair.a.0, pair.b.0)).is_some();
        let (tile, point) = match (pair.a.1, pair.b.1) {
            _ if curved => self.over_surface(pair),
            (Feature::Facet(_), Feature::Vertex(v)) => self.over_facet(pair.a, pair.b.0, v, pair),
            (Feature::Vertex(v), Feature::Facet(_)) => self.over_facet(pair.b, pair.a.0, v, pair),
            _ => self.over_edge(pair),
        }?;
        Some((tile.centre, point))
    }

    fn vertex(&self, id: PartId, v: usize) -> Option<Vec3> {
        self.part(id)?.vertices.get(v).copied()
    }

    fn half(&self, pair: &FeaturePair) -> f64 {
        let radius = |id: crate::world::BodyId| self.step.model.body(id).radius;
        let share = match self.step.model.dimension {
            Dimension::Two => HALF,
            Dimension::Three => HALF_IN_SPACE,
        };
        share * radius(pair.a.0.body).min(radius(pair.b.0.body))
    }

    /// The plane of a facet where a vertex of the other part is.
    fn over_facet(
        &self,
        (id, feature): (PartId, Feature),
        other: PartId,
        vertex: usize,
        pair: &FeaturePair,
    ) -> Option<(Tile, Vec3)> {
        let Feature::Facet(f) = feature else { return None };
        let part = self.part(id)?;
        let point = self.vertex(other, vertex)?;
        let ring = &part.shape.facets.get(f)?.vertices;
        let normal = *part.normals().get(f)?;
        let centre = point - normal * part.height(f, &point);
        let middle = ring.iter().map(|&v| part.vertices[v]).sum::<Vec3>() / ring.len() as f64;
        let first = part.vertices[ring[1 % ring.len()]] - part.vertices[ring[0]];
        let half = self.half(pair);
        let outwards = centre - middle;
        let flat = self.step.model.dimension == Dimension::Two;
        let along = if flat {
            // The line has a direction of its own; which end is which goes by where it leaves the body.
            let along = first.normalize();
            if along.dot(&outwards) < 0.0 { -along } else { along }
        } else {
            let inside = outwards - normal * normal.dot(&outwards);
            inside.try_normalize(1e-6 * half).unwrap_or_else(|| first.normalize())
        };
        let across = if flat { 0.0 } else { 0.8 * half };
        Some((Tile { centre, normal, along, half, across, marks: Vec::new() }, point))
    }

    /// Of curved bodies: the plane that touches the surface of one of them across from a point of the other's, across the line on which
    /// their distance is.
    fn over_surface(&self, pair: &FeaturePair) -> Option<(Tile, Vec3)> {
        let record = self.step.record;
        let k = record.contacts.iter().position(|contact| contact.pair == *pair)?;
        let (normal, gap) = (record.contacts[k].normal.try_normalize(1e-12)?, *record.end_gaps.get(k)?);
        let (a, b) = (self.part(pair.a.0)?, self.part(pair.b.0)?);
        let of_b = |v: usize| Some(b.vertices.get(v)? - normal * b.shape.rounding);
        let of_a = |v: usize| Some(a.vertices.get(v)? + normal * a.shape.rounding);
        let (centre, allowed, point) = match (pair.a.1, pair.b.1) {
            (Feature::Vertex(v), Feature::Facet(_)) => (of_a(v)? + normal * gap, -normal, of_a(v)?),
            (Feature::Vertex(v), Feature::Vertex(_)) if b.vertices.len() > 1 => {
                (of_a(v)? + normal * gap, -normal, of_a(v)?)
            }
            (_, Feature::Vertex(v)) => (of_b(v)? - normal * gap, normal, of_b(v)?),
            _ => return None,
        };
        let flat = self.step.model.dimension == Dimension::Two;
        // Any direction in the plane.
        let other = if flat || allowed.z.abs() < 0.9 { Vec3::z() } else { Vec3::x() };
        let half = self.half(pair);
        let along = allowed.cross(&other).normalize();
        let across = if flat { 0.0 } else { 0.8 * half };
        Some((Tile { centre, normal: allowed, along, half, across, marks: Vec::new() }, point))
    }

    /// The plane that contains the directions of two edges, through that of A, where the edges are nearest.
    fn over_edge(&self, pair: &FeaturePair) -> Option<(Tile, Vec3)> {
        let (Feature::Edge(ea), Feature::Edge(eb)) = (pair.a.1, pair.b.1) else { return None };
        let (a, b) = (self.part(pair.a.0)?, self.part(pair.b.0)?);
        if ea >= a.shape.edges.len() || eb >= b.shape.edges.len() {
            return None;
        }
        let ((p1, q1), (p2, q2)) = (a.edge(ea), b.edge(eb));
        let (d1, d2) = (q1 - p1, q2 - p2);
        let (s, t) = line_line(&p1, &d1, &p2, &d2, PARALLEL)?;
        let cross = if pair.flipped { d2.cross(&d1) } else { d1.cross(&d2) };
        let half = self.half(pair);
        let near = |u: f64, length: f64| u.clamp(-half / length, 1.0 + half / length);
        let centre = p1 + d1 * near(s, d1.norm());
        let point = p2 + d2 * near(t, d2.norm());
        let tile = Tile {
            centre,
            normal: cross.normalize(),
            along: d1.normalize(),
            half,
            across: 0.8 * half,
            marks: Vec::new(),
        };
        Some((tile, point))
    }
}

fn mark(row: &Row, point: Vec3) -> Mark {
    Mark { number: row.number, point, standing: row.standing, primary: row.primary, own: row.is_own() }
}

/// Makes a tile reach to one more contact of the same plane.
fn widen(tile: &mut Tile, mark: Mark) {
    let from = mark.point - tile.centre;
    let (x, y) = (from.dot(&tile.along), from.dot(&tile.side()));
    let (low, high) = ((-tile.half).min(x - 0.3 * tile.half), tile.half.max(x + 0.3 * tile.half));
    tile.centre += tile.along * (0.5 * (low + high));
    tile.half = 0.5 * (high - low);
    if tile.across > 0.0 {
        let margin = 0.3 * tile.across;
        let (low, high) = ((-tile.across).min(y - margin), tile.across.max(y + margin));
        tile.centre += tile.side() * (0.5 * (low + high));
        tile.across = 0.5 * (high - low);
    }
    tile.marks.push(mark);
}
