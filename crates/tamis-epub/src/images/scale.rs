//! Copies of images with fewer pixels.

use image::{DynamicImage, GenericImageView, Rgba, RgbaImage};

/// Sums of red, green, blue and opacity, 0 to 255.
type Colour = [f32; 4];

/// Returns a copy with this size, in which each pixel is the mean of the area that it covers.
///
/// Besides the copy, it takes memory for two rows only. `width` and `height` are at least 1 and at
/// most those of the image.
pub(super) fn scaled_down(image: &DynamicImage, width: u32, height: u32) -> RgbaImage {
    let columns = shares(image.width(), width);
    let mut copy = RgbaImage::new(width, height);
    let mut sums = vec![Colour::default(); width as usize];
    let mut row = sums.clone();
    for (y, share) in (0..).zip(shares(image.height(), height)) {
        row.fill(Colour::default());
        for (x, column) in (0..).zip(&columns) {
            let colour = image.get_pixel(x, y).0.map(f32::from);
            let target = column.target as usize;
            add(&mut row[target], colour, column.here);
            if column.beyond > 0.0 {
                add(&mut row[target + 1], colour, column.beyond);
            }
        }
        sums.iter_mut().zip(&row).for_each(|(sum, &colour)| add(sum, colour, share.here));
        if share.is_last {
            for (x, sum) in (0..).zip(&mut sums) {
                #[expect(clippy::cast_sign_loss, reason = "a mean of values from 0 to 255")]
                let colour = sum.map(|value| value.round() as u8);
                copy.put_pixel(x, share.target, Rgba(colour));
                *sum = Colour::default();
            }
            sums.iter_mut().zip(&row).for_each(|(sum, &colour)| add(sum, colour, share.beyond));
        }
    }
    copy
}

fn add(sum: &mut Colour, colour: Colour, weight: f32) {
    sum.iter_mut().zip(colour).for_each(|(sum, value)| *sum += value * weight);
}

/// The part of a row or column of the copy to which one of the image belongs.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Share {
    /// The row or column of the copy.
    target: u32,
    /// The weight there.
    here: f32,
    /// The weight in the next one.
    beyond: f32,
    /// Nothing after it belongs to the same one.
    is_last: bool,
}

/// Returns the shares of `from` rows or columns in a copy with `to` of them.
fn shares(from: u32, to: u32) -> Vec<Share> {
    let (long, short) = (u64::from(from), u64::from(to));
    let share = |at: u64| {
        // Both are measured in the same small unit: a row of the copy has `from` of them, and a row
        // of the image `to`.
        let (begin, end) = (at * short, (at + 1) * short);
        let border = (begin / long + 1) * long;
        let here = end.min(border) - begin;
        Share {
            target: (begin / long) as u32,
            here: here as f32 / long as f32,
            beyond: (short - here) as f32 / long as f32,
            is_last: end >= border,
        }
    };
    (0..long).map(share).collect()
}

#[cfg(test)]
mod tests {
    use image::{GrayImage, Luma};

    use super::*;

    #[test]
    fn pixels_are_means_of_areas() {
        let values = [[0, 30, 60], [90, 120, 150], [180, 210, 240]];
        let image = GrayImage::from_fn(3, 3, |x, y| Luma([values[y as usize][x as usize]]));
        let image = DynamicImage::from(image);
        let values = |width, height| {
            let copy = scaled_down(&image, width, height);
            copy.pixels().map(|pixel| pixel.0[0]).collect::<Vec<_>>()
        };
        assert_eq!(values(1, 1), [120]);
        assert_eq!(values(3, 3), [0, 30, 60, 90, 120, 150, 180, 210, 240]);
        assert_eq!(values(3, 1), [90, 120, 150]);
        // Each is a whole pixel and half of the next: (0 + 30 / 2) / 1.5 and so on.
        assert_eq!(values(2, 3), [10, 50, 100, 140, 190, 230]);
        assert_eq!(values(2, 2), [40, 80, 160, 200]);
        assert!(scaled_down(&image, 2, 2).pixels().all(|pixel| pixel.0[3] == 255));
    }

    #[test]
    fn shares_add_up() {
        for (from, to) in [(1, 1), (7, 1), (7, 3), (7, 6), (7, 7), (6300, 2366)] {
            let shares = shares(from, to);
            let mut sums = vec![0.0; to as usize + 1];
            for share in &shares {
                sums[share.target as usize] += share.here;
                sums[share.target as usize + 1] += share.beyond;
            }
            assert_eq!(sums.pop(), Some(0.0), "{from}, {to}");
            assert!(sums.iter().all(|sum: &f32| (sum - 1.0).abs() < 1e-3), "{from}, {to}");
            assert_eq!(shares.iter().filter(|share| share.is_last).count(), to as usize);
        }
    }
}
