//! Reads the numbers of a model file, which are little-endian.

/// The file is not a model of this version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Broken;

/// The bytes of a model file that were not read yet.
#[derive(Clone, Debug)]
pub(super) struct Reader<'f>(&'f [u8]);

impl<'f> Reader<'f> {
    pub(super) fn new(file: &'f [u8]) -> Reader<'f> {
        Reader(file)
    }

    fn bytes<const N: usize>(&mut self) -> Result<[u8; N], Broken> {
        let (bytes, rest) = self.0.split_first_chunk().ok_or(Broken)?;
        self.0 = rest;
        Ok(*bytes)
    }

    pub(super) fn u8(&mut self) -> Result<u8, Broken> {
        self.bytes().map(u8::from_le_bytes)
    }

    pub(super) fn u16(&mut self) -> Result<u16, Broken> {
        self.bytes().map(u16::from_le_bytes)
    }

    /// Returns the next bytes.
    pub(super) fn slice(&mut self, length: usize) -> Result<&'f [u8], Broken> {
        let (bytes, rest) = self.0.split_at_checked(length).ok_or(Broken)?;
        self.0 = rest;
        Ok(bytes)
    }

    pub(super) fn i32(&mut self) -> Result<i32, Broken> {
        self.bytes().map(i32::from_le_bytes)
    }

    pub(super) fn u64(&mut self) -> Result<u64, Broken> {
        self.bytes().map(u64::from_le_bytes)
    }

    pub(super) fn f32(&mut self) -> Result<f32, Broken> {
        self.bytes().map(f32::from_le_bytes)
    }

    /// Returns true if everything was read.
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
