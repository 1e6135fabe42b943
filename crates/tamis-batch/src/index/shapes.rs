//! The types of the fields in the headers of Parquet files.
//!
//! The library reads a field that it knows by the type that the field should have, whatever type
//! the file states. If both differ, it goes on at another place than a reader that believes the
//! file, and takes any bytes there for a list of a billion values. So these types are compared.
//!
//! Source: <https://github.com/apache/parquet-format>, `parquet.thrift`.

/// The fields of a struct: their numbers and types. Others may follow in later versions.
pub(super) type Fields = &'static [(i16, Type)];

/// The type of a value.
#[derive(Clone, Copy)]
pub(super) enum Type {
    Boolean,
    Byte,
    /// An integer of 16, 32 or 64 bits, or an enumeration.
    Integer,
    Double,
    Binary,
    List(&'static Type),
    Struct(Fields),
}

use Type::{Binary, Boolean, Byte, Double, Integer, List, Struct};

/// A struct without fields, or one of which the library reads none, such as those for encryption.
const EMPTY: Type = Struct(&[]);

/// A choice among structs without fields, such as a unit of time.
const CHOICE: Type = Struct(&[(1, EMPTY), (2, EMPTY), (3, EMPTY)]);

const KEY_VALUE: Type = Struct(&[(1, Binary), (2, Binary)]);

const STATISTICS: Type = Struct(&[
    (1, Binary),
    (2, Binary),
    (3, Integer),
    (4, Integer),
    (5, Binary),
    (6, Binary),
    (7, Boolean),
    (8, Boolean),
    (9, Integer),
]);

const TIME: Type = Struct(&[(1, Boolean), (2, CHOICE)]);

const LOGICAL_TYPE: Type = Struct(&[
    (1, EMPTY),
    (2, EMPTY),
    (3, EMPTY),
    (4, EMPTY),
    (5, Struct(&[(1, Integer), (2, Integer)])),
    (6, EMPTY),
    (7, TIME),
    (8, TIME),
    (10, Struct(&[(1, Byte), (2, Boolean)])),
    (11, EMPTY),
    (12, EMPTY),
    (13, EMPTY),
    (14, EMPTY),
    (15, EMPTY),
    (16, Struct(&[(1, Byte)])),
    (17, Struct(&[(1, Binary)])),
    (18, Struct(&[(1, Binary), (2, Integer)])),
]);

/// A node of the schema.
pub(super) const SCHEMA_ELEMENT: Fields = &[
    (1, Integer),
    (2, Integer),
    (3, Integer),
    (4, Binary),
    (5, Integer),
    (6, Integer),
    (7, Integer),
    (8, Integer),
    (9, Integer),
    (10, LOGICAL_TYPE),
];

const COLUMN_METADATA: Type = Struct(&[
    (1, Integer),
    (2, List(&Integer)),
    (3, List(&Binary)),
    (4, Integer),
    (5, Integer),
    (6, Integer),
    (7, Integer),
    (8, List(&KEY_VALUE)),
    (9, Integer),
    (10, Integer),
    (11, Integer),
    (12, STATISTICS),
    (13, List(&Struct(&[(1, Integer), (2, Integer), (3, Integer)]))),
    (14, Integer),
    (15, Integer),
    (16, Struct(&[(1, Integer), (2, List(&Integer)), (3, List(&Integer))])),
    (17, Struct(&[(1, BOX), (2, List(&Integer))])),
]);

/// A part of a plane.
const BOX: Type = Struct(&[
    (1, Double),
    (2, Double),
    (3, Double),
    (4, Double),
    (5, Double),
    (6, Double),
    (7, Double),
    (8, Double),
]);

const COLUMN_CHUNK: Type = Struct(&[
    (1, Binary),
    (2, Integer),
    (3, COLUMN_METADATA),
    (4, Integer),
    (5, Integer),
    (6, Integer),
    (7, Integer),
    (8, EMPTY),
    (9, Binary),
]);

const ROW_GROUP: Type = Struct(&[
    (1, List(&COLUMN_CHUNK)),
    (2, Integer),
    (3, Integer),
    (4, List(&Struct(&[(1, Integer), (2, Boolean), (3, Boolean)]))),
    (5, Integer),
    (6, Integer),
    (7, Integer),
]);

/// The footer, `FileMetaData`.
pub(super) const FOOTER: Fields = &[
    (1, Integer),
    (2, List(&Struct(SCHEMA_ELEMENT))),
    (3, Integer),
    (4, List(&ROW_GROUP)),
    (5, List(&KEY_VALUE)),
    (6, Binary),
    (7, List(&CHOICE)),
    (8, EMPTY),
    (9, Binary),
];

/// The header of a page.
pub(super) const PAGE: Fields = &[
    (1, Integer),
    (2, Integer),
    (3, Integer),
    (4, Integer),
    (5, Struct(&[(1, Integer), (2, Integer), (3, Integer), (4, Integer), (5, STATISTICS)])),
    (6, EMPTY),
    (7, Struct(&[(1, Integer), (2, Integer), (3, Boolean)])),
    (
        8,
        Struct(&[
            (1, Integer),
            (2, Integer),
            (3, Integer),
            (4, Integer),
            (5, Integer),
            (6, Integer),
            (7, Boolean),
            (8, STATISTICS),
        ]),
    ),
];
