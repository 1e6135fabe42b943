//! Tables: matrices, cases, and equations below each other.

use tamis_dom::NodeId;

use super::{Converter, Task};

/// The most columns whose alignment is written.
const MAX_COLUMNS: usize = 64;

impl Converter<'_> {
    /// Writes a table in this environment; an empty one stands for what fits its alignment.
    pub(crate) fn table(&mut self, id: NodeId, depth: u8, environment: &'static str) {
        let end = match environment {
            "" => self.begin_aligned(id),
            "pmatrix" => self.begin(r"\begin{pmatrix}", r" \end{pmatrix}"),
            "bmatrix" => self.begin(r"\begin{bmatrix}", r" \end{bmatrix}"),
            "Bmatrix" => self.begin(r"\begin{Bmatrix}", r" \end{Bmatrix}"),
            "vmatrix" => self.begin(r"\begin{vmatrix}", r" \end{vmatrix}"),
            "Vmatrix" => self.begin(r"\begin{Vmatrix}", r" \end{Vmatrix}"),
            _ => self.begin(r"\begin{cases}", r" \end{cases}"),
        };
        self.writer.tex(" ");
        let mut tasks = Vec::new();
        for (at, row) in self.parts(id).into_iter().enumerate() {
            if at > 0 {
                tasks.push(Task::Tex(r" \\ "));
            }
            if !matches!(self.document.local_name(row), Some("mtr" | "mlabeledtr")) {
                tasks.push(Task::Node(row, depth));
                continue;
            }
            let mut cells = self.parts(row);
            // The label of a row is its first child, and shown after it.
            if self.document.local_name(row) == Some("mlabeledtr") && cells.len() > 1 {
                cells.rotate_left(1);
            }
            for (at, &cell) in cells.iter().enumerate() {
                if at > 0 {
                    tasks.push(Task::Tex(" & "));
                }
                tasks.push(Task::Row(cell, depth));
            }
        }
        tasks.push(Task::Tex(end));
        self.then(&tasks);
    }

    fn begin(&mut self, begin: &str, end: &'static str) -> &'static str {
        self.writer.tex(begin);
        end
    }

    /// Begins a table without fences. Returns what ends it.
    fn begin_aligned(&mut self, id: NodeId) -> &'static str {
        let columns = self.attr(id, "columnalign").unwrap_or_default().to_owned();
        let columns: Vec<_> = columns.split_whitespace().take(MAX_COLUMNS).collect();
        if columns.iter().all(|&column| column == "center") {
            return self.begin(r"\begin{matrix}", r" \end{matrix}");
        }
        let alternate = ["right", "left"].into_iter().cycle();
        if columns[0] == "right"
            && columns.iter().copied().zip(alternate).all(|(one, two)| one == two)
        {
            return self.begin(r"\begin{aligned}", r" \end{aligned}");
        }
        // The last alignment holds for all further columns.
        let count = self.parts(id).first().map_or(0, |&row| self.parts(row).len());
        let last = columns.last().copied();
        let columns = columns.iter().copied().chain(std::iter::repeat(last.unwrap_or_default()));
        self.writer.tex(r"\begin{array}{");
        for column in columns.take(count.min(MAX_COLUMNS)) {
            self.writer.tex(match column {
                "left" => "l",
                "right" => "r",
                _ => "c",
            });
        }
        self.begin("}", r" \end{array}")
    }
}
