"""Trains the model from the features that `tamis-bench features` writes.

Cross-validates by domain, prints the figures, trains on all pages, and writes the file of the model
and a record of what it was made from. The same data give the same bytes.
"""

import argparse
import hashlib
import json
from pathlib import Path

import catboost
import numpy as np
from scipy.optimize import nnls
from scipy.stats import spearmanr

from dataset import FEW, FOLDS, Dataset, Page, PageRows, best_set, expected_f1, fold, of_page
from model_file import encode

Boosters = list[catboost.CatBoost]
"""One for each seed. Their mean is the model."""

TREES = 800
"""Trees for each seed."""
SEEDS = (1, 2)
VOTER_TREES = 400
"""Trees of the models that label pages which nobody has labelled."""
BORDERS = 32
"""The most values at which a feature is split."""
PARAMETERS = {
    "loss_function": "CrossEntropy",
    "depth": 6,
    "learning_rate": 0.1,
    "l2_leaf_reg": 5.0,
    "leaf_estimation_iterations": 1,
    "border_count": BORDERS,
    "rsm": 0.2,
    "bootstrap_type": "MVS",
    "subsample": 0.25,
    "thread_count": 2,
    "allow_writing_files": False,
    "verbose": 0,
}
STAGES = [(100, (-2.5, 2.0)), (300, (-2.5, 2.0))]
"""Where the trees for each seed stop, and the log-odds by the trees so far between which the next
ones are asked about a paragraph."""

TYPE_TREES = 300
"""Trees for the types of pages."""
TYPE_PARAMETERS = PARAMETERS | {
    "loss_function": "MultiClass",
    "random_seed": 1,
    "depth": 4,
}

SUSPECTED = Path(__file__).with_name("suspected.json")
"""The pages whose references seem to be wrong, with the reasons. They are not trained on."""
MAX_TOKENS = 200
"""A paragraph weighs as much as its tokens, at most this many."""
EXTRA_TOKENS = 50
"""A page's weights are divided by the tokens of its content, and this many."""
MAX_WEIGHT = 4.0
"""The most that a page weighs, as a multiple of its content."""
MARKED_WEIGHT = 0.3
"""The weight of a page of which only some passages are marked."""
LABELLED_WEIGHT = 2.0
"""The weight of a page whose paragraphs are labelled, as a multiple of one with its whole text."""
AGREED_WEIGHT = 0.5
"""The weight of a page whose labels are what two engines agree about."""
MIN_FOUND = 0.3
"""A reference of which less can be found on the page is broken and not trained on."""
MEAN_WEIGHT = 3.0
"""The mean weight of the paragraphs that are trained on, beside which `l2_leaf_reg` has its
effect."""
MIN_EXPECTED_F1 = 0.3
"""Nothing is kept if less is expected and recall is not favoured. `blend/auto.rs` keeps what most
engines keep, which is nothing on most of these pages."""

SURE = 0.95
"""The expected F1 from which a page is judged by fewer engines, as in `blend/auto.rs`."""
LATE_KINDS = ("article", "documentation", "forum")
MIN_LATE_KIND = 0.5
"""The types of pages that are judged by all engines otherwise, and their least probability, as in
`blend/auto.rs`."""


