//! Tests of glTF files.
