//! gzip, member after member.

use std::io::{self, BufRead, BufReader, Read};

use flate2::bufread::GzDecoder;

/// The most members of a body. Programs that write several have one for each file, part or record.
/// A body of millions of empty members would take long and have no content.
const MAX_MEMBERS: usize = 10_000;

/// Decodes gzip members one after the other, 10,000 at most. More are an error.
///
/// Source: RFC 1952, 2.2.
///
/// ```
/// use std::io::Read;
/// let mut content = Vec::new();
/// assert!(tamis_fetch::GzipMembers::new(&b"no gzip"[..]).read_to_end(&mut content).is_err());
/// ```
#[derive(Debug)]
pub struct GzipMembers<R> {
    /// `None` after the last member.
    decoder: Option<GzDecoder<BufReader<R>>>,
    /// The number of members that have begun.
    count: usize,
}

impl<R: Read> GzipMembers<R> {
    /// Returns a decoder of all that this reader gives.
    pub fn new(whole: R) -> GzipMembers<R> {
        GzipMembers { decoder: Some(GzDecoder::new(BufReader::new(whole))), count: 1 }
    }
}

impl<R: Read> Read for GzipMembers<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(decoder) = &mut self.decoder {
            let read = decoder.read(buffer)?;
            if read > 0 || buffer.is_empty() {
                return Ok(read);
            }
            if decoder.get_mut().fill_buf()?.is_empty() {
                self.decoder = None;
                break;
            }
            if self.count == MAX_MEMBERS {
                let reason = format!("more than {MAX_MEMBERS} gzip members");
                return Err(io::Error::new(io::ErrorKind::InvalidData, reason));
            }
            self.count += 1;
            self.decoder = self.decoder.take().map(|ended| GzDecoder::new(ended.into_inner()));
        }
        Ok(0)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::*;

    /// A source of endless bytes, and the number of those that were read.
    struct Bytes<I>(I, usize);

    impl<I: Iterator<Item = u8>> Read for Bytes<I> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            for (byte, next) in buffer.iter_mut().zip(&mut self.0) {
                *byte = next;
                self.1 += 1;
            }
            Ok(buffer.len())
        }
    }

    fn member(content: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(content).unwrap();
        encoder.finish().unwrap()
    }

    fn read(bytes: &[u8]) -> io::Result<Vec<u8>> {
        let mut content = Vec::new();
        GzipMembers::new(bytes).read_to_end(&mut content).map(|_| content)
    }

    #[test]
    fn members_are_read_up_to_their_limit() {
        let bytes = [member(b"one "), member(b""), member(b"two")].concat();
        assert_eq!(read(&bytes).unwrap(), b"one two");
        let empty = member(b"");
        let most = [empty.repeat(MAX_MEMBERS - 1), member(b"x")].concat();
        assert_eq!(read(&most).unwrap(), b"x");
        let error = read(&[empty, most].concat()).unwrap_err();
        assert_eq!(error.to_string(), "more than 10000 gzip members");
    }

    #[test]
    fn endless_empty_members_are_read_no_further() {
        let empty = member(b"");
        let mut at = 0;
        let endless = std::iter::repeat_with(|| {
            at += 1;
            empty[(at - 1) % empty.len()]
        });
        let mut source = Bytes(endless, 0);
        assert!(GzipMembers::new(&mut source).read_to_end(&mut Vec::new()).is_err());
        assert!(source.1 < (MAX_MEMBERS + 1) * empty.len() + (64 << 10), "{}", source.1);
    }

    #[test]
    fn content_after_the_last_member_is_an_error() {
        assert!(read(&[&member(b"one")[..], b"more"].concat()).is_err());
        assert!(read(&member(b"one")[..9]).is_err());
    }
}