def weights(data: Dataset, has_few: bool, agreed: float = AGREED_WEIGHT) -> np.ndarray:
    """The weight of each paragraph for the trees for fewer engines, or for those for all. Every
    page counts about as much as any other."""
    suspected = json.loads(SUSPECTED.read_text())
    result = np.zeros(len(data.labels))
    trained = 0
    for page in data.pages:
        labels = data.labels[page.rows]
        if not page.is_trained or page.has_few != has_few or page.is_agreed and agreed == 0.0:
            continue
        trained += len(labels)
        tokens = np.minimum(data.token_counts[page.rows], MAX_TOKENS) * (labels >= 0)
        if tokens.sum() == 0 or page.id in suspected.get(page.corpus, ()):
            continue
        if page.is_agreed:
            result[page.rows] = tokens * agreed / tokens.sum()
            continue
        if page.passages and not page.is_labelled:
            result[page.rows] = tokens * MARKED_WEIGHT / tokens.sum()
            continue
        content = (tokens * labels.clip(0, 1)).sum()
        is_found = content >= MIN_FOUND * min(len(page.reference), 2000)
        if not page.is_labelled and (len(page.reference) == 0 or not is_found):
            continue
        of_page = tokens / (content + EXTRA_TOKENS)
        of_page *= min(1.0, MAX_WEIGHT / of_page.sum())
        result[page.rows] = of_page * (LABELLED_WEIGHT if page.is_labelled else 1.0)
    result[~data.described] = 0.0
    return result * MEAN_WEIGHT * trained / result.sum()


def fit(
    data: Dataset, rows: np.ndarray, weight: np.ndarray, trees: int, seeds: tuple[int, ...]
) -> Boosters:
    rows = rows[weight[rows] > 0]
    pool = catboost.Pool(data.features[rows], data.labels[rows].clip(0, 1), weight=weight[rows])
    pool.quantize(border_count=BORDERS)

    def of_seed(seed: int) -> catboost.CatBoost:
        parameters = PARAMETERS | {"iterations": trees, "random_seed": seed}
        return catboost.CatBoost(parameters).fit(pool)

    return [of_seed(seed) for seed in seeds]


def predict(models: Boosters, features: np.ndarray) -> np.ndarray:
    """The probabilities. Later trees are asked about what the ones before them leave unsure, as in
    `engine/model/`."""
    pool = catboost.Pool(features)

    def log_odds(trees: int) -> np.ndarray:
        return np.mean([model.predict(pool, ntree_end=trees) for model in models], axis=0)

    result = log_odds(STAGES[0][0])
    is_unsure = np.ones(len(result), dtype=bool)
    for number, (_, (low, high)) in enumerate(STAGES):
        is_unsure &= (result >= low) & (result < high)
        trees = STAGES[number + 1][0] if number + 1 < len(STAGES) else TREES
        result = np.where(is_unsure, log_odds(trees), result)
    return 1 / (1 + np.exp(-result))


def fit_types(pages: PageRows, rows: np.ndarray) -> catboost.CatBoost:
    """Trains the types of pages on these pages."""
    rows = rows & pages.is_trained
    pool = catboost.Pool(pages.features[rows], pages.kinds[rows])
    return catboost.CatBoost(TYPE_PARAMETERS | {"iterations": TYPE_TREES}).fit(pool)


def measure_types(
    pages: PageRows, models: list[catboost.CatBoost], variant: str
) -> dict[str, float]:
    """For each corpus, the share of the pages whose type is the most probable by the model of their
    fold."""
    is_right = np.zeros(len(pages.kinds), dtype=bool)
    for number, model in enumerate(models):
        held = np.flatnonzero(pages.folds == number)
        found = model.predict(pages.features[held], prediction_type="Class").ravel()
        is_right[held] = found == pages.kinds[held]
    of_variant = pages.variants == variant
    return {
        str(corpus): round(float(is_right[of_variant & (pages.corpora == corpus)].mean()), 4)
        for corpus in np.unique(pages.corpora)
    }


Weights = tuple[np.ndarray, np.ndarray]
"""For fewer engines, and for all of them."""


def fit_both(
    data: Dataset,
    rows: np.ndarray,
    both: Weights,
    trees: int = TREES,
    seeds: tuple[int, ...] = SEEDS,
) -> tuple[Boosters, Boosters]:
    """Trains the trees for fewer engines, and those for all of them."""
    few, of_all = (fit(data, np.flatnonzero(rows), weight, trees, seeds) for weight in both)
    return few, of_all


