//! Bytes to a frozen HTML document: decoding, parsing, an arena of nodes, selection, serialization
