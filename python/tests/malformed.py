"""Arrow data that breaks Arrow's rules, by name. As a program, extracts from the data of names.

``python malformed.py NAME...`` prints a line of JSON for each name: the name, and what it raised.
It is a program because what goes wrong may end the process.
"""

from __future__ import annotations

import contextlib
import ctypes
import functools
import io
import json
import struct
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

import tamis

CASES: dict[str, Callable[[], Any]] = {}
"""Functions that return a batch, with the column `html` and perhaps `url` and `kept`."""

PAGE = "<title>Ä page</title><p>Some text of a page, which is längere Zeit not empty."


def case(*arguments: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Adds the cases of a function: one, or one for each argument, whose name is its first part."""

    def added(function: Callable[..., Any]) -> Callable[..., Any]:
        name = function.__name__.replace("_", " ")
        if not arguments:
            CASES[name] = function
        for of in arguments:
            parts = of if isinstance(of, tuple) else (of,)
            CASES[f"{name}: {parts[0]}"] = functools.partial(function, *parts)
        return function

    return added


# Values that are no texts.


def array(values: list[bytes], kind: Any = None) -> pa.Array:
    """Returns an array of a type of texts with any bytes, which pyarrow does not look at."""
    kind = kind or pa.string()
    wide = pa.large_binary()
    binary = {"string_view": pa.binary_view(), "large_string": wide, "large_binary": wide}
    made = pa.array(values, binary.get(str(kind), pa.binary()))
    return pa.Array.from_buffers(kind, len(made), made.buffers(), made.null_count, made.offset)


def batch(html: Any, **columns: Any) -> pa.RecordBatch:
    return pa.record_batch({"html": html, **columns})


KINDS = {"string": pa.string(), "large string": pa.large_string(), "string view": pa.string_view()}
GOOD = PAGE.encode()
BAD = {
    "at the start": b"\xff" + GOOD,
    "in the middle": GOOD[:30] + b"\xc3\x28" + GOOD[30:],
    "at the end": GOOD + b"\xe4\xb8",
    "overlong": GOOD + b"\xc0\x80",
    "surrogate": b"\xed\xa0\x80" + GOOD,
    "too large": GOOD + b"\xf4\x90\x80\x80",
    "short": b"\x80",
}
PLACES = [(f"{kind} {place}", KINDS[kind], BAD[place]) for kind in KINDS for place in BAD]


@case(*PLACES)
def no_text(_: str, kind: Any, bad: bytes) -> Any:
    return batch(array([GOOD, bad, GOOD], kind))


@case(*KINDS.items())
def no_text_in_the_last_value(_: str, kind: Any) -> Any:
    return batch(array([GOOD, GOOD, BAD["at the end"]], kind))


@case(*KINDS.items())
def no_text_in_a_slice(_: str, kind: Any) -> Any:
    return batch(array([GOOD, GOOD, BAD["at the end"], GOOD, GOOD], kind)).slice(2, 2)


@case(*KINDS.items())
def a_character_in_two_values(_: str, kind: Any) -> Any:
    return batch(array([b"<p>" * 9 + b"\xc3", b"\xa4" + b"</p>" * 9], kind))


@case(*KINDS.items())
def no_text_in_addresses(_: str, kind: Any) -> Any:
    return batch([PAGE, PAGE], url=array([b"https://a.example/", b"https://a.example/\xff"], kind))


@case(*KINDS.items())
def no_text_in_a_kept_column(_: str, kind: Any) -> Any:
    return batch([PAGE, PAGE], kept=array([GOOD, BAD["at the end"]], kind))


def dictionary(values: pa.Array, indices: list[int]) -> pa.Array:
    return pa.DictionaryArray.from_arrays(pa.array(indices, pa.int8()), values, safe=False)


@case()
def no_text_in_a_dictionary() -> Any:
    return batch(dictionary(array([GOOD, BAD["at the end"]]), [0, 1]))


@case()
def no_text_in_a_kept_dictionary() -> Any:
    return batch([PAGE, PAGE], kept=dictionary(array([GOOD, BAD["at the end"]]), [0, 1]))


@case(("past the end", 2), ("far past the end", 127), ("negative", -1))
def index_of_a_dictionary(_: str, index: int) -> Any:
    return batch([PAGE, PAGE], kept=dictionary(pa.array(["a", "b"]), [0, index]))


NESTED: list[tuple[str, Callable[[pa.Array], pa.Array]]] = [
    ("list", lambda texts: pa.ListArray.from_arrays([0, 1, 2], texts)),
    ("large list", lambda texts: pa.LargeListArray.from_arrays([0, 1, 2], texts)),
    ("list of two", lambda texts: pa.FixedSizeListArray.from_arrays(texts, 1)),
    ("struct", lambda texts: pa.StructArray.from_arrays([texts], ["a"])),
    ("map", lambda texts: pa.MapArray.from_arrays([0, 1, 2], texts, texts)),
    ("list of lists", lambda texts: NESTED[0][1](NESTED[0][1](texts))),
    ("union", lambda texts: pa.UnionArray.from_sparse(pa.array([0, 0], pa.int8()), [texts])),
]


@case(*NESTED)
def no_text_in_a_nested_column(_: str, nested: Callable[[pa.Array], pa.Array]) -> Any:
    return batch([PAGE, PAGE], kept=nested(array([GOOD, BAD["at the end"]])))


@case()
def no_text_in_the_second_chunk() -> Any:
    good, bad = batch(array([GOOD])), batch(array([BAD["at the end"]]))
    return pa.Table.from_batches([good, bad])


@case()
def no_text_in_the_second_batch() -> Any:
    good, bad = batch(array([GOOD])), batch(array([BAD["at the end"]]))
    return pa.RecordBatchReader.from_batches(good.schema, [good, bad])


@case()
def no_text_in_a_parquet_file() -> Any:
    file = io.BytesIO()
    pq.write_table(pa.Table.from_batches([batch(array([GOOD, BAD["at the end"]]))]), file)
    return pq.read_table(file)


@case()
def no_text_in_an_ipc_stream() -> Any:
    return pa.ipc.open_stream(stream(batch(array([GOOD, BAD["at the end"]]))))


# Structures of the C interface that are changed by hand.


LIVING: list[Any] = []
"""What must not be freed before the end."""


class Structure(ctypes.Structure):
    """What schemas, arrays and streams have in common."""

    release: Any

    def __init__(self) -> None:
        super().__init__()
        LIVING.append(self)

    def set(self, field: str, value: Any) -> None:
        """Changes a field. `None` is the null pointer."""
        known = getattr(self, field)
        setattr(self, field, type(known)() if value is None and callable(known) else value)

    def keep(self) -> None:
        """Keeps the content for ever, since its owner would stumble over the changes, too."""

        kind = type(self)
        self.release = CALLBACK(lambda address: kind.from_address(address).set("release", None))
        LIVING.append(self.release)


class CSchema(Structure):
    pass


class CArray(Structure):
    pass


class CStream(Structure):
    pass


POINTER = ctypes.c_void_p
CALLBACK = ctypes.CFUNCTYPE(None, POINTER)
READ = ctypes.CFUNCTYPE(ctypes.c_int, POINTER, POINTER)
LAST_ERROR = ctypes.CFUNCTYPE(POINTER, POINTER)

CSchema._fields_ = [
    ("format", ctypes.c_char_p),
    ("name", ctypes.c_char_p),
    ("metadata", ctypes.c_char_p),
    ("flags", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("children", ctypes.POINTER(ctypes.POINTER(CSchema))),
    ("dictionary", ctypes.POINTER(CSchema)),
    ("release", CALLBACK),
    ("private_data", POINTER),
]
CArray._fields_ = [
    ("length", ctypes.c_int64),
    ("null_count", ctypes.c_int64),
    ("offset", ctypes.c_int64),
    ("n_buffers", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("buffers", ctypes.POINTER(POINTER)),
    ("children", ctypes.POINTER(ctypes.POINTER(CArray))),
    ("dictionary", ctypes.POINTER(CArray)),
    ("release", CALLBACK),
    ("private_data", POINTER),
]
CStream._fields_ = [
    ("get_schema", READ),
    ("get_next", READ),
    ("get_last_error", LAST_ERROR),
    ("release", CALLBACK),
    ("private_data", POINTER),
]


def capsule(structure: Structure, name: bytes) -> Any:
    make = ctypes.pythonapi.PyCapsule_New
    make.restype = ctypes.py_object
    make.argtypes = [POINTER, ctypes.c_char_p, POINTER]
    return make(ctypes.addressof(structure), name, None)


class Array:
    """An array, its structures and the changes to them."""

    def __init__(self, batch: pa.RecordBatch) -> None:
        self.schema, self.array = CSchema(), CArray()
        batch._export_to_c(ctypes.addressof(self.array), ctypes.addressof(self.schema))
        self.schema.keep()
        self.array.keep()

    def __arrow_c_array__(self, requested_schema: object = None) -> Any:
        return capsule(self.schema, b"arrow_schema"), capsule(self.array, b"arrow_array")

    @property
    def html(self) -> CArray:
        """The first column."""
        made: CArray = self.array.children[0].contents
        return made

    @property
    def field(self) -> CSchema:
        """The schema of the first column."""
        made: CSchema = self.schema.children[0].contents
        return made


class Twice:
    """Gives the same capsules again and again."""

    def __init__(self, given: Any) -> None:
        self.given = given

    def __arrow_c_array__(self, requested_schema: object = None) -> Any:
        return self.given


def pages(kind: Any = None) -> pa.RecordBatch:
    return batch(pa.array([PAGE, PAGE], kind or pa.string()))


# Offsets that lead nowhere.


class Plain:
    """Gives the array of another object, and nothing else: pyarrow is not asked about it."""

    def __init__(self, batch: Any) -> None:
        self.batch = batch

    def __arrow_c_array__(self, requested_schema: object = None) -> Any:
        return self.batch.__arrow_c_array__()


def address(content: bytes) -> int:
    """Returns the address of bytes that live for ever."""
    LIVING.append(ctypes.create_string_buffer(content))
    return ctypes.addressof(LIVING[-1])


def with_buffer(made: Array, index: int, content: bytes) -> Array:
    made.html.buffers[index] = address(content)
    return made


def with_offsets(kind: Any, offsets: list[int]) -> Array:
    wide = str(kind).startswith("large")
    packed = struct.pack(f"<{len(offsets)}{'q' if wide else 'i'}", *offsets)
    values = pa.array([b"x" * 40, *[b""] * (len(offsets) - 2)], pa.binary())
    return with_buffer(Array(batch(values.cast(kind))), 1, packed)


WIDTHS = {
    "string": pa.string(),
    "large string": pa.large_string(),
    "binary": pa.binary(),
    "large binary": pa.large_binary(),
}
OFFSETS = {
    "fall": [0, 30, 20, 40],
    "begin below zero": [-8, 10, 20, 40],
    "are below zero": [0, -8, 20, 40],
    "end below zero": [0, 10, 20, -8],
    "pass the last": [0, 41, 20, 40],
    "go far": [0, (1 << 31) - 1, 20, 40],
}
BROKEN = [
    (f"{kind} {how}", WIDTHS[kind], offsets) for kind in WIDTHS for how, offsets in OFFSETS.items()
]


@case(*BROKEN)
def offsets(_: str, kind: Any, offsets: list[int]) -> Any:
    return with_offsets(kind, offsets)


@case(*WIDTHS.items())
def misaligned_offsets(_: str, kind: Any) -> Any:
    made = with_offsets(kind, [0, 10, 20, 40])
    made.html.buffers[1] += 1
    return made


@case(("past the values", [0, 1, 9]), ("falling", [0, 2, 1]), ("negative", [0, -1, 2]))
def offsets_of_a_list(_: str, offsets: list[int]) -> Any:
    lists = pa.array([["a"], ["b"]], pa.list_(pa.string()))
    return with_buffer(Array(batch(lists)), 1, struct.pack("<3i", *offsets))


def stream(batch: pa.RecordBatch) -> bytes:
    sink = pa.BufferOutputStream()
    with pa.ipc.new_stream(sink, batch.schema) as writer:
        writer.write_batch(batch)
    made: bytes = sink.getvalue().to_pybytes()
    return made


def replaced(whole: bytes, old: bytes, new: bytes) -> bytes:
    """Replaces the last occurrence."""
    before, found, after = whole.rpartition(old)
    assert found
    return before + new + after


def damaged(kind: Any, length: int) -> bytes:
    """Returns an IPC stream whose value of 793 bytes ends where the caller says."""
    form = "<2q" if str(kind).startswith("large") else "<2i"
    made = stream(batch(array([b"x" * 793], kind)))
    return replaced(made, struct.pack(form, 0, 793), struct.pack(form, 0, length))


FAR = [("by little", 800), ("far", 1 << 30), ("below zero", -800)]
LENGTHS = [
    (f"{kind} {how}", WIDTHS[kind], length)
    for kind in ("string", "large binary")
    for how, length in FAR
]


@case(*LENGTHS)
def offsets_of_an_ipc_stream(_: str, kind: Any, length: int) -> Any:
    return pa.ipc.open_stream(damaged(kind, length))


@case(*LENGTHS)
def offsets_of_an_ipc_table(_: str, kind: Any, length: int) -> Any:
    return pa.ipc.open_stream(damaged(kind, length)).read_all()


@case(*LENGTHS)
def offsets_of_an_ipc_batch(_: str, kind: Any, length: int) -> Any:
    return pa.ipc.open_stream(damaged(kind, length)).read_next_batch()


@case(*LENGTHS)
def offsets_of_ipc_structs(_: str, kind: Any, length: int) -> Any:
    return pa.ipc.open_stream(damaged(kind, length)).read_next_batch().to_struct_array()


@case(*LENGTHS)
def offsets_of_ipc_chunks(_: str, kind: Any, length: int) -> Any:
    return pa.ipc.open_stream(damaged(kind, length)).read_all().to_struct_array()


@case(*list(WIDTHS.items())[:3])
def too_few_offsets(_: str, kind: Any) -> Any:
    # The rows of the batch and those of its column.
    made = stream(batch(array([b"xy"] * 7, kind)))
    rows = made.replace(struct.pack("<q", 7), struct.pack("<q", 100_000))
    return pa.ipc.open_stream(rows).read_next_batch()


# Views that lead nowhere.


def view(length: int, prefix: bytes, buffer: int, offset: int) -> bytes:
    return struct.pack("<i4sii", length, prefix, buffer, offset)


VIEWS = [
    ("another buffer", view(20, b"xxxx", 1, 0)),
    ("a negative buffer", view(20, b"xxxx", -1, 0)),
    ("past the buffer", view(20, b"xxxx", 0, 30)),
    ("far past the buffer", view(2_000_000_000, b"xxxx", 0, 2_000_000_000)),
    ("a negative offset", view(20, b"xxxx", 0, -20)),
    ("a negative length", view(-20, b"xxxx", 0, 0)),
    ("another prefix", view(20, b"yyyy", 0, 0)),
    ("no padding", view(3, b"xxxx", 0, 0)),
]


@case(*VIEWS)
def text_view(_: str, view: bytes) -> Any:
    buffers = [None, pa.py_buffer(view), pa.py_buffer(b"x" * 40)]
    return Plain(batch(pa.Array.from_buffers(pa.string_view(), 1, buffers)))


@case(*VIEWS)
def binary_view(_: str, view: bytes) -> Any:
    buffers = [None, pa.py_buffer(view), pa.py_buffer(b"x" * 40)]
    return Plain(batch(pa.Array.from_buffers(pa.binary_view(), 1, buffers)))


# Rows that are null.


STRUCTS = pa.array([{"html": PAGE}, None], pa.struct({"html": pa.string()}))


@case()
def null_rows() -> Any:
    return STRUCTS


@case()
def null_rows_of_a_stream() -> Any:
    return pa.chunked_array([STRUCTS, STRUCTS])


@case()
def null_rows_of_a_slice() -> Any:
    return STRUCTS[1:]


VALUES: list[tuple[str, Any]] = [
    ("length", -1),
    ("length", -(1 << 63)),
    ("length", (1 << 63) - 1),
    ("length", 1 << 59),
    ("offset", -1),
    ("offset", (1 << 63) - 1),
    ("null_count", 1),
    ("n_buffers", -1),
    ("n_buffers", 0),
    ("n_buffers", 1),
    ("n_buffers", 2),
    ("n_children", -1),
    ("n_children", 1),
    ("buffers", None),
    ("release", None),
]
COLUMNS = [
    (f"{kind} with {field} {value}", KINDS[kind], field, value)
    for kind in KINDS
    for field, value in VALUES
]


@case(*COLUMNS)
def column_of(_: str, kind: Any, field: str, value: Any) -> Any:
    made = Array(pages(kind))
    made.html.set(field, value)
    return made


ROWS: list[tuple[str, Any]] = [
    ("length", -1),
    ("length", 3),
    ("length", (1 << 63) - 1),
    ("offset", -1),
    ("offset", 1),
    ("offset", (1 << 63) - 1),
    ("null_count", 1),
    ("n_buffers", -1),
    ("n_buffers", 0),
    ("n_buffers", 2),
    ("n_children", -1),
    ("n_children", 0),
    ("n_children", 2),
    ("children", None),
    ("buffers", None),
    ("release", None),
]


@case(*[(f"{field} {value}", field, value) for field, value in ROWS])
def array_with(_: str, field: str, value: Any) -> Any:
    made = Array(pages())
    made.array.set(field, value)
    return made


@case(*[(f"{index} of {name}", kind, index) for name, kind in KINDS.items() for index in (1, 2, 3)])
def no_buffer(_: str, kind: Any, index: int) -> Any:
    made = Array(pages(kind))
    if index < made.html.n_buffers:
        made.html.buffers[index] = None
    else:
        made.html.n_buffers = 0
    return made


@case(("negative", -1), ("far below zero", -(1 << 63)))
def length_of_a_buffer_of_views(_: str, length: int) -> Any:
    made = Array(pages(pa.string_view()))
    lengths = (ctypes.c_int64 * 1)(length)
    LIVING.append(lengths)
    made.html.buffers[3] = ctypes.cast(lengths, POINTER)
    return made


@case()
def misaligned_lengths_of_views() -> Any:
    made = Array(pages(pa.string_view()))
    made.html.buffers[3] += 1
    return made


@case()
def null_column() -> Any:
    made = Array(pages())
    made.array.children[0] = ctypes.POINTER(CArray)()
    return made


@case()
def dictionary_without_values() -> Any:
    made = Array(batch([PAGE], kept=dictionary(pa.array(["a"]), [0])))
    made.array.children[1].contents.dictionary = ctypes.POINTER(CArray)()
    return made


@case(b"u", b"w:-1", b"vu", b"f")
def dictionary_with_keys_of_type(key: bytes) -> Any:
    made = Array(batch([PAGE], kept=dictionary(pa.array(["a"]), [0])))
    made.schema.children[1].contents.format = key
    return made


@case()
def dictionary_of_no_dictionary() -> Any:
    made, other = Array(pages()), Array(pages())
    made.html.dictionary = ctypes.pointer(other.html)
    return made


FIELDS: list[tuple[str, Any]] = [
    ("format", None),
    ("format", b"\xff"),
    ("format", b"?"),
    ("format", b""),
    ("format", b"l"),
    ("format", b"b"),
    ("format", b"w:-1"),
    ("format", b"w:x"),
    ("format", b"w:2147483647"),
    ("format", b"d:1"),
    ("format", b"+l"),
    ("format", b"+m"),
    ("format", b"+r"),
    ("format", b"+s"),
    ("format", b"+w:3"),
    ("format", b"+ud:0"),
    ("format", b"+us:0,1"),
    ("name", b"html\xff"),
    ("n_children", -1),
    ("n_children", 1),
    ("release", None),
]


@case(*[(f"{field} {value}", field, value) for field, value in FIELDS])
def schema_of_a_column_with(_: str, field: str, value: Any) -> Any:
    made = Array(pages())
    made.field.set(field, value)
    return made


SCHEMA: list[tuple[str, Any]] = [
    ("format", None),
    ("format", b"\xff"),
    ("n_children", -1),
    ("children", None),
    ("metadata", b"\xff\xff\xff\xff"),
    ("release", None),
]


@case(*[(f"{field} {value}", field, value) for field, value in SCHEMA])
def schema_with(_: str, field: str, value: Any) -> Any:
    made = Array(pages())
    made.schema.set(field, value)
    return made


@case(
    ("more columns", batch([PAGE], kept=[1]), pages()),
    ("fewer columns", pages(), batch([PAGE], kept=[1])),
    ("numbers", batch([1, 2]), pages()),
    ("texts", pages(), batch([1, 2])),
    ("no views", pages(), pages(pa.string_view())),
    ("lists", batch([[PAGE]]), pages()),
    ("structs", batch([{"a": PAGE}]), pages()),
    ("dictionaries", batch(dictionary(pa.array([PAGE]), [0])), pages()),
)
def schema_of(_: str, schema: pa.RecordBatch, given: pa.RecordBatch) -> Any:
    made = Array(given)
    made.schema = Array(schema).schema
    return made


@case()
def types_that_are_nested_deeply() -> Any:
    made = Array(batch([PAGE], kept=[[1]]))
    field, column = made.schema.children[1].contents, made.array.children[1].contents
    # A list that is in itself.
    field.children[0] = ctypes.pointer(field)
    column.children[0] = ctypes.pointer(column)
    return made


@case()
def names_that_are_no_texts() -> Any:
    column = pa.array([PAGE])
    fields = [pa.field("html", pa.string()), pa.field(b"\xff", pa.string())]
    return pa.RecordBatch.from_arrays([column, column], schema=pa.schema(fields))


@case()
def array_that_was_read_before() -> Any:
    made = Twice(pages().__arrow_c_array__())
    tamis.extract_batch(made, url=None, columns=["status"])
    return made


@case()
def array_whose_schema_was_read_before() -> Any:
    made = pages().__arrow_c_array__()
    tamis.extract_batch(Twice(made), url=None, columns=["status"])
    return Twice((made[0], pages().__arrow_c_array__()[1]))


# Streams.


class Stream:
    """A stream of arrays, and the changes to it."""

    def __init__(self, schema: pa.RecordBatch | int, *arrays: Any) -> None:
        self.stream = CStream()
        self.arrays = iter(arrays)
        self.first = schema
        self.message = ctypes.create_string_buffer(b"the disk is full \xff")
        self.stream.get_schema = READ(self.get_schema)
        self.stream.get_next = READ(self.get_next)
        self.stream.get_last_error = LAST_ERROR(lambda _: ctypes.addressof(self.message))
        self.stream.keep()
        LIVING.append(self)

    def get_schema(self, _: int, out: int) -> int:
        if isinstance(self.first, int):
            return self.first
        made = Array(self.first)
        ctypes.memmove(out, ctypes.addressof(made.schema), ctypes.sizeof(CSchema))
        return 0

    def get_next(self, _: int, out: int) -> int:
        made = next(self.arrays, None)
        if isinstance(made, int):
            return made
        if isinstance(made, pa.RecordBatch):
            made = Array(made)
        content = CArray() if made is None else made.array
        ctypes.memmove(out, ctypes.addressof(content), ctypes.sizeof(CArray))
        return 0

    def __arrow_c_stream__(self, requested_schema: object = None) -> Any:
        return capsule(self.stream, b"arrow_array_stream")


@case(
    ("more columns", batch([PAGE], kept=[1])),
    ("fewer columns", pa.record_batch({}, pa.schema([]))),
    ("numbers", batch([1, 2])),
    ("views", pages(pa.string_view())),
    ("lists", batch([[PAGE]])),
    ("no texts", batch(array([BAD["at the end"]]))),
    ("falling offsets", with_offsets(pa.string(), [0, 30, 20, 40])),
    ("an error", 5),
)
def stream_with_a_batch_of(_: str, other: Any) -> Any:
    return Stream(pages(), pages(), other)


@case()
def stream_whose_schema_is_an_error() -> Any:
    return Stream(5)


@case("get_schema", "get_next", "get_last_error", "release")
def stream_without(field: str) -> Any:
    made = Stream(pages(), pages(), 5)
    made.stream.set(field, None)
    return made


@case()
def stream_without_a_message() -> Any:
    made = Stream(pages(), pages(), 5)
    made.stream.get_last_error = LAST_ERROR(lambda _: None)
    return made


@case()
def stream_that_was_read_before() -> Any:
    made = Stream(pages(), pages())
    tamis.extract_batch(made, url=None, columns=["status"])
    return made


@case()
def stream_that_raises() -> Any:
    def batches() -> Iterator[pa.RecordBatch]:
        yield pages()
        raise KeyError("the third of two")

    return pa.RecordBatchReader.from_batches(pages().schema, batches())


@case()
def stream_of_pyarrow_with_other_batches() -> Any:
    other = batch([1, 2])
    return pa.RecordBatchReader.from_batches(pages().schema, iter([pages(), other]))


@case()
def stream_of_no_batches() -> Any:
    return pa.ipc.open_stream(stream(pages())[:-80])


def outcome(name: str) -> str:
    """Extracts from the data of a name, and says what came of it."""
    given = CASES[name]()
    url = keep = None
    with contextlib.suppress(AttributeError, UnicodeDecodeError):
        names = given.schema.names if hasattr(given, "schema") else []
        names = given.batch.schema.names if isinstance(given, Plain) else names
        url, keep = "url" if "url" in names else None, [name for name in names if name == "kept"]
    try:
        result = tamis.extract_batch(given, url=url, keep=keep or [], columns=["status", "title"])
    except tamis.Error as error:
        return f"tamis.Error: {error}"
    except BaseException as error:  # A panic derives from `BaseException`.
        return f"{type(error).__name__}: {error}"
    return f"no error: {pa.record_batch(result).to_pylist()}"


def main() -> None:
    for name in sys.argv[1:]:
        print(json.dumps([name, outcome(name)]), flush=True)


if __name__ == "__main__":
    main()
