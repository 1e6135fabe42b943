"""The training data that `tamis-bench features` writes, and the measures on it."""

import json
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

FOLDS = 5
ADDRESSED = (True, True, True, False)
"""The shares of the pages that are trained on with and without their address."""
FEW = {"fast": "whole", "fastunaddressed": "unaddressed"}
"""The variants with fewer engines, and the same with all of them."""


@dataclass
class Page:
    corpus: str
    id: str
    kind: str | None
    domain: str
    language: str | None
    variant: str
    """`whole`, `unaddressed` (the library did not get the address), or, with fewer engines, `fast`
    and `fastunaddressed`."""
    rows: slice
    """The paragraphs of the page among those of all pages."""
    is_agreed: bool
    """Whether the labels are what two engines agree about."""
    is_labelled: bool
    """Whether the paragraphs are labelled (`labels.jsonl`)."""
    reference: np.ndarray
    """The tokens of the main content, as numbers of this page."""
    passages: list[tuple[bool, list[int]]] = field(default_factory=list)
    """Marked passages: whether it is content, and the paragraphs of the page that contain it."""

    @property
    def has_few(self) -> bool:
        """Whether fewer engines judged it."""
        return self.variant in FEW

    @property
    def is_trained(self) -> bool:
        """Whether this variant of the page is trained on: with or without its address, so that the
        model does not rely on it."""
        is_addressed = FEW.get(self.variant, self.variant) == "whole"
        return is_addressed == ADDRESSED[hash_of(self.id.encode()) % len(ADDRESSED)]


class Dataset:
    def __init__(self, folder: Path):
        self.columns: list[str] = json.loads((folder / "columns.json").read_text())
        features = np.fromfile(folder / "features.f32", dtype="<f4")
        self.features = features.reshape(-1, len(self.columns))
        self.described = np.fromfile(folder / "described.u8", dtype=np.uint8) == 1
        """The paragraphs that have features. The others are never kept."""
        self.labels = np.fromfile(folder / "labels.f32", dtype="<f4")
        self.token_counts = np.fromfile(folder / "token_counts.u32", dtype="<u4").astype(np.int64)
        self.tokens = np.fromfile(folder / "tokens.u32", dtype="<u4").astype(np.int64)
        self.lengths = np.fromfile(folder / "lengths.u32", dtype="<u4").astype(np.float64)
        """Characters of each paragraph."""
        self.token_ends = np.concatenate([[0], np.cumsum(self.token_counts)])
        self.pages: list[Page] = []
        end = 0
        with open(folder / "pages.jsonl", encoding="utf-8") as lines:
            for line in map(json.loads, lines):
                start, end = end, end + line["rows"]
                passages = [(True, rows) for rows in line["with"]]
                passages += [(False, rows) for rows in line["without"]]
                reference = np.array(line["reference"], dtype=np.int64)
                self.pages.append(
                    Page(
                        line["corpus"],
                        line["id"],
                        line["kind"],
                        line["domain"],
                        line["language"],
                        line["variant"],
                        slice(start, end),
                        line["is_agreed"],
                        line["is_labelled"],
                        reference,
                        passages,
                    )
                )
        self.kinds = sorted({page.kind for page in self.pages if page.kind})
        """The types of pages, in the order of `PageType::ALL`."""
        lengths = [page.rows.stop - page.rows.start for page in self.pages]
        self.folds = np.repeat([fold(page.domain) for page in self.pages], lengths)
        self.has_few = np.repeat([page.has_few for page in self.pages], lengths)

    def column(self, name: str) -> np.ndarray:
        return self.features[:, self.columns.index(name)]

    def score(self, page: Page, kept: np.ndarray) -> tuple[float, float, float]:
        """F1, precision and recall of the tokens of these paragraphs of the page. On a page whose
        paragraphs are labelled, those without a label do not count."""
        if page.is_labelled:
            kept = kept & (self.labels[page.rows] >= 0)
        tokens = self.tokens[self.token_ends[page.rows.start] : self.token_ends[page.rows.stop]]
        tokens = tokens[np.repeat(kept, self.token_counts[page.rows])]
        if len(page.reference) == 0:
            return (1.0, 1.0, 1.0) if len(tokens) == 0 else (0.0, 0.0, 0.0)
        if len(tokens) == 0:
            return (0.0, 0.0, 0.0)
        size = max(page.reference.max(), tokens.max()) + 1
        counts = [np.bincount(of, minlength=size) for of in (tokens, page.reference)]
        shared = np.minimum(*counts).sum()
        precision, recall = shared / len(tokens), shared / len(page.reference)
        f1 = 2 * precision * recall / (precision + recall) if shared else 0.0
        return f1, precision, recall


class PageRows:
    """The pages of a known type, of which at least one paragraph is described."""

    def __init__(self, data: Dataset):
        pages = [page for page in data.pages if page.kind and data.described[page.rows].any()]
        self.corpora = np.array([page.corpus for page in pages])
        self.variants = np.array([page.variant for page in pages])
        self.is_agreed = np.array([page.is_agreed for page in pages])
        self.is_trained = np.array([page.is_trained for page in pages])
        first = [page.rows.start + int(data.described[page.rows].argmax()) for page in pages]
        self.features = data.features[first] * of_page(data)
        """The features of each page; those of its paragraphs are 0."""
        self.kinds = np.array([data.kinds.index(page.kind) for page in pages])
        self.folds = data.folds[first]


def of_page(data: Dataset) -> np.ndarray:
    """Whether a feature is the same for all paragraphs of every page."""
    result = np.ones(len(data.columns), dtype=bool)
    for page in data.pages:
        rows = data.features[page.rows][data.described[page.rows]]
        if len(rows):
            result &= (rows == rows[0]).all(axis=0)
    return result


def fold(domain: str) -> int:
    """The fold of a domain, as `tamis_testkit::folds` has it."""
    return (hash_of(domain.encode()) >> 32) % FOLDS


def hash_of(data: bytes) -> int:
    """The FNV-1a hash."""
    value = 0xCBF29CE484222325
    for byte in data:
        value = ((value ^ byte) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    return value


def best_set(probabilities: np.ndarray, lengths: np.ndarray, bias: float = 1.0) -> np.ndarray:
    """The paragraphs with the highest expected F1, as `engine/model/choice.rs` chooses them."""
    order = np.argsort(-probabilities, kind="stable")
    found = np.cumsum((probabilities * lengths)[order])
    kept = np.zeros(len(probabilities), dtype=bool)
    if len(found) and found[-1] > 0:
        value = found / (bias * np.cumsum(lengths[order]) + found[-1])
        kept[order[: int(np.argmax(value)) + 1]] = True
    return kept


def expected_f1(probabilities: np.ndarray, lengths: np.ndarray, kept: np.ndarray) -> float:
    found = (probabilities * lengths)[kept].sum()
    everything = (probabilities * lengths).sum()
    return 2 * found / (lengths[kept].sum() + everything) if found > 0 else 0.0
