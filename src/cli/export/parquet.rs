//! Tables as Parquet files: a typed column for each, names by dictionary, what is true of the whole table beside them.

use parquet::basic::{LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::{Type, TypePtr};
use pegsim::recording::export::Chosen;
use pegsim::recording::export::table::{Column, Kind, Table, Value, Written, lines};
use std::io::{self, Write};
use std::sync::Arc;

/// Lines of a group: what is kept in memory before it is written.
const GROUP: usize = 1 << 16;

/// The values of a column in the group under way.
enum Values {
    Text(Vec<ByteArray>),
    Whole(Vec<i64>),
    Number(Vec<f64>),
}

impl Values {
    fn of(column: &Column) -> Self {
        match column.kind {
            Kind::Text => Self::Text(Vec::new()),
            Kind::Whole => Self::Whole(Vec::new()),
            Kind::Number => Self::Number(Vec::new()),
        }
    }

    fn push(&mut self, value: &Value) -> io::Result<()> {
        match (self, value) {
            (Self::Text(values), Value::Text(text)) => values.push(ByteArray::from(*text)),
            (Self::Whole(values), Value::Whole(number)) => values.push(*number),
            (Self::Number(values), Value::Number(number)) => values.push(*number),
            _ => return Err(io::Error::other("a value is not of the kind of its column")),
        }
        Ok(())
    }
}

/// Writes a table with the words of `about`.
pub(crate) fn write(
    out: Box<dyn Write + Send>,
    chosen: &[Chosen],
    table: Table,
    about: Vec<(String, String)>,
    progress: &mut dyn FnMut(usize, usize),
) -> io::Result<Written> {
    let columns = table.columns();
    let about = about.into_iter().map(|(key, value)| KeyValue::new(key, value)).collect();
    let properties = WriterProperties::builder()
        .set_created_by(concat!("pegsim ", env!("CARGO_PKG_VERSION")).to_owned())
        .set_key_value_metadata(Some(about))
        .build();
    let mut file = SerializedFileWriter::new(out, schema(table)?, Arc::new(properties))?;
    let mut group: Vec<Values> = columns.iter().map(Values::of).collect();
    let mut count = 0;
    let written = lines(chosen, table, progress, &mut |line| {
        for (values, value) in group.iter_mut().zip(line) {
            values.push(value)?;
        }
        count += 1;
        if count == GROUP {
            count = 0;
            put(&mut file, &mut group)?;
        }
        Ok(())
    })?;
    if count > 0 {
        put(&mut file, &mut group)?;
    }
    file.into_inner()?.flush()?;
    Ok(written)
}

fn schema(table: Table) -> Result<TypePtr, ParquetError> {
    let field = |column: &Column| {
        let (physical, logical) = match column.kind {
            Kind::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
            Kind::Whole => (Physical::INT64, None),
            Kind::Number => (Physical::DOUBLE, None),
        };
        let built = Type::primitive_type_builder(column.name, physical)
            .with_repetition(Repetition::REQUIRED)
            .with_logical_type(logical)
            .build();
        built.map(Arc::new)
    };
    let fields = table.columns().iter().map(field).collect::<Result<_, _>>()?;
    Ok(Arc::new(Type::group_type_builder(table.name()).with_fields(fields).build()?))
}

/// Writes the group under way and begins another.
fn put(
    file: &mut SerializedFileWriter<Box<dyn Write + Send>>,
    group: &mut [Values],
) -> Result<(), ParquetError> {
    let mut to = file.next_row_group()?;
    for values in group {
        let Some(mut column) = to.next_column()? else { break };
        match values {
            Values::Text(values) => {
                column.typed::<ByteArrayType>().write_batch(values, None, None)?;
                values.clear();
            }
            Values::Whole(values) => {
                column.typed::<Int64Type>().write_batch(values, None, None)?;
                values.clear();
            }
            Values::Number(values) => {
                column.typed::<DoubleType>().write_batch(values, None, None)?;
                values.clear();
            }
        }
        column.close()?;
    }
    to.close()?;
    Ok(())
}