def cross_validate(
    data: Dataset, both: Weights
) -> tuple[np.ndarray, list[tuple[Boosters, Boosters]]]:
    """The models that were each trained without the sites of a fold, and the probability of each
    paragraph by that of its fold."""
    result = np.zeros(len(data.labels))
    models = [fit_both(data, data.folds != number, both) for number in range(FOLDS)]
    for number, (few, of_all) in enumerate(models):
        for has_few, trees in ((True, few), (False, of_all)):
            is_held = (data.folds == number) & data.described & (data.has_few == has_few)
            held = np.flatnonzero(is_held)
            result[held] = predict(trees, data.features[held])
    return result, models


def decided(
    data: Dataset, probabilities: np.ndarray, types: list[catboost.CatBoost]
) -> tuple[np.ndarray, float]:
    """The probabilities by which the library decides, and the share of the pages of wcxb-dev that
    all engines judge: those that may be articles or the like, and of which the model is not sure
    without Readability."""
    result = probabilities.copy()
    few = {(page.corpus, page.id, FEW[page.variant]): page for page in data.pages if page.has_few}
    is_of_page = of_page(data)
    late = [data.kinds.index(kind) for kind in LATE_KINDS]
    unsure = set()
    for key, page in few.items():
        described = np.flatnonzero(data.described[page.rows])
        if len(described) == 0:
            unsure.add(key)
            continue
        row = data.features[page.rows.start + described[0]] * is_of_page
        kinds = types[fold(page.domain)].predict(row[None], prediction_type="Probability")[0]
        found, lengths = probabilities[page.rows], data.lengths[page.rows]
        expected = expected_f1(found, lengths, best_set(found, lengths))
        if kinds[late].sum() >= MIN_LATE_KIND and expected < SURE:
            unsure.add(key)
    for page in data.pages:
        key = (page.corpus, page.id, page.variant)
        if not page.has_few and key not in unsure:
            result[page.rows] = probabilities[few[key].rows]
    of_dev = [key in unsure for key in few if key[0] == "wcxb-dev" and key[2] == "whole"]
    return result, round(float(np.mean(of_dev)), 4)


WHOLE = ["wcxb-dev", "chinese", "fundus", "forums"]
"""The corpora with the whole text of each page."""


class Measured:
    """The choice for each page, in one variant, of corpora with whole references, or of the pages
    whose paragraphs are labelled."""

    def __init__(
        self,
        data: Dataset,
        corpora: list[str],
        probabilities: np.ndarray,
        variant: str = "whole",
        labelled: bool = False,
    ):
        self.kinds, self.scores, self.expected, self.folds = [], [], [], []
        for page in data.pages:
            is_measured = page.corpus in corpora or labelled and page.is_labelled
            if is_measured and page.variant == variant:
                kept, expected = choose(data, page, probabilities)
                self.kinds.append(page.kind)
                self.scores.append(data.score(page, kept))
                self.expected.append(expected)
                self.folds.append(fold(page.domain))
        self.kinds, self.scores = np.array(self.kinds), np.array(self.scores)
        self.expected, self.folds = np.array(self.expected), np.array(self.folds)

    def figures(self) -> dict:
        f1, precision, recall = self.scores.mean(axis=0)
        kinds = sorted({kind for kind in self.kinds if kind})
        return {
            "pages": len(self.scores),
            "f1": round(f1, 4),
            "precision": round(precision, 4),
            "recall": round(recall, 4),
            "kinds": {kind: round(self.scores[self.kinds == kind, 0].mean(), 4) for kind in kinds},
            "spearman": round(float(spearmanr(self.expected, self.scores[:, 0])[0]), 4),
        }


