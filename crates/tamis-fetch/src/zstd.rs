//! A reader of Zstandard frames.

use std::io::{self, BufReader, Read};

use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

/// The largest window, which is in memory.
///
/// Source: RFC 9659: a content coding may use no larger one.
const MAX_WINDOW_BYTES: u64 = 8 << 20;

/// Reads the content of all frames, one after the other. Skippable frames are skipped.
pub(crate) struct Frames<R> {
    decoder: FrameDecoder,
    source: BufReader<R>,
    /// True between the header and the end of a frame.
    is_open: bool,
}

impl<R: Read> Frames<R> {
    pub(crate) fn new(source: R) -> Self {
        let mut decoder = FrameDecoder::new();
        decoder.set_max_window_size(MAX_WINDOW_BYTES);
        Self { decoder, source: BufReader::new(source), is_open: false }
    }

    /// Reads the header of the next frame. Returns false at the end of the data.
    fn open(&mut self) -> io::Result<bool> {
        let mut first = Vec::new();
        self.source.by_ref().take(1).read_to_end(&mut first)?;
        if first.is_empty() {
            return Ok(false);
        }
        match self.decoder.reset(first.chain(&mut self.source)) {
            Ok(()) => self.is_open = true,
            Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                length,
                ..
            })) => {
                io::copy(&mut self.source.by_ref().take(length.into()), &mut io::sink())?;
            }
            Err(error) => return Err(invalid(error)),
        }
        Ok(true)
    }

    /// Decodes until there is something to read, or the frame ends.
    fn decode(&mut self) -> io::Result<()> {
        while self.decoder.can_collect() == 0 && !self.decoder.is_finished() {
            let one = BlockDecodingStrategy::UptoBlocks(1);
            self.decoder.decode_blocks(&mut self.source, one).map_err(invalid)?;
        }
        Ok(())
    }
}

impl<R: Read> Read for Frames<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            if self.is_open {
                self.decode()?;
                if self.decoder.can_collect() > 0 {
                    return self.decoder.read(buffer);
                }
                self.is_open = false;
            }
            if !self.open()? {
                return Ok(0);
            }
        }
    }
}

fn invalid(error: FrameDecoderError) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, error)
}
