//! The numbers of a glTF file: one buffer, and accessors that say what lies where in it.

use gltf::json::accessor::{Accessor, ComponentType, GenericComponentType, Type};
use gltf::json::buffer::{Target, View};
use gltf::json::validation::{Checked, USize64};
use gltf::json::{Index, Root, Value};

/// Bytes of numbers at most: a file says its length in 32 bits, and has its description besides.
const MOST: usize = 4_000_000_000;

/// A file as it grows.
#[derive(Default)]
pub(super) struct Store {
    /// Everything but the numbers.
    pub root: Root,
    /// The numbers, little end first.
    pub bytes: Vec<u8>,
}

impl Store {
    /// Rows of one, three or four numbers, with their bounds; `of_vertices`: for the graphics card.
    pub fn rows<const N: usize>(
        &mut self,
        rows: &[[f32; N]],
        of_vertices: bool,
    ) -> Result<Index<Accessor>, String> {
        let kind = match N {
            1 => Type::Scalar,
            3 => Type::Vec3,
            _ => Type::Vec4,
        };
        let bound = |pick: fn(f32, f32) -> f32| {
            let row = (0..N).map(|k| rows.iter().map(|row| row[k]).reduce(pick).unwrap_or(0.0));
            // Exact: readers compare bounds with the numbers.
            Value::from(row.map(f64::from).collect::<Vec<_>>())
        };
        let bounds = Some((bound(f32::min), bound(f32::max)));
        let bytes = rows.iter().flatten().flat_map(|number| number.to_le_bytes());
        let target = of_vertices.then_some(Target::ArrayBuffer);
        self.add(bytes, target, rows.len(), ComponentType::F32, kind, bounds)
    }

    /// Indices of corners among so many.
    pub fn indices(&mut self, indices: &[u32], corners: usize) -> Result<Index<Accessor>, String> {
        let target = Some(Target::ElementArrayBuffer);
        // The largest number of a kind is no index.
        if corners <= usize::from(u16::MAX) {
            let bytes = indices.iter().flat_map(|index| (*index as u16).to_le_bytes());
            self.add(bytes, target, indices.len(), ComponentType::U16, Type::Scalar, None)
        } else {
            let bytes = indices.iter().flat_map(|index| index.to_le_bytes());
            self.add(bytes, target, indices.len(), ComponentType::U32, Type::Scalar, None)
        }
    }

    fn add(
        &mut self,
        bytes: impl Iterator<Item = u8>,
        target: Option<Target>,
        count: usize,
        component: ComponentType,
        kind: Type,
        bounds: Option<(Value, Value)>,
    ) -> Result<Index<Accessor>, String> {
        let start = self.bytes.len();
        self.bytes.extend(bytes);
        let length = self.bytes.len() - start;
        // Where a number may begin.
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        if self.bytes.len() > MOST {
            return Err("the animation has more than the 4 GB that a glTF file holds; --every N or --fps F takes fewer states"
                .to_owned());
        }
        let view = self.root.push(View {
            buffer: Index::new(0),
            byte_length: USize64::from(length),
            byte_offset: Some(USize64::from(start)),
            byte_stride: None,
            name: None,
            target: target.map(Checked::Valid),
            extensions: None,
            extras: None,
        });
        let (min, max) = bounds.unzip();
        Ok(self.root.push(Accessor {
            buffer_view: Some(view),
            byte_offset: None,
            count: USize64::from(count),
            component_type: Checked::Valid(GenericComponentType(component)),
            extensions: None,
            extras: None,
            type_: Checked::Valid(kind),
            min,
            max,
            name: None,
            normalized: false,
            sparse: None,
        }))
    }
}