def choose(
    data: Dataset, page: Page, probabilities: np.ndarray, bias: float = 1.0
) -> tuple[np.ndarray, float]:
    """The kept paragraphs and the expected F1 of them, which is 0 if there are none."""
    of_page, lengths = probabilities[page.rows], data.lengths[page.rows]
    kept = best_set(of_page, lengths, bias)
    expected = expected_f1(of_page, lengths, kept)
    if expected < MIN_EXPECTED_F1 and bias >= 1:
        return np.zeros(len(kept), dtype=bool), 0.0
    return kept, expected


def measure_passages(data: Dataset, corpus: str, probabilities: np.ndarray) -> dict:
    """The marked passages of a corpus that are found in one of the kept paragraphs."""
    found = {True: 0, False: 0}
    count = {True: 0, False: 0}
    for page in data.pages:
        if page.corpus != corpus or page.variant != "whole":
            continue
        kept, _ = choose(data, page, probabilities)
        for is_content, rows in page.passages:
            found[is_content] += any(kept[row] for row in rows)
            count[is_content] += 1
    precision = found[True] / (found[True] + found[False])
    recall = found[True] / count[True]
    return {
        "f1": round(2 * precision * recall / (precision + recall), 4),
        "precision": round(precision, 4),
        "recall": round(recall, 4),
    }


BIASES = {0.1: None, 0.2: None, 0.4: "recall", 0.7: None, 1.0: "balanced", 1.4: None} | {
    2.0: "precision",
    3.0: None,
    5.0: None,
}
"""Costs of a kept character, with the names that the library has for some."""


def curve(data: Dataset, probabilities: np.ndarray) -> list[dict]:
    """Precision and recall on wcxb-dev by what is favoured."""
    points = []
    for bias, name in BIASES.items():
        scores = [
            data.score(page, choose(data, page, probabilities, bias)[0])
            for page in data.pages
            if page.corpus == "wcxb-dev" and page.variant == "whole"
        ]
        f1, precision, recall = np.mean(scores, axis=0)
        figures = {"f1": f1, "precision": precision, "recall": recall}
        point = {"bias": bias} | {key: round(float(value), 4) for key, value in figures.items()}
        points.append(point | ({"name": name} if name else {}))
    return points


CALIBRATION_POINTS = 12


def calibrate(measured: Measured, pages: np.ndarray) -> list[tuple[float, float]]:
    """Points of the line from the expected F1 to the F1 that these pages reach: of all lines that
    never fall, with equally many pages between two points, the one with the least squares."""
    pages = pages & (measured.expected > 0)
    expected, reached = measured.expected[pages], measured.scores[pages, 0]
    places = np.unique(np.quantile(expected, np.linspace(0, 1, CALIBRATION_POINTS)))
    # The line is a height and what each part of it rises, none of which is negative.
    passed = (expected[:, None] - places[:-1]) / np.diff(places)
    heights = np.column_stack([np.ones(len(expected)), passed.clip(0, 1)])
    line = np.cumsum(nnls(heights, reached)[0]).clip(0, 1)
    return [(float(x), float(y)) for x, y in zip(places, line)]


def tenths(measured: Measured) -> list[dict]:
    """Pages by tenths of their confidence: its mean, and that of the F1 they reach. The confidence
    of a page comes from the calibration of the other folds. Pages of which nothing is kept are left
    out: the library has no confidence in them."""
    confidence = np.zeros(len(measured.expected))
    for number in range(FOLDS):
        held = measured.folds == number
        points = calibrate(measured, ~held)
        confidence[held] = np.interp(measured.expected[held], *zip(*points))
    order = np.argsort(confidence, kind="stable")
    parts = np.array_split(order[measured.expected[order] > 0], 10)
    return [
        {
            "confidence": round(float(confidence[part].mean()), 4),
            "f1": round(float(measured.scores[part, 0].mean()), 4),
        }
        for part in parts
    ]


