"""Trains without the pages of each language and prints what the model loses: a table for `records/`.

A language of which no page was trained on is as one of which nobody has pages. Beside the F1 of the
model of the fold, which knows the language from other sites, there is that of one that has never seen
it. As in `ablation.py`, the trees are fewer than those of the model, and for fewer engines.
"""

import argparse
from collections import Counter
from pathlib import Path

import catboost
import numpy as np

import train
from dataset import FOLDS, Dataset

TREES = 300
SEEDS = (1,)
MIN_PAGES = 5
"""A language with fewer pages that can be measured says nothing."""


def is_measured(page: train.Page) -> bool:
    return page.variant == "fast" and (page.corpus in train.WHOLE or page.is_labelled)


def predict(data: Dataset, weight: np.ndarray, trained: np.ndarray, held: np.ndarray) -> np.ndarray:
    """The probabilities of the paragraphs that are held out, by a model of those that are not."""
    [model] = train.fit(data, np.flatnonzero(trained), weight, TREES, SEEDS)
    rows = np.flatnonzero(held & data.described & data.has_few)
    result = np.zeros(len(data.labels))
    result[rows] = 1 / (1 + np.exp(-model.predict(catboost.Pool(data.features[rows]))))
    return result


def score(data: Dataset, language: str, probabilities: np.ndarray) -> float:
    pages = [page for page in data.pages if is_measured(page) and page.language == language]
    of_pages = [data.score(page, train.choose(data, page, probabilities)[0])[0] for page in pages]
    return float(np.mean(of_pages))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("features", type=Path, help="the folder of `tamis-bench features`")
    data = Dataset(parser.parse_args().features)
    weight = train.weights(data, has_few=True)
    lengths = [page.rows.stop - page.rows.start for page in data.pages]
    languages = np.repeat([page.language or "" for page in data.pages], lengths)
    seen = np.zeros(len(data.labels))
    for number in range(FOLDS):
        seen += predict(data, weight, data.folds != number, data.folds == number)
    counts = Counter(page.language for page in data.pages if page.language and is_measured(page))
    print("| language | pages | sites | seen | never seen | loss |")
    print("| --- | --- | --- | --- | --- | --- |")
    for language, count in counts.most_common():
        if count < MIN_PAGES:
            continue
        is_held = languages == language
        unseen = predict(data, weight, ~is_held, is_held)
        of_both = [score(data, language, of) for of in (seen, unseen)]
        pages = [page for page in data.pages if is_measured(page) and page.language == language]
        sites = len({page.domain for page in pages})
        print(
            f"| {language} | {count} | {sites} | {of_both[0]:.3f} | {of_both[1]:.3f} "
            f"| {of_both[0] - of_both[1]:+.3f} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
