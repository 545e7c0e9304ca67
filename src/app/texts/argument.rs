//! What can be put into a text: numbers, of which Fluent knows one from many, and text.

use fluent_bundle::FluentValue;
use std::borrow::Cow;

/// Something that can be put into a text.
pub trait Argument {
    /// As Fluent has it.
    fn value(&self) -> FluentValue<'_>;
}

impl<T: Argument + ?Sized> Argument for &T {
    fn value(&self) -> FluentValue<'_> {
        (**self).value()
    }
}

impl Argument for str {
    fn value(&self) -> FluentValue<'_> {
        FluentValue::from(self)
    }
}

impl Argument for String {
    fn value(&self) -> FluentValue<'_> {
        FluentValue::from(self.as_str())
    }
}

impl Argument for Cow<'_, str> {
    fn value(&self) -> FluentValue<'_> {
        FluentValue::from(self.as_ref())
    }
}

impl Argument for std::path::Display<'_> {
    fn value(&self) -> FluentValue<'_> {
        FluentValue::from(self.to_string())
    }
}

impl Argument for std::io::Error {
    fn value(&self) -> FluentValue<'_> {
        FluentValue::from(self.to_string())
    }
}

/// Numbers, written as Rust writes them.
macro_rules! numbers {
    ($($number:ty),+) => {
        $(impl Argument for $number {
            fn value(&self) -> FluentValue<'_> {
                FluentValue::from(*self)
            }
        })+
    };
}

numbers!(u8, u32, u64, usize, i32, i64, f64);
