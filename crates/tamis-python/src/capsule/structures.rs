//! The structures of Arrow's C data interface, before anything is read through them.
//!
//! The importer of `arrow-array` reads the last offset of an array, the lengths of its buffers and
//! the content of its children before anybody can validate the result. It panics, or reads where
//! nothing is, if a structure has not the shape of its type: for example a column with the buffers
//! of numbers under a schema that says text. So the shape is compared with the type first.
//!
//! A structure has no lengths of buffers. Whether a pointer that is not null leads to as many bytes
//! as the rows and offsets say is known to the library that made it, and to nobody else.
//!
//! Source: Arrow, "The Arrow C data interface", structure definitions.

use std::ffi::{CStr, c_char, c_void};
use std::ptr;

use arrow_array::ffi::FFI_ArrowArray;
use arrow_data::layout;
use arrow_schema::ffi::FFI_ArrowSchema;
use arrow_schema::{ArrowError, DataType};

use super::Result;

/// The most levels that types are nested in. The same as in Arrow's C++ library.
const MAX_DEPTH: usize = 64;

/// The bits of the widest value, except for bytes of a fixed width, which the type says.
const MAX_BITS: i64 = 256;

type Release<T> = Option<unsafe extern "C" fn(*mut T)>;

#[repr(C)]
struct Schema {
    format: *const c_char,
    name: *const c_char,
    metadata: *const c_char,
    flags: i64,
    n_children: i64,
    children: *mut *mut Schema,
    dictionary: *mut Schema,
    release: Release<Schema>,
    private_data: *mut c_void,
}

#[repr(C)]
struct Array {
    length: i64,
    null_count: i64,
    offset: i64,
    n_buffers: i64,
    n_children: i64,
    buffers: *mut *const c_void,
    children: *mut *mut Array,
    dictionary: *mut Array,
    release: Release<Array>,
    private_data: *mut c_void,
}

/// Checks that a type can be read from a schema.
///
/// # Errors
///
/// If the schema was moved out before, a name is no UTF-8, or a type has not its parameters.
///
/// # Safety
///
/// Each pointer of the schema is null or leads to what the interface says, and no other thread
/// reads the schema.
pub(super) unsafe fn check_schema(schema: &mut FFI_ArrowSchema) -> Result<()> {
    // SAFETY: both types have the layout of the interface.
    let schema = unsafe { &*ptr::from_mut(schema).cast::<Schema>() };
    // SAFETY: promised by the caller.
    unsafe { schema.check(0) }
}

/// Checks that an array has the shape of a type. Makes the importer count the nulls, since a count
/// that is not that of the bitmap is no rarity, and decides whether the bitmap is looked at.
///
/// # Errors
///
/// If the array was moved out before, has not the number of buffers or children of its type, or
/// lengths that no buffer has.
///
/// # Safety
///
/// As in [`check_schema`].
pub(super) unsafe fn check_array(array: &mut FFI_ArrowArray, data_type: &DataType) -> Result<()> {
    // SAFETY: both types have the layout of the interface.
    let array = unsafe { &mut *ptr::from_mut(array).cast::<Array>() };
    // SAFETY: promised by the caller.
    unsafe { array.check(data_type) }
}

impl Schema {
    unsafe fn check(&self, depth: usize) -> Result<()> {
        ensure(depth < MAX_DEPTH, "types are nested too deep")?;
        ensure(self.release.is_some(), "a schema was read before")?;
        // SAFETY: promised by the caller, here and below.
        let format = unsafe { text(self.format) }?;
        ensure(!self.format.is_null(), "a type has no format")?;
        unsafe { text(self.name) }?;
        let expected = match format {
            "+l" | "+L" | "+vl" | "+vL" | "+m" => Some(1),
            "+r" => Some(2),
            _ if format.starts_with("+w:") => Some(1),
            _ if format.starts_with('+') => None,
            _ => Some(0),
        };
        let fits = expected.is_none_or(|expected| self.n_children == expected);
        ensure(fits, format_args!("a type `{format}` has {} children", self.n_children))?;
        for child in unsafe { followed(self.children, self.n_children) }? {
            unsafe { child?.check(depth + 1) }?;
        }
        match unsafe { self.dictionary.as_ref() } {
            Some(dictionary) => unsafe { dictionary.check(depth + 1) },
            None => Ok(()),
        }
    }
}

impl Array {
    unsafe fn check(&mut self, data_type: &DataType) -> Result<()> {
        ensure(self.release.is_some(), "an array was read before")?;
        if let DataType::Dictionary(key, _) = data_type {
            ensure(key.is_dictionary_key_type(), format_args!("{key} is no key of a dictionary"))?;
        }
        let fits = self.bits(data_type).is_some();
        let (length, offset) = (self.length, self.offset);
        ensure(fits, format_args!("no array {data_type} has {length} rows after {offset}"))?;
        // SAFETY: promised by the caller, here and below.
        unsafe { self.check_buffers(data_type) }?;
        let children: Vec<&DataType> = match data_type {
            DataType::List(field)
            | DataType::LargeList(field)
            | DataType::ListView(field)
            | DataType::LargeListView(field)
            | DataType::FixedSizeList(field, _)
            | DataType::Map(field, _) => vec![field.data_type()],
            DataType::RunEndEncoded(ends, values) => vec![ends.data_type(), values.data_type()],
            DataType::Struct(fields) => fields.iter().map(|field| field.data_type()).collect(),
            DataType::Union(fields, _) => fields.iter().map(|(_, of)| of.data_type()).collect(),
            _ => Vec::new(),
        };
        let fits = usize::try_from(self.n_children) == Ok(children.len());
        ensure(fits, format_args!("an array {data_type} has {} children", self.n_children))?;
        for (child, data_type) in unsafe { followed(self.children, self.n_children) }?.zip(children)
        {
            unsafe { child?.check(data_type) }?;
        }
        match (unsafe { self.dictionary.as_mut() }, data_type) {
            (Some(dictionary), DataType::Dictionary(_, values)) => unsafe {
                dictionary.check(values)
            },
            (None, DataType::Dictionary(..)) => fail("a dictionary has no values"),
            (Some(_), _) => fail(format_args!("an array {data_type} has a dictionary")),
            (None, _) => Ok(()),
        }
    }

