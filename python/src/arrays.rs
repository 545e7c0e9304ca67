//! Numbers to and from NumPy.

use crate::error;
use numpy::ndarray::Array2;
use numpy::{IntoPyArray, PyArray1, PyArray2, PyReadonlyArray2};
use pegsim::math::{Quat, Vec3};
use pyo3::prelude::*;

/// One row of three numbers for each vector.
pub fn vectors(py: Python<'_>, all: impl Iterator<Item = Vec3>) -> Bound<'_, PyArray2<f64>> {
    rows::<3>(py, all.map(Into::into))
}

/// One row of N numbers for each item.
pub fn rows<const N: usize>(py: Python<'_>, all: impl Iterator<Item = [f64; N]>) -> Bound<'_, PyArray2<f64>> {
    let numbers: Vec<[f64; N]> = all.collect();
    let shape = (numbers.len(), N);
    // The shape is that of the numbers, so that there is always an array.
    let array = Array2::from_shape_vec(shape, numbers.concat());
    array.unwrap_or_else(|_| Array2::zeros((0, N))).into_pyarray(py)
}

/// A column.
pub fn column<T: numpy::Element>(py: Python<'_>, all: impl Iterator<Item = T>) -> Py<PyArray1<T>> {
    all.collect::<Vec<T>>().into_pyarray(py).unbind()
}

/// A quaternion as (w, x, y, z), as scenes have it.
pub fn wxyz(q: &Quat) -> [f64; 4] {
    [q.w, q.i, q.j, q.k]
}

/// The rotation of a (w, x, y, z) quaternion.
///
/// # Errors
/// One that is not of length 1, to 1e-6: nobody means it.
pub fn rotation(given: [f64; 4]) -> PyResult<Quat> {
    let [w, x, y, z] = given;
    let q = nalgebra::Quaternion::new(w, x, y, z);
    let length = q.norm();
    if (length - 1.0).abs() <= 1e-6 {
        Ok(Quat::from_quaternion(q))
    } else {
        Err(error::value(format!(
            "the orientation has length {length}; a quaternion (w, x, y, z) of length 1 is needed"
        )))
    }
}

/// A matrix with one row of N numbers for each of `count` bodies.
///
/// # Errors
/// Another shape; a number that is not finite.
pub fn of_bodies<const N: usize>(
    what: &str,
    array: &PyReadonlyArray2<'_, f64>,
    count: usize,
) -> PyResult<Vec<[f64; N]>> {
    let array = array.as_array();
    if array.dim() != (count, N) {
        return Err(error::value(format!(
            "{what} has the shape {:?}; ({count}, {N}) is needed, a row for each body",
            array.dim()
        )));
    }
    let row = |k: usize| std::array::from_fn(|i| array[(k, i)]);
    (0..count).map(|k| finite(what, row(k))).collect()
}

/// The numbers, where they are.
///
/// # Errors
/// One that is not finite.
pub fn finite<const N: usize>(what: &str, numbers: [f64; N]) -> PyResult<[f64; N]> {
    match numbers.iter().find(|x| !x.is_finite()) {
        None => Ok(numbers),
        Some(x) => Err(error::value(format!("{what} has the entry {x}; finite numbers are needed"))),
    }
}
