//! Archives that are compressed with Zstandard, with and without damage.

use tamis_warc::{ErrorKind, Reader, is_archive};

use crate::made::{gzip, page, read, zstd};

/// A dictionary, trained on pages like those of these tests.
const DICTIONARY: &str = "\
    37a430ec66d00a2a1d10d84141d2010cc3300cc3504ada52a6243300124208b184a851f83d06b30018100828\
    80e46a03000004a0020180828311072000000400000000000000000000000000000000000000000000002308\
    804b0e0000000034f801000030281f1200000000002336000000000100000004000000080000006e3a757569\
    643a3231333731313431323e0d0a574152432d5461726765742d5552493a2068747470733a2f2f736974652e\
    6578616d706c652f32313337313134383131363638363e0d0a574152432d5461726765742d5552493a206874\
    7470733a2f2f736974652e6578616d706c652f3534383131363638360d0a574152432d36343738373730383e\
    0d0a574152432d5461726765742d5552493a2068747470733a2f2f736974652e6578616d706c652f36343738\
    373730380d0a574152432d4152432d446174653a20323032362d30312d30325430333a30343a30355a0d0a43\
    6f6e74656e742d4c656e6774683a2037350d0a0d0a485454502f312e3120326e3a757569643a313835333039\
    3338343e0d0a574152432d5461726765742d5552493a2068747470733a2f2f736974652e6578616d706c652f\
    31383533303933626864574152432f312e310d0a574152432d547970653a20726573706f6e73650d0a574152\
    432d5265636f72642d49443a203c75726e3a757569643a3534323531";

/// The same dictionary as a frame.
const PACKED_DICTIONARY: &str = "\
    28b52ffd600001cd0900041037a430ec66d00a2a1d10d84141d2010cc3300cc3504ada52a6243300124208b1\
    84a851f83d06b3001810082880e46a03000004a00201808283110720002308804b0e34f801000030281f1236\
    0100086e3a757569643a3231333731313431323e0d0a574152432d5461726765742d5552493a206874747073\
    3a2f2f736974652e6578616d706c652f38313136363836353634373837373038446174653a20323032362d30\
    312d30325430333a30343a30355a0d0a436f6e74656e742d4c656e6774683a2037350d0a0d0a485454502f31\
    2e3120323138353330393338346268647970653a20726573706f6e73655265636f72642d49443a203c757235\
    34323531172050d010696338b382e4ef4501116012a632030a1e1ec884b191198e0008203787894b074dd666\
    20603ca645412873205051181f587b";

/// Page 1, compressed with the dictionary.
const FRAME_1: &str = "\
    28b52ffd2766d00a2ae52d0200d402573136383030204f4b746578742f68746d6c3b20636861727365743d75\
    74662d3c703e5061676520310d0a0d0a083c3dd2aa0794a069646ce56c3041d78eaf81237f36bcb4d09a";

/// Page 2.
const FRAME_2: &str = "\
    28b52ffd2766d00a2ae52d0200c4025736383030204f4b746578742f68746d6c3b20636861727365743d7574\
    662d3c703e5061676520320d0a0d0a08fc3d42f52c2941e38fbc95b30c225c55ea0d44fa470ae98f1b5d";

/// Page 3.
const FRAME_3: &str = "\
    28b52ffd2766d00a2ae5350200e40257333336383030204f4b746578742f68746d6c3b20636861727365743d\
    7574662d3c703e5061676520330d0a0d0a083c3dd2aa0794a069646ce56c301dd78e590347fe42649f4aed";

/// Page 4, which does not name the dictionary.
const FRAME_4: &str = "\
    28b52ffd20e52d0200d402573436383030204f4b746578742f68746d6c3b20636861727365743d7574662d3c\
    703e5061676520340d0a0d0a083c3dd2aa0794a069646ce56c305dd78ea38123ff2b";

fn bytes(hex: &str) -> Vec<u8> {
    let digits = hex.as_bytes().chunks(2);
    digits.map(|pair| u8::from_str_radix(str::from_utf8(pair).unwrap(), 16).unwrap()).collect()
}

fn skippable(magic: u8, content: &[u8]) -> Vec<u8> {
    let length = (content.len() as u32).to_le_bytes();
    [&[magic, 0x2a, 0x4d, 0x18], &length[..], content].concat()
}

