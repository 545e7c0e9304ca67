//! From facets to a polytope: edges, who meets whom, and whether they close.

use crate::geometry::polytope::{Edge, Facet, Polytope};
use crate::math::{Dimension, Vec3};
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// Edges and incidence lists; `None` if the facets do not close.
pub(super) fn connect(vertices: Vec<Vec3>, facets: Vec<Facet>) -> Option<Polytope> {
    let mut directed: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    for (f, facet) in facets.iter().enumerate() {
        let n = facet.vertices.len();
        if n < 3 {
            return None;
        }
        for k in 0..n {
            if directed.insert((facet.vertices[k], facet.vertices[(k + 1) % n]), f).is_some() {
                return None;
            }
        }
    }
    let mut edges = Vec::new();
    for (&(a, b), &left) in &directed {
        let right = *directed.get(&(b, a))?;
        if a < b {
            edges.push(Edge { vertices: [a, b], facets: [left, right] });
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
        width: OnceLock::new(),
    })
}
