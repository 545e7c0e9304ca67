//! Volume of a convex polyhedron after clipping by half-spaces.
//!
//! Every vertex is judged once per plane and every cut edge gets one new vertex, shared by the two faces that
//! meet there. So the surface stays closed whatever the rounding, also where faces of both bodies coincide to
//! the last bit or almost, and the volume is that of a body whose points are displaced by rounding only.
//! (Adding up the faces of A inside B and of B inside A would count such a face twice or not at all.)

use crate::math::Vec3;

/// The half-space `normal · x <= offset`.
#[derive(Clone, Copy, Debug)]
pub(super) struct HalfSpace {
    /// Outward unit normal.
    pub normal: Vec3,
    /// Height of the boundary along the normal (m).
    pub offset: f64,
    /// The number that the faces cut by it get in [`Surface::planes`].
    pub plane: usize,
}

/// A closed surface of polygons, each a counter-clockwise loop of vertex indices seen from outside.
#[derive(Default)]
pub(super) struct Surface {
    /// Points (m).
    pub vertices: Vec<Vec3>,
    /// The loops, one after the other.
    pub corners: Vec<usize>,
    /// Where each loop ends in `corners`.
    pub ends: Vec<usize>,
    /// The number of the plane that each loop lies on.
    pub planes: Vec<usize>,
}

impl Surface {
    /// The loops, in order.
    pub fn loops(&self) -> impl Iterator<Item = &[usize]> {
        let start_of = |k: usize| if k == 0 { 0 } else { self.ends[k - 1] };
        (0..self.ends.len()).map(move |k| &self.corners[start_of(k)..self.ends[k]])
    }

    fn clear(&mut self) {
        self.vertices.clear();
        self.corners.clear();
        self.ends.clear();
        self.planes.clear();
    }

    /// The mean vertex (m), which lies inside; `None` where there is no vertex.
    fn inside(&self) -> Option<Vec3> {
        (!self.vertices.is_empty()).then(|| self.vertices.iter().sum::<Vec3>() / self.vertices.len() as f64)
    }

    /// Centroid of what is enclosed (m); `None` where there is no vertex.
    pub fn centroid(&self) -> Option<Vec3> {
        let inside = self.inside()?;
        let tetrahedra = self.loops().flat_map(|face| {
            let apex = self.vertices[face[0]];
            face[1..].windows(2).map(move |pair| {
                let (p, q) = (self.vertices[pair[0]], self.vertices[pair[1]]);
                let six_volumes = (p - apex).cross(&(q - apex)).dot(&(apex - inside));
                (six_volumes, (inside + apex + p + q) / 4.0)
            })
        });
        Some(super::weighted_mean(tetrahedra, &self.vertices))
    }

    /// Enclosed volume (m³) by the divergence theorem, V = Σ (1/3) height × area over triangles of the faces.
    ///
    /// Heights are taken over the mean vertex, which lies inside: no term is negative but by rounding, so a
    /// small volume is a sum of small terms and not a difference of large ones.
    pub fn volume(&self) -> f64 {
        let Some(inside) = self.inside() else { return 0.0 };
        let mut six_volumes = 0.0;
        for face in self.loops() {
            let apex = self.vertices[face[0]];
            let mut twice_area = Vec3::zeros();
            for pair in face[1..].windows(2) {
                twice_area += (self.vertices[pair[0]] - apex).cross(&(self.vertices[pair[1]] - apex));
            }
            six_volumes += twice_area.dot(&(apex - inside));
        }
        // Not `max`, which would drop a NaN.
        if six_volumes < 0.0 { 0.0 } else { six_volumes / 6.0 }
    }
}

/// Working memory of a sequence of clips.
#[derive(Default)]
pub(super) struct Clipper {
    next: Surface,
    heights: Vec<f64>,
    /// New index of each vertex that stays.
    renumbered: Vec<usize>,
    /// Cut edges (smaller and larger old index) and the new vertex on each.
    cuts: Vec<([usize; 2], usize)>,
    /// Directed edges of the cap that closes the surface, new indices.
    cap: Vec<[usize; 2]>,
}

impl Clipper {
    /// Cuts away the part of `surface` outside `space`; nothing is left of a surface all outside.
    pub fn clip(&mut self, surface: &mut Surface, space: &HalfSpace) {
        self.heights.clear();
        self.heights.extend(surface.vertices.iter().map(|v| space.normal.dot(v) - space.offset));
        if self.heights.iter().all(|&h| h <= 0.0) {
            return;
        }
        let Self { next, heights, renumbered, cuts, cap } = self;
        next.clear();
        renumbered.clear();
        cuts.clear();
        cap.clear();
        let stays = |i: usize| heights[i] <= 0.0;
        for (i, v) in surface.vertices.iter().enumerate() {
            renumbered.push(next.vertices.len());
            if stays(i) {
                next.vertices.push(*v);
            }
        }
        for (face, plane) in surface.loops().zip(&surface.planes) {
            // Start where the face stays, so that every way out comes before its way back in.
            let Some(start) = face.iter().position(|&i| stays(i)) else { continue };
            let mut way_out = usize::MAX;
            for step in 0..face.len() {
                let (i, j) = (face[(start + step) % face.len()], face[(start + step + 1) % face.len()]);
                if stays(i) {
                    next.corners.push(renumbered[i]);
                }
                if stays(i) == stays(j) {
                    continue;
                }
                let edge = [i.min(j), i.max(j)];
                let cut = match cuts.iter().find(|(e, _)| *e == edge) {
                    Some(&(_, cut)) => cut,
                    None => {
                        // From the end that stays: both faces must see the same point, bit for bit.
                        let (inner, outer) = if stays(i) { (i, j) } else { (j, i) };
                        let (p, q) = (surface.vertices[inner], surface.vertices[outer]);
                        next.vertices
                            .push(p + (q - p) * (heights[inner] / (heights[inner] - heights[outer])));
                        cuts.push((edge, next.vertices.len() - 1));
                        next.vertices.len() - 1
                    }
                };
                next.corners.push(cut);
                if stays(i) {
                    way_out = cut;
                } else {
                    // The face now runs from the way out to the way in; the cap runs along it backwards.
                    cap.push([cut, way_out]);
                }
            }
            next.ends.push(next.corners.len());
            next.planes.push(*plane);
        }
        // Every new vertex is way out of one face and way in of another, so the cap's edges form closed
        // loops: one of them but for rounding.
        while let Some([first, mut at]) = cap.pop() {
            let begin = next.corners.len();
            next.corners.push(first);
            while at != first {
                next.corners.push(at);
                let Some(k) = cap.iter().position(|e| e[0] == at) else { break };
                at = cap.swap_remove(k)[1];
            }
            // Two corners enclose nothing: the faces on both sides of them meet along one edge already.
            if next.corners.len() - begin < 3 {
                next.corners.truncate(begin);
            } else {
                next.ends.push(next.corners.len());
                next.planes.push(space.plane);
            }
        }
        std::mem::swap(surface, next);
    }
}
