"""Trains without groups of features and prints what each brings: a table for `records/`.

Each line is cross-validated by domain as in `train.py`, with fewer trees that learn faster, so that
all lines take less than an hour. An engine that is left out still has a part in which paragraphs are
described.
"""

import argparse
import re
from pathlib import Path

import catboost
import numpy as np

import train
from dataset import FOLDS, Dataset

PARAMETERS = train.PARAMETERS | {"iterations": 200, "learning_rate": 0.16, "random_seed": 1}

ENGINES = ("justext", "readability", "text_density", "selectors")
OF_VOTES = r"votes|kept|support|agreement|confidence|best_"
"""Columns in which several engines have a part."""
GROUPS = {
    "jusText": r"justext",
    "Readability": r"readability",
    "density": r"text_density|agreement_.*density",
    "selectors": r"selectors",
    "all engines": "|".join((*ENGINES, OF_VOTES)),
    "text": r"^(chars$|words|link_density$|upper|digits|punct|comma|sentence_ends$|tags|last_char|separ)"
    r"|cop(y|ies)",
    "words of topics": r"^words_|^heading_(related|comment|other)",
    "title, description, address": r"^in_|^of_title|since_title|^path_",
    "elements around": r"^(tag$|heading_level|depth$|to_|articles)",
    "class names": r"^class_",
    "containers": r"^(near|middle|wide)_",
    "repeated elements": r"^(repeat|item)_",
    "paragraphs built alike": r"^(kin|twin)_",
    "the page": r"^(page|type|kept|confidence|support|agreement)_(?!before)",
    "neighbours": r"[+-]\d$",
}


def measure(data: Dataset, weight: np.ndarray, columns: np.ndarray) -> str:
    """A line with the figures of a model that has these columns alone."""
    probabilities = np.zeros(len(data.labels))
    for number in range(FOLDS):
        rows = np.flatnonzero((data.folds != number) & (weight > 0))
        pool = catboost.Pool(
            data.features[np.ix_(rows, columns)], data.labels[rows].clip(0, 1), weight=weight[rows]
        )
        model = catboost.CatBoost(PARAMETERS).fit(pool)
        held = np.flatnonzero((data.folds == number) & data.described & ~data.has_few)
        log_odds = model.predict(catboost.Pool(data.features[np.ix_(held, columns)]))
        probabilities[held] = 1 / (1 + np.exp(-log_odds))
    whole = train.Measured(data, "wcxb-dev", probabilities).figures()
    marked = train.measure_passages(data, "with-without", probabilities)
    return (
        f"{len(columns)} | {whole['f1']:.4f} | {whole['precision']:.3f} "
        f"| {marked['f1']:.4f} | {marked['precision']:.3f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("features", type=Path, help="the folder of `tamis-bench features`")
    parser.add_argument("--only", nargs="*", help="only these groups")
    arguments = parser.parse_args()
    data = Dataset(arguments.features)
    weight = train.weights(data, has_few=False)
    print("| without | columns | wcxb-dev | precision | with-without | precision |")
    print("| --- | --- | --- | --- | --- | --- |")
    groups = {"nothing": r"^$"} | GROUPS
    for name, pattern in groups.items():
        if arguments.only and name not in arguments.only:
            continue
        kept = [at for at, column in enumerate(data.columns) if not re.search(pattern, column)]
        print(f"| {name} | {measure(data, weight, np.array(kept))} |", flush=True)


if __name__ == "__main__":
    main()