#[test]
fn frames_are_read() {
    let archive = [page(1), page(2), page(3)].concat();
    assert_eq!(read(&zstd(&archive)), [Ok(1), Ok(2), Ok(3)]);
    for size in [1, 7, 100, 400, 1000] {
        let frames: Vec<u8> = archive.chunks(size).flat_map(zstd).collect();
        assert_eq!(read(&frames), [Ok(1), Ok(2), Ok(3)], "{size}");
    }
}

#[test]
fn skippable_frames_are_no_text() {
    let other = skippable(0x50, b"anything at all");
    let frames = [zstd(&page(1)), zstd(&page(2))];
    let archive = [&other[..], &frames[0], &other, &other, &frames[1], &other].concat();
    let found: Vec<_> = Reader::new(archive.as_slice()).map(Result::unwrap).collect();
    let ranges: Vec<_> =
        found.iter().map(|record| (record.offset() as usize, record.length().unwrap())).collect();
    let second = 3 * other.len() + frames[0].len();
    let lengths = [frames[0].len() as u64, frames[1].len() as u64];
    assert_eq!(ranges, [(other.len(), lengths[0]), (second, lengths[1])]);
    let cut = [&frames[0][..], &other[..10]].concat();
    assert_eq!(read(&cut)[0], Ok(1));
    assert!(matches!(read(&cut)[1..], [Err((ErrorKind::Compression, ..))]));
}

#[test]
fn a_dictionary_is_the_first_frame() {
    let frames = [FRAME_1, FRAME_2, FRAME_3, FRAME_4].map(bytes).concat();
    for dictionary in [DICTIONARY, PACKED_DICTIONARY].map(bytes) {
        let archive = [skippable(0x5d, &dictionary), frames.clone()].concat();
        assert!(is_archive(&archive));
        assert_eq!(read(&archive), [Ok(1), Ok(2), Ok(3), Ok(4)]);
        // Elsewhere it is any skippable frame, and a frame of another magic is no dictionary.
        let late = [zstd(&page(7)), skippable(0x5d, &dictionary), bytes(FRAME_1)].concat();
        let other = [skippable(0x5c, &dictionary), bytes(FRAME_1), zstd(&page(7))].concat();
        for archive in [late, other] {
            let found = read(&archive);
            assert_eq!(
                found.iter().filter_map(|found| found.as_ref().ok()).collect::<Vec<_>>(),
                [&7]
            );
            assert!(found.iter().any(|found| matches!(found, Err((ErrorKind::Compression, ..)))));
        }
    }
    let broken = [skippable(0x5d, b"no dictionary"), zstd(&page(1))].concat();
    assert!(matches!(read(&broken)[..], [Err((ErrorKind::Compression, 0, None)), Ok(1)]));
}

#[test]
fn a_broken_frame_loses_its_record() {
    let mut frames: Vec<_> = (0..5).map(|number| zstd(&page(number))).collect();
    let offset = |count: usize| frames[..count].iter().map(Vec::len).sum::<usize>() as u64;
    let (first, second) = (offset(1), offset(3));
    // The header of the only block, and the checksum.
    frames[1][9..30].fill(0xff);
    let end = frames[3].len();
    frames[3][end - 1] ^= 1;
    let found = read(&frames.concat());
    let error = Err((ErrorKind::Compression, first, None));
    assert_eq!(found[..4], [Ok(0), error, Ok(2), Ok(3)]);
    assert_eq!(found[4..], [Err((ErrorKind::Compression, second, None)), Ok(4)]);
}

/// The decoder reads a cut frame on into the next ones.
#[test]
fn a_frame_that_is_cut_loses_its_record() {
    let mut frames: Vec<_> = (0..40).map(|number| zstd(&page(number))).collect();
    for cut in 4..frames[1].len() {
        frames[1].pop();
        let found = read(&frames.concat());
        let numbers: Vec<_> = found.into_iter().filter_map(Result::ok).collect();
        let expected: Vec<usize> = (0..40).filter(|&number| number != 1).collect();
        let without_checksum: Vec<usize> = (0..40).collect();
        assert!(
            numbers == expected || cut <= 8 && numbers == without_checksum,
            "{cut}: {numbers:?}"
        );
    }
}

#[test]
fn a_gzip_member_among_frames_is_damage() {
    let parts = [zstd(&page(1)), gzip(&page(2)), zstd(&page(3))];
    let offset = parts[0].len() as u64;
    let expected = [Ok(1), Err((ErrorKind::Compression, offset, None)), Ok(3)];
    assert_eq!(read(&parts.concat()), expected);
}
