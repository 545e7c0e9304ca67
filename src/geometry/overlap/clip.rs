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
#[derive(Clone, Default)]
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
        (0..self.ends.len()).map(|k| self.face(k))
    }

    /// Loop k.
    pub fn face(&self, k: usize) -> &[usize] {
        let start = if k == 0 { 0 } else { self.ends[k - 1] };
        &self.corners[start..self.ends[k]]
    }

    /// The mean vertex (m), which lies inside; `None` where there is no vertex.
    pub fn inside(&self) -> Option<Vec3> {
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
        Some(super::points::weighted_mean(tetrahedra, &self.vertices))
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

/// A face of what is being clipped: where its loop lies among the corners, and the number of its plane. Without corners it is gone.
struct Face {
    begin: usize,
    end: usize,
    plane: usize,
}

/// No face.
const NONE: usize = usize::MAX;

/// A surface that is clipped by one half-space after the other. What a plane does not reach is not touched: vertices and corners that are gone stay
/// where they were, and lists say which are left.
#[derive(Default)]
pub(super) struct Clipper {
    vertices: Vec<Vec3>,
    corners: Vec<usize>,
    /// The vertices that are left.
    left: Vec<usize>,
    faces: Vec<Face>,
    /// The faces around each of the first vertices, one after the other, and where those of each end.
    around: Vec<usize>,
    ends: Vec<usize>,
    /// The faces around each vertex that came by a cut: those beside the edge, and the cap.
    around_cuts: Vec<[usize; 3]>,
    /// Height over the plane (m) by vertex; of those that are gone it says nothing.
    heights: Vec<f64>,
    /// Cut edges (smaller and larger index) and the new vertex on each.
    cuts: Vec<([usize; 2], usize)>,
    /// Directed edges of the cap that closes the surface.
    cap: Vec<[usize; 2]>,
    /// Faces that the plane reaches.
    reached: Vec<usize>,
}

impl Clipper {
    /// Of a surface that nothing is cut off yet.
    pub fn new(surface: Surface) -> Self {
        let Surface { vertices, corners, ends, planes } = surface;
        let begins = std::iter::once(0).chain(ends.iter().copied());
        let faces: Vec<Face> =
            begins.zip(&ends).zip(planes).map(|((begin, &end), plane)| Face { begin, end, plane }).collect();
        let (left, heights) = ((0..vertices.len()).collect(), vec![0.0; vertices.len()]);
        let mut places = vec![0; vertices.len() + 1];
        corners.iter().for_each(|i| places[i + 1] += 1);
        (1..places.len()).for_each(|k| places[k] += places[k - 1]);
        let mut around = vec![NONE; corners.len()];
        for (number, face) in faces.iter().enumerate() {
            for &i in &corners[face.begin..face.end] {
                around[places[i]] = number;
                places[i] += 1;
            }
        }
        places.pop();
        Self { vertices, corners, left, faces, around, ends: places, heights, ..Self::default() }
    }

    /// What is left of it.
    pub fn surface(self) -> Surface {
        let mut renumbered = vec![0; self.vertices.len()];
        let mut surface = Surface::default();
        for &i in &self.left {
            renumbered[i] = surface.vertices.len();
            surface.vertices.push(self.vertices[i]);
        }
        for face in self.faces.iter().filter(|face| face.end > face.begin) {
            surface.corners.extend(self.corners[face.begin..face.end].iter().map(|i| renumbered[*i]));
            surface.ends.push(surface.corners.len());
            surface.planes.push(face.plane);
        }
        surface
    }

    /// Cuts away the part outside `space`; nothing is left of a surface all outside.
    pub fn clip(&mut self, space: &HalfSpace) {
        self.reached.clear();
        let mut cuts = false;
        for &i in &self.left {
            let height = space.normal.dot(&self.vertices[i]) - space.offset;
            self.heights[i] = height;
            if !(height <= 0.0) {
                cuts = true;
                let first = self.ends.len();
                if i < first {
                    let begin = if i == 0 { 0 } else { self.ends[i - 1] };
                    self.reached.extend_from_slice(&self.around[begin..self.ends[i]]);
                } else {
                    self.reached.extend(self.around_cuts[i - first].iter().filter(|face| **face != NONE));
                }
            }
        }
        if !cuts {
            return;
        }
        let heights = &self.heights;
        self.left.retain(|&i| heights[i] <= 0.0);
        self.reached.sort_unstable();
        self.reached.dedup();
        self.cuts.clear();
        self.cap.clear();
        for k in 0..self.reached.len() {
            self.cut(self.reached[k]);
        }
        self.close(space.plane);
    }

    /// Cuts a face that has corners outside.
    fn cut(&mut self, number: usize) {
        let Face { begin: old, end, .. } = self.faces[number];
        let (count, begin) = (end - old, self.corners.len());
        // Starts where the face stays, so that every way out comes before its way back in.
        let Some(start) = (old..end).position(|at| self.stays(self.corners[at])) else {
            (self.faces[number].begin, self.faces[number].end) = (0, 0);
            return;
        };
        let mut way_out = usize::MAX;
        for step in 0..count {
            let at = |step: usize| old + (start + step) % count;
            let (i, j) = (self.corners[at(step)], self.corners[at(step + 1)]);
            if self.stays(i) {
                self.corners.push(i);
            }
            if self.stays(i) == self.stays(j) {
                continue;
            }
            let cut = self.cut_edge(i, j, number);
            self.corners.push(cut);
            if self.stays(i) {
                way_out = cut;
            } else {
                // The face now runs from the way out to the way in; the cap runs along it backwards.
                self.cap.push([cut, way_out]);
            }
        }
        (self.faces[number].begin, self.faces[number].end) = (begin, self.corners.len());
    }

    fn stays(&self, vertex: usize) -> bool {
        self.heights[vertex] <= 0.0
    }

    /// The vertex where the plane cuts an edge of a face.
    fn cut_edge(&mut self, i: usize, j: usize, face: usize) -> usize {
        let edge = [i.min(j), i.max(j)];
        let first = self.ends.len();
        if let Some(&(_, cut)) = self.cuts.iter().find(|(e, _)| *e == edge) {
            self.around_cuts[cut - first][1] = face;
            return cut;
        }
        // From the end that stays: both faces must see the same point, bit for bit.
        let (inner, outer) = if self.stays(i) { (i, j) } else { (j, i) };
        let (p, q) = (self.vertices[inner], self.vertices[outer]);
        let cut = self.vertices.len();
        let share = self.heights[inner] / (self.heights[inner] - self.heights[outer]);
        self.vertices.push(p + (q - p) * share);
        self.heights.push(0.0);
        self.around_cuts.push([face, NONE, NONE]);
        self.left.push(cut);
        self.cuts.push((edge, cut));
        cut
    }

    /// Closes what was cut with a face on the plane.
    fn close(&mut self, plane: usize) {
        let Self { corners, faces, cap, around_cuts, ends, .. } = self;
        // Every new vertex is way out of one face and way in of another, so the cap's edges form closed
        // loops: one of them but for rounding.
        while let Some([first, mut at]) = cap.pop() {
            let begin = corners.len();
            corners.push(first);
            while at != first {
                corners.push(at);
                let Some(k) = cap.iter().position(|e| e[0] == at) else { break };
                at = cap.swap_remove(k)[1];
            }
            // Two corners enclose nothing: the faces on both sides of them meet along one edge already.
            if corners.len() - begin < 3 {
                corners.truncate(begin);
            } else {
                corners[begin..].iter().for_each(|i| around_cuts[i - ends.len()][2] = faces.len());
                faces.push(Face { begin, end: corners.len(), plane });
            }
        }
    }
}
