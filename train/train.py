"""Trains the model from the features that `tamis-bench features` writes.

Cross-validates by domain, prints the figures, trains on all pages, and writes the file of the model
and a record of what it was made from. The same data give the same bytes.
"""

import argparse
import hashlib
import json
from pathlib import Path

import lightgbm
import numpy as np
from scipy.stats import spearmanr

from dataset import FOLDS, Dataset, Page, PageRows, best_set, expected_f1
from model_file import encode

Forests = list[lightgbm.Booster]
"""One forest for each seed."""

TREES = 160
SEEDS = (1, 2, 3)
SURE = (-3.0, 2.5)
"""Log-odds of the first forest, below and from which the others are not asked."""
PARAMETERS = {
    "objective": "cross_entropy",
    "extra_trees": True,
    "num_leaves": 63,
    "max_depth": 9,
    "learning_rate": 0.12,
    "min_data_in_leaf": 60,
    "feature_fraction": 0.4,
    "bagging_fraction": 0.7,
    "bagging_freq": 1,
    "lambda_l2": 5.0,
    "max_bin": 63,
    "use_missing": False,
    "boost_from_average": True,
    "deterministic": True,
    "force_row_wise": True,
    "num_threads": 2,
    "verbose": -1,
}

TYPE_TREES = 120
"""Trees for each type of page."""
TYPE_PARAMETERS = PARAMETERS | {
    "objective": "multiclass",
    "num_leaves": 7,
    "learning_rate": 0.08,
    "min_data_in_leaf": 15,
    "seed": 1,
}

MAX_TOKENS = 200
"""A paragraph weighs as much as its tokens, at most this many."""
EXTRA_TOKENS = 50
"""A page's weights are divided by the tokens of its content, and this many."""
MAX_WEIGHT = 4.0
"""The most that a page weighs, as a multiple of its content."""
MARKED_WEIGHT = 0.3
"""The weight of a page of which only some passages are marked."""
MIN_FOUND = 0.3
"""A reference of which less can be found on the page is broken and not trained on."""


def weights(data: Dataset) -> np.ndarray:
    """The weight of each paragraph. Every page counts about as much as any other."""
    result = np.zeros(len(data.labels))
    for page in data.pages:
        labels = data.labels[page.rows]
        tokens = np.minimum(data.token_counts[page.rows], MAX_TOKENS) * (labels >= 0)
        if tokens.sum() == 0:
            continue
        if page.passages:
            result[page.rows] = tokens * MARKED_WEIGHT / tokens.sum()
            continue
        content = (tokens * labels.clip(0, 1)).sum()
        if len(page.reference) == 0 or content < MIN_FOUND * min(len(page.reference), 2000):
            continue
        of_page = tokens / (content + EXTRA_TOKENS)
        result[page.rows] = of_page * min(1.0, MAX_WEIGHT / of_page.sum())
    result[~data.described] = 0.0
    return result * len(result) / result.sum()


def fit(data: Dataset, rows: np.ndarray, weight: np.ndarray) -> Forests:
    rows = rows[weight[rows] > 0]
    features, labels = data.features[rows], data.labels[rows]

    def of_seed(seed: int) -> lightgbm.Booster:
        train = lightgbm.Dataset(features, labels, weight=weight[rows])
        return lightgbm.train(PARAMETERS | {"seed": seed}, train, TREES)

    return [of_seed(seed) for seed in SEEDS]


def predict(models: Forests, features: np.ndarray) -> np.ndarray:
    """The probabilities. The first forest decides alone if it is sure, as in `engine/model/`."""
    first, *others = [model.predict(features, raw_score=True, num_threads=2) for model in models]
    is_sure = (first < SURE[0]) | (first >= SURE[1])
    log_odds = np.where(is_sure, first, np.mean([first, *others], axis=0))
    return 1 / (1 + np.exp(-log_odds))


def fit_types(data: Dataset, pages: PageRows, rows: np.ndarray) -> lightgbm.Booster:
    """Trains the types of pages on these pages."""
    parameters = TYPE_PARAMETERS | {"num_class": len(data.kinds)}
    train = lightgbm.Dataset(pages.features[rows], pages.kinds[rows])
    return lightgbm.train(parameters, train, TYPE_TREES)


def measure_types(pages: PageRows, models: list[lightgbm.Booster]) -> float:
    """The share of the pages whose type is the most probable by the model of their fold."""
    right = 0
    for number, model in enumerate(models):
        held = pages.folds == number
        right += (model.predict(pages.features[held]).argmax(axis=1) == pages.kinds[held]).sum()
    return round(right / len(pages.kinds), 4)


