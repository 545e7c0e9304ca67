//! From facets to a polytope: edges, who meets whom, and whether they close.

use crate::geometry::polytope::{Edge, Facet, Polytope};
use crate::math::{Dimension, Vec3};
use std::sync::OnceLock;

/// Edges and incidence lists; `None` if the facets do not close.
pub(super) fn connect(vertices: Vec<Vec3>, facets: Vec<Facet>) -> Option<Polytope> {
    let mut directed: Vec<(usize, usize, usize)> = Vec::new();
    for (f, facet) in facets.iter().enumerate() {
        let n = facet.vertices.len();
        if n < 3 {
            return None;
        }
        directed.extend((0..n).map(|k| (facet.vertices[k], facet.vertices[(k + 1) % n], f)));
    }
    directed.sort_unstable();
    if directed.windows(2).any(|d| (d[0].0, d[0].1) == (d[1].0, d[1].1)) {
        return None;
    }
    // Where the sides begin that leave each vertex.
    let mut first = vec![0; vertices.len() + 1];
    for d in &directed {
        first[d.0 + 1] += 1;
    }
    for v in 0..vertices.len() {
        first[v + 1] += first[v];
    }
    let mut edges = Vec::with_capacity(directed.len() / 2);
    for &(a, b, left) in &directed {
        let back = directed[first[b]..first[b + 1]].iter().find(|d| d.1 == a)?;
        if a < b {
            edges.push(Edge { vertices: [a, b], facets: [left, back.2] });
        }
    }
    if vertices.len() + facets.len() != edges.len() + 2 {
        return None;
    }
    let n = vertices.len();
    let (mut neighbours, mut vertex_edges, mut vertex_facets) =
        (vec![Vec::new(); n], vec![Vec::new(); n], vec![Vec::new(); n]);
    for (e, edge) in edges.iter().enumerate() {
        let [a, b] = edge.vertices;
        neighbours[a].push(b);
        neighbours[b].push(a);
        vertex_edges[a].push(e);
        vertex_edges[b].push(e);
    }
    for (f, facet) in facets.iter().enumerate() {
        for &v in &facet.vertices {
            vertex_facets[v].push(f);
        }
    }
    Some(Polytope {
        dimension: Dimension::Three,
        vertices,
        facets,
        edges,
        vertex_neighbours: neighbours,
        vertex_facets,
        vertex_edges,
        rounding: 0.0,
        smooth: None,
        width: OnceLock::new(),
        middle: OnceLock::new(),
        planes: OnceLock::new(),
    })
}
