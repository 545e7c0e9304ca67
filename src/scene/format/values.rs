//! Values of a scene file that have two spellings: points of plane or space, scalar or principal inertia; and what may be
//! left out of a file.

use crate::math::{Mat3, Vec3};
use serde::de::{self, SeqAccess, Visitor};
use serde::ser::SerializeTuple;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

/// A point of the plane, `(x, y)`, or of space, `(x, y, z)` (m).
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Point {
    /// (x, y).
    Plane([f64; 2]),
    /// (x, y, z).
    Space([f64; 3]),
}

impl Point {
    /// As a vector, z = 0 for a point of the plane (m).
    pub fn to_vec3(self) -> Vec3 {
        match self {
            Self::Plane([x, y]) => Vec3::new(x, y, 0.0),
            Self::Space(p) => Vec3::from(p),
        }
    }
}

/// Inertia about the centre of mass (kg·m²).
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Inertia {
    /// About z; for two-dimensional scenes.
    Scalar(f64),
    /// Principal moments about the body's x, y and z axes; in the plane the last one counts.
    Principal([f64; 3]),
    /// The entries xx, yy, zz, xy, xz and yz of the matrix, body axes (those off the diagonal are −∫ x y dm and so on); in space.
    Full([f64; 6]),
}

impl Inertia {
    /// As a matrix, body axes (kg·m²): of one number that number times the identity.
    pub fn matrix(&self) -> Mat3 {
        match *self {
            Self::Scalar(value) => Mat3::identity() * value,
            Self::Principal(moments) => Mat3::from_diagonal(&Vec3::from(moments)),
            Self::Full([xx, yy, zz, xy, xz, yz]) => Mat3::new(xx, xy, xz, xy, yy, yz, xz, yz, zz),
        }
    }

    /// The same times a factor.
    pub fn scaled(&self, factor: f64) -> Self {
        match *self {
            Self::Scalar(value) => Self::Scalar(value * factor),
            Self::Principal(moments) => Self::Principal(moments.map(|m| m * factor)),
            Self::Full(entries) => Self::Full(entries.map(|e| e * factor)),
        }
    }
}

/// Whether a switch is on, which a file need not say of some.
#[allow(clippy::trivially_copy_pass_by_ref)] // the signature serde asks for
pub(super) fn is_true(value: &bool) -> bool {
    *value
}

/// What a switch is of which a file says nothing.
pub(super) fn yes() -> bool {
    true
}

/// Whether a switch is off, which a file need not say.
#[allow(clippy::trivially_copy_pass_by_ref)] // the signature serde asks for
pub(super) fn is_false(value: &bool) -> bool {
    !value
}

/// Whether a number is the zero that a field has where a file says nothing. Bits decide, not values: the hash of a state
/// tells −0 from 0.
#[allow(clippy::trivially_copy_pass_by_ref)] // the signature serde asks for
pub(super) fn is_zero(value: &f64) -> bool {
    value.to_bits() == 0
}

/// The same for a vector.
pub(super) fn is_zero_vector(vector: &[f64; 3]) -> bool {
    vector.iter().all(is_zero)
}

/// `decompose: true`, `false`, or its settings.
pub(super) mod decompose {
    use super::{Deserializer, Serialize, Serializer, Visitor, de, fmt};
    use crate::geometry::decompose::DecomposeSettings;
    use serde::Deserialize;
    use serde::de::MapAccess;
    use serde::de::value::MapAccessDeserializer;

    pub fn serialize<S: Serializer>(
        value: &Option<DecomposeSettings>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        match value {
            Some(settings) if *settings != DecomposeSettings::default() => settings.serialize(serializer),
            _ => serializer.serialize_bool(value.is_some()),
        }
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<DecomposeSettings>, D::Error> {
        struct DecomposeVisitor;
        impl<'de> Visitor<'de> for DecomposeVisitor {
            type Value = Option<DecomposeSettings>;
            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("true, false, or settings, (parts: 16, tolerance: 0.001)")
            }
            fn visit_bool<E: de::Error>(self, value: bool) -> Result<Self::Value, E> {
                Ok(value.then(DecomposeSettings::default))
            }
            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
                DecomposeSettings::deserialize(MapAccessDeserializer::new(map)).map(Some)
            }
        }
        deserializer.deserialize_any(DecomposeVisitor)
    }
}

impl Serialize for Point {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Plane(p) => p.serialize(serializer),
            Self::Space(p) => p.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for Point {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct PointVisitor;
        impl<'de> Visitor<'de> for PointVisitor {
            type Value = Point;
            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("a point (x, y) or (x, y, z)")
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Point, A::Error> {
                let x = seq.next_element()?.ok_or_else(|| de::Error::invalid_length(0, &self))?;
                let y = seq.next_element()?.ok_or_else(|| de::Error::invalid_length(1, &self))?;
                Ok(match seq.next_element()? {
                    Some(z) => Point::Space([x, y, z]),
                    None => Point::Plane([x, y]),
                })
            }
        }
        deserializer.deserialize_tuple(3, PointVisitor)
    }
}

impl Serialize for Inertia {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Scalar(zz) => serializer.serialize_f64(*zz),
            Self::Principal(moments) => entries(moments, serializer),
            Self::Full(all) => entries(all, serializer),
        }
    }
}

fn entries<S: Serializer>(entries: &[f64], serializer: S) -> Result<S::Ok, S::Error> {
    let mut tuple = serializer.serialize_tuple(entries.len())?;
    for entry in entries {
        tuple.serialize_element(entry)?;
    }
    tuple.end()
}

impl<'de> Deserialize<'de> for Inertia {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InertiaVisitor;
        impl<'de> Visitor<'de> for InertiaVisitor {
            type Value = Inertia;
            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("an inertia (xx, yy, zz) or (xx, yy, zz, xy, xz, yz), or one number in a two-dimensional scene")
            }
            fn visit_f64<E: de::Error>(self, value: f64) -> Result<Inertia, E> {
                Ok(Inertia::Scalar(value))
            }
            fn visit_u64<E: de::Error>(self, value: u64) -> Result<Inertia, E> {
                Ok(Inertia::Scalar(value as f64))
            }
            fn visit_i64<E: de::Error>(self, value: i64) -> Result<Inertia, E> {
                Ok(Inertia::Scalar(value as f64))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Inertia, A::Error> {
                let mut moments = [0.0; 3];
                for (i, moment) in moments.iter_mut().enumerate() {
                    *moment = seq.next_element()?.ok_or_else(|| de::Error::invalid_length(i, &self))?;
                }
                let Some(xy) = seq.next_element()? else { return Ok(Inertia::Principal(moments)) };
                let [xx, yy, zz] = moments;
                let xz = seq.next_element()?.ok_or_else(|| de::Error::invalid_length(4, &self))?;
                let yz = seq.next_element()?.ok_or_else(|| de::Error::invalid_length(5, &self))?;
                Ok(Inertia::Full([xx, yy, zz, xy, xz, yz]))
            }
        }
        deserializer.deserialize_any(InertiaVisitor)
    }
}