def write_voters(data: Dataset, folder: Path) -> None:
    """Writes the models of the folds for `tamis-bench features --fold-models`: they are trained on
    labelled pages alone, and say what is content on the others. Nothing in them depends on the
    model that wrote these features. The confidence of a voter is not asked for."""
    both = (weights(data, has_few=True, agreed=0.0), weights(data, has_few=False, agreed=0.0))
    pages = PageRows(data)
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(FOLDS):
        trees = fit_both(data, data.folds != number, both, VOTER_TREES, SEEDS[:1])
        types = fit_types(pages, (pages.folds != number) & ~pages.is_agreed)
        file = encode(*trees, STAGES, types, data.columns, [(0.0, 0.0), (1.0, 1.0)])
        (folder / f"{number}.bin").write_bytes(file)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("features", type=Path, help="the folder of `tamis-bench features`")
    parser.add_argument("--output", type=Path, help="write the model to this file")
    parser.add_argument("--folds", type=Path, help="write the model of each fold to this folder")
    parser.add_argument(
        "--voters", type=Path, help="write only models that label the other pages, to this folder"
    )
    parser.add_argument("--record", type=Path, help="write what it was made from to this file")
    arguments = parser.parse_args()
    data = Dataset(arguments.features)
    if arguments.voters is not None:
        write_voters(data, arguments.voters)
        return
    both = (weights(data, has_few=True), weights(data, has_few=False))
    probabilities, of_folds = cross_validate(data, both)
    pages = PageRows(data)
    types = [fit_types(pages, pages.folds != number) for number in range(FOLDS)]
    dev = ["wcxb-dev"]
    with_all = Measured(data, dev, probabilities)
    with_few = Measured(data, dev, probabilities, "fast")
    probabilities, judged_by_all = decided(data, probabilities, types)
    whole = Measured(data, WHOLE, probabilities, labelled=True)
    unaddressed = Measured(data, dev, probabilities, "unaddressed")
    figures = {
        "pages judged by all engines": judged_by_all,
        "page types": measure_types(pages, types, "whole"),
        "page types with fewer engines": measure_types(pages, types, "fast"),
        "page types without addresses": measure_types(pages, types, "unaddressed"),
        **{corpus: Measured(data, [corpus], probabilities).figures() for corpus in WHOLE},
        "wcxb-dev without addresses": unaddressed.figures(),
        "wcxb-dev with all engines": with_all.figures(),
        "wcxb-dev with fewer engines": with_few.figures(),
        "labelled": Measured(data, [], probabilities, labelled=True).figures(),
        "with-without": measure_passages(data, "with-without", probabilities),
        "calibration": tenths(whole),
        "curve": curve(data, probabilities),
    }
    print(json.dumps(figures, indent=1))
    calibration = calibrate(whole, np.ones(len(whole.expected), dtype=bool))
    if arguments.folds is not None:
        arguments.folds.mkdir(parents=True, exist_ok=True)
        for number, model in enumerate(of_folds):
            file = encode(*model, STAGES, types[number], data.columns, calibration)
            (arguments.folds / f"{number}.bin").write_bytes(file)
    if arguments.output is None:
        return
    model = fit_both(data, np.ones(len(data.labels), dtype=bool), both)
    of_pages = fit_types(pages, np.ones(len(pages.kinds), dtype=bool))
    file = encode(*model, STAGES, of_pages, data.columns, calibration)
    arguments.output.write_bytes(file)
    if arguments.record is not None:
        record = {
            "model": hashlib.sha256(file).hexdigest(),
            "features": hashlib.sha256(data.features.tobytes()).hexdigest(),
            "labels": hashlib.sha256(data.labels.tobytes()).hexdigest(),
            "catboost": catboost.__version__,
            "trees": TREES * len(SEEDS),
            "seeds": SEEDS,
            "stages": STAGES,
            "parameters": PARAMETERS,
            "type_trees": TYPE_TREES,
            "type_parameters": TYPE_PARAMETERS,
            "cross_validated": figures,
        }
        arguments.record.write_text(json.dumps(record, indent=1) + "\n")


if __name__ == "__main__":
    main()