def cross_validate(data: Dataset, weight: np.ndarray) -> tuple[np.ndarray, list[Forests]]:
    """The models that were each trained without the sites of a fold, and the probability of each
    paragraph by that of its fold."""
    result = np.zeros(len(data.labels))
    models = [fit(data, np.flatnonzero(data.folds != number), weight) for number in range(FOLDS)]
    for number, model in enumerate(models):
        held = np.flatnonzero((data.folds == number) & data.described)
        result[held] = predict(model, data.features[held])
    return result, models


class Measured:
    """The choice for each page of a corpus with whole references."""

    def __init__(self, data: Dataset, corpus: str, probabilities: np.ndarray):
        self.kinds, self.scores, self.expected = [], [], []
        for page in data.pages:
            if page.corpus == corpus:
                kept, expected = choose(data, page, probabilities)
                self.kinds.append(page.kind)
                self.scores.append(data.score(page, kept))
                self.expected.append(expected)
        self.kinds, self.scores = np.array(self.kinds), np.array(self.scores)
        self.expected = np.array(self.expected)

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


def choose(data: Dataset, page: Page, probabilities: np.ndarray) -> tuple[np.ndarray, float]:
    of_page, lengths = probabilities[page.rows], data.lengths[page.rows]
    kept = best_set(of_page, lengths)
    return kept, expected_f1(of_page, lengths, kept)


def measure_passages(data: Dataset, corpus: str, probabilities: np.ndarray) -> dict:
    """The marked passages of a corpus that are found in one of the kept paragraphs."""
    found = {True: 0, False: 0}
    count = {True: 0, False: 0}
    for page in data.pages:
        if page.corpus != corpus:
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


CALIBRATION_POINTS = 12


def calibrate(measured: Measured) -> list[tuple[float, float]]:
    """Points of the rising line from the expected F1 to the F1 reached."""
    order = np.argsort(measured.expected, kind="stable")
    parts = np.array_split(order, CALIBRATION_POINTS)
    points: list[list[float]] = []
    for part in parts:
        points.append([measured.expected[part].mean(), measured.scores[part, 0].mean(), 1.0])
        # Pool adjacent violators.
        while len(points) > 1 and points[-1][1] <= points[-2][1]:
            (x1, y1, n1), (x2, y2, n2) = points[-2:]
            total = n1 + n2
            merged = [(x1 * n1 + x2 * n2) / total, (y1 * n1 + y2 * n2) / total, total]
            points[-2:] = [merged]
    return [(float(x), float(y)) for x, y, _ in points]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("features", type=Path, help="the folder of `tamis-bench features`")
    parser.add_argument("--output", type=Path, help="write the model to this file")
    parser.add_argument("--folds", type=Path, help="write the model of each fold to this folder")
    parser.add_argument("--record", type=Path, help="write what it was made from to this file")
    arguments = parser.parse_args()
    data = Dataset(arguments.features)
    weight = weights(data)
    probabilities, of_folds = cross_validate(data, weight)
    whole = Measured(data, "wcxb-dev", probabilities)
    pages = PageRows(data)
    types = [fit_types(data, pages, pages.folds != number) for number in range(FOLDS)]
    figures = {
        "page types": measure_types(pages, types),
        "wcxb-dev": whole.figures(),
        "chinese": Measured(data, "chinese", probabilities).figures(),
        "with-without": measure_passages(data, "with-without", probabilities),
    }
    print(json.dumps(figures, indent=1))
    calibration = calibrate(whole)
    if arguments.folds is not None:
        arguments.folds.mkdir(parents=True, exist_ok=True)
        for number, model in enumerate(of_folds):
            file = encode(model, types[number], data.columns, calibration)
            (arguments.folds / f"{number}.bin").write_bytes(file)
    if arguments.output is None:
        return
    model = fit(data, np.arange(len(data.labels)), weight)
    of_pages = fit_types(data, pages, np.ones(len(pages.kinds), dtype=bool))
    file = encode(model, of_pages, data.columns, calibration)
    arguments.output.write_bytes(file)
    if arguments.record is not None:
        record = {
            "model": hashlib.sha256(file).hexdigest(),
            "features": hashlib.sha256(data.features.tobytes()).hexdigest(),
            "labels": hashlib.sha256(data.labels.tobytes()).hexdigest(),
            "lightgbm": lightgbm.__version__,
            "trees": TREES * len(SEEDS),
            "seeds": SEEDS,
            "parameters": PARAMETERS,
            "type_trees": TYPE_TREES * len(data.kinds),
            "type_parameters": TYPE_PARAMETERS,
            "cross_validated": figures,
        }
        arguments.record.write_text(json.dumps(record, indent=1) + "\n")


if __name__ == "__main__":
    main()
