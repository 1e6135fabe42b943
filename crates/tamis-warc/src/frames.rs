//! Zstandard frames (RFC 8878), and the dictionary of archives.

use std::fmt;
use std::io::{self, Read};

use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, Dictionary, FrameDecoder};

/// The first bytes of a frame.
pub(crate) const FRAME_MAGIC: &[u8] = b"\x28\xb5\x2f\xfd";

/// The magic of the skippable frame with the dictionary of an archive, which is its first frame.
///
/// Source: IIPC, "WARC compression with Zstandard", 1.0.
const DICTIONARY_MAGIC: u32 = 0x184D_2A5D;

/// The largest dictionary, in bytes. Writers make some of at most 1 MiB.
const MAX_DICTIONARY_BYTES: u64 = 16 << 20;

/// The largest window of a frame in an archive, which is in memory. The strongest level of zstd
/// has one of this size.
const MAX_WINDOW_BYTES: u64 = 128 << 20;

/// The largest window of a frame in an HTTP body.
///
/// Source: RFC 9659: a content coding may use no larger one.
const MAX_BODY_WINDOW_BYTES: u64 = 8 << 20;

/// The decoder of frames that come one after the other.
pub(crate) struct Frames {
    decoder: FrameDecoder,
    /// The identifier of the dictionary, if the archive has one.
    dictionary: Option<u32>,
    is_open: bool,
}

impl Frames {
    /// Returns a decoder for archives.
    pub(crate) fn new() -> Frames {
        let mut decoder = FrameDecoder::new();
        decoder.set_max_window_size(MAX_WINDOW_BYTES);
        Frames { decoder, dictionary: None, is_open: false }
    }

    /// Reads the data of the frame that begins here, or went on. 0 is its end. `is_first` says that
    /// it is the first frame, which may be the dictionary.
    pub(crate) fn read(
        &mut self,
        source: &mut impl Read,
        buffer: &mut [u8],
        is_first: bool,
    ) -> io::Result<usize> {
        let mut source = Watched { source, failure: None };
        let outcome = self.read_watched(&mut source, buffer, is_first);
        if outcome.is_err() {
            self.is_open = false;
        }
        // The decoder hides the reason why it could not read.
        source.failure.map_or(outcome, Err)
    }

    fn read_watched(
        &mut self,
        source: &mut impl Read,
        buffer: &mut [u8],
        is_first: bool,
    ) -> io::Result<usize> {
        if !self.is_open && !self.open(source, is_first)? {
            return Ok(0);
        }
        while self.decoder.can_collect() == 0 {
            if self.decoder.is_finished() {
                self.is_open = false;
                return self.check_sum().map(|()| 0);
            }
            let one = BlockDecodingStrategy::UptoBlocks(1);
            self.decoder.decode_blocks(&mut *source, one).map_err(invalid)?;
        }
        self.decoder.read(buffer)
    }

    /// Reads the header of a frame. Returns false if it was a skippable one, which is consumed.
    fn open(&mut self, source: &mut impl Read, is_first: bool) -> io::Result<bool> {
        let mut begin = Vec::new();
        source.by_ref().take(FRAME_MAGIC.len() as u64 + 1).read_to_end(&mut begin)?;
        match self.decoder.reset(begin.as_slice().chain(&mut *source)) {
            Ok(()) => {}
            Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                magic_number,
                length,
            })) => {
                let mut content = source.by_ref().take(length.into());
                if is_first && magic_number == DICTIONARY_MAGIC {
                    self.read_dictionary(&mut content)?;
                }
                io::copy(&mut content, &mut io::sink())?;
                let is_cut = content.limit() > 0;
                return if is_cut { Err(io::ErrorKind::UnexpectedEof.into()) } else { Ok(false) };
            }
            Err(error) => return Err(invalid(error)),
        }
        // As in the reference, a frame that names no dictionary uses the one there is.
        let names_none = begin.last().is_some_and(|descriptor| descriptor % 4 == 0);
        if let Some(dictionary) = self.dictionary.filter(|_| names_none) {
            self.decoder.force_dict(dictionary).map_err(invalid)?;
        }
        self.is_open = true;
        Ok(true)
    }

    /// Reads a dictionary, which may be compressed itself.
    fn read_dictionary(&mut self, source: &mut impl Read) -> io::Result<()> {
        let mut bytes = Vec::new();
        source.take(MAX_DICTIONARY_BYTES).read_to_end(&mut bytes)?;
        if bytes.starts_with(FRAME_MAGIC) {
            bytes = limited(&bytes, MAX_DICTIONARY_BYTES)?.ok_or(io::ErrorKind::FileTooLarge)?;
        }
        let invalid = |error| io::Error::new(io::ErrorKind::InvalidData, error);
        let dictionary = Dictionary::decode_dict(&bytes).map_err(invalid)?;
        self.dictionary = Some(dictionary.id);
        self.decoder.add_dict(dictionary).map_err(self::invalid)
    }

    /// Compares the checksum of the frame, if it has one.
    fn check_sum(&self) -> io::Result<()> {
        let (expected, found) =
            (self.decoder.get_checksum_from_data(), self.decoder.get_calculated_checksum());
        if expected.is_some() && expected != found {
            let message = "corrupt zstd frame does not have a matching checksum";
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        }
        Ok(())
    }
}

impl fmt::Debug for Frames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("Frames");
        debug.field("dictionary", &self.dictionary).field("is_open", &self.is_open);
        debug.finish_non_exhaustive()
    }
}

/// Returns the data of all frames of an HTTP body, or `None` if it is more than `max_bytes`.
pub(crate) fn limited(bytes: &[u8], max_bytes: u64) -> io::Result<Option<Vec<u8>>> {
    let mut frames = Frames::new();
    frames.decoder.set_max_window_size(MAX_BODY_WINDOW_BYTES);
    let (mut rest, mut data, mut buffer) = (bytes, Vec::new(), vec![0; 1 << 16]);
    while frames.is_open || !rest.is_empty() {
        let count = frames.read(&mut rest, &mut buffer, false)?;
        data.extend_from_slice(&buffer[..count]);
        if data.len() as u64 > max_bytes {
            return Ok(None);
        }
    }
    Ok(Some(data))
}

/// Returns true if the data in these first bytes of a file begins with `expected`, or if the first
/// block is not whole in them.
pub(crate) fn may_begin_with(bytes: &[u8], expected: &[u8]) -> bool {
    let (mut frames, mut rest, mut buffer) = (Frames::new(), bytes, vec![0; expected.len()]);
    let mut filled = 0;
    while filled < expected.len() && (frames.is_open || !rest.is_empty()) {
        let is_first = rest.len() == bytes.len();
        match frames.read(&mut rest, &mut buffer[filled..], is_first) {
            Ok(count) => filled += count,
            Err(_) => return rest.is_empty(),
        }
    }
    buffer == expected
}

/// A source that remembers its failure.
struct Watched<'r, R> {
    source: &'r mut R,
    failure: Option<io::Error>,
}

impl<R: Read> Read for Watched<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.source.read(buffer).map_err(|error| {
            let kind = error.kind();
            self.failure = Some(error);
            kind.into()
        })
    }
}

fn invalid(error: FrameDecoderError) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, error)
}