    /// Returns a number of bits that no buffer of fixed width exceeds, or `None` if there can be no
    /// such buffer.
    fn bits(&self, data_type: &DataType) -> Option<isize> {
        let bits = match data_type {
            DataType::FixedSizeBinary(bytes) => i64::from(*bytes).checked_mul(8)?,
            DataType::FixedSizeList(_, rows) => i64::from(*rows),
            _ => 0,
        };
        if self.length < 0 || self.offset < 0 || bits < 0 {
            return None;
        }
        let rows = self.length.checked_add(self.offset)?.checked_add(1)?;
        isize::try_from(rows.checked_mul(bits.max(MAX_BITS))?).ok()
    }

    /// Checks the number of buffers, and those that the importer reads.
    unsafe fn check_buffers(&mut self, data_type: &DataType) -> Result<()> {
        let layout = layout(data_type);
        let least = layout.buffers.len()
            + usize::from(layout.can_contain_null_mask)
            + usize::from(layout.variadic);
        let count = usize::try_from(self.n_buffers).unwrap_or_default();
        let fits = count == least || (layout.variadic && count > least);
        ensure(fits, format_args!("an array {data_type} has {} buffers", self.n_buffers))?;
        ensure(count == 0 || !self.buffers.is_null(), "an array has no buffers")?;
        // SAFETY: there are `count` pointers, as promised by the caller.
        let buffer = |index| unsafe { ptr::read_unaligned(self.buffers.add(index)) };
        if layout.can_contain_null_mask {
            let known = self.null_count <= 0 || !buffer(0).is_null();
            ensure(known, format_args!("an array {data_type} does not say which rows are null"))?;
            self.null_count = -1;
        }
        // The single offset of an array of no rows is not read, and may be missing.
        let rows = self.length > 0 || self.offset > 0;
        let (read, aligned) = match data_type {
            DataType::Utf8 | DataType::Binary if rows => (1, buffer(1).cast::<i32>().is_aligned()),
            DataType::LargeUtf8 | DataType::LargeBinary if rows => {
                (1, buffer(1).cast::<i64>().is_aligned())
            }
            _ if count > least => (count - 1, buffer(count - 1).cast::<i64>().is_aligned()),
            _ => return Ok(()),
        };
        ensure(!buffer(read).is_null(), format_args!("an array {data_type} lacks a buffer"))?;
        ensure(aligned, format_args!("a buffer of an array {data_type} is not aligned"))?;
        // `bits` has a value, so the sum is small enough and positive.
        let last_row = usize::try_from(self.offset + self.length).unwrap_or_default();
        // The importer makes buffers of these lengths. A negative one becomes a huge one.
        // SAFETY: these buffers have an offset after each row, or a length for each buffer of
        // texts, as promised by the caller, and are aligned.
        let shortest = unsafe {
            match data_type {
                DataType::Utf8 | DataType::Binary => {
                    i64::from(*buffer(1).cast::<i32>().add(last_row))
                }
                DataType::LargeUtf8 | DataType::LargeBinary => {
                    *buffer(1).cast::<i64>().add(last_row)
                }
                _ => {
                    let lengths = buffer(read).cast::<i64>();
                    (0..count - least).map(|index| *lengths.add(index)).min().unwrap_or_default()
                }
            }
        };
        ensure(
            shortest >= 0,
            format_args!("a buffer of an array {data_type} has a negative length"),
        )
    }
}

/// Returns the structures that a list of pointers leads to.
unsafe fn followed<'a, T: 'a>(
    pointers: *mut *mut T,
    count: i64,
) -> Result<impl Iterator<Item = Result<&'a mut T>>> {
    let count = usize::try_from(count).or_else(|_| fail("a number of children is negative"))?;
    ensure(count == 0 || !pointers.is_null(), "children are missing")?;
    Ok((0..count).map(move |index| {
        // SAFETY: there are `count` pointers, as promised by the caller.
        let child = unsafe { ptr::read_unaligned(pointers.add(index)).as_mut() };
        child.map_or_else(|| fail("a child is missing"), Ok)
    }))
}

/// Returns a text, which is empty if the pointer is null.
unsafe fn text<'a>(pointer: *const c_char) -> Result<&'a str> {
    if pointer.is_null() {
        return Ok("");
    }
    // SAFETY: promised by the caller.
    let text = unsafe { CStr::from_ptr(pointer) };
    text.to_str().or_else(|_| fail(format_args!("the name {text:?} is not UTF-8")))
}

fn ensure(holds: bool, message: impl ToString) -> Result<()> {
    if holds { Ok(()) } else { fail(message) }
}

fn fail<T>(message: impl ToString) -> Result<T> {
    Err(ArrowError::CDataInterface(message.to_string()))
}
