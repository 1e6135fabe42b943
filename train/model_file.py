"""Writes boosted oblivious trees as the file that `engine/model/` reads."""

import json
import struct
import tempfile
from pathlib import Path

import catboost
import numpy as np

from dataset import hash_of

MAGIC = b"TAMISM08"
UNITS = 4096
"""Leaves are log-odds in units of one part of this many."""
MEANS = 16
"""Means are whole numbers of this many units. Only explanations show them, and the file of a package
is an eighth smaller than with exact ones, because differences from them repeat."""


class Tree:
    """The questions of a tree, and the values of its leaves in whole units. The answer to a
    question is the bit of its number in the number of a leaf."""

    def __init__(self, tree: dict, output: int, outputs: int, scale: float):
        self.splits = [
            (split["float_feature_index"], np.float32(split["border"])) for split in tree["splits"]
        ]
        values = np.array(tree["leaf_values"]).reshape(-1, outputs)[:, output] * scale
        self.leaves = np.rint(values * UNITS).astype(int)
        self.means = means(values, np.array(tree["leaf_weights"]))

    def differences(self) -> np.ndarray:
        """The means and leaves, each as its difference from the mean before the last question, in
        zigzag: 0, -1, 1, -2, and so on."""
        values = np.array([*self.means, *self.leaves])
        assert (np.abs(values) < 1 << 15).all()
        before = np.zeros_like(values)
        for level in range(len(self.splits)):
            first, width = (1 << level) - 1, 1 << level
            above = values[first : first + width]
            before[first + width : first + 3 * width] = np.tile(above, 2)
        return zigzag((values - before).astype(np.int16))


def zigzag(numbers: np.ndarray) -> np.ndarray:
    return ((numbers << 1) ^ (numbers >> 15)).astype("<u2")


def means(values: np.ndarray, weights: np.ndarray) -> list[int]:
    """The means, in whole units, of the leaves that are left before the first question, after it,
    and so on up to the last but one."""
    result: list[int] = []
    leaves = 1
    while leaves < len(values):
        for first in range(leaves):
            left = slice(first, None, leaves)
            weight = weights[left] if weights[left].any() else None
            mean = float(np.average(values[left], weights=weight)) * UNITS
            # The first means add up to what is known of a paragraph without any question.
            result.append(round(mean / MEANS) * MEANS if leaves > 1 else round(mean))
        leaves *= 2
    return result


def trees(model: catboost.CatBoost, scale: float = 1.0) -> list[list[Tree]]:
    """The trees of each output of the model, with these times their values."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "model.json"
        model.save_model(str(path), format="json")
        content = json.loads(path.read_text())
    factor, bias = content["scale_and_bias"]
    assert factor == 1 and not any(bias)
    outputs = len(bias)
    return [
        [Tree(tree, output, outputs, scale) for tree in content["oblivious_trees"]]
        for output in range(outputs)
    ]


def encode(
    few: list[catboost.CatBoost],
    of_all: list[catboost.CatBoost],
    stages: list[tuple[int, tuple[float, float]]],
    page_types: catboost.CatBoost,
    names: list[str],
    calibration: list[tuple[float, float]],
) -> bytes:
    """The file of two models of paragraphs, for fewer and for all engines, each the mean of
    several, and of one of the types of pages. A stage is the number of trees of each after which it
    stops, and the log-odds by them between which the trees of the next stage are asked."""
    parts = [MAGIC, struct.pack("<Q", hash_of("".join(names).lower().encode()))]
    for models in (few, of_all):
        parts += of_paragraphs(models, stages, len(names))
    of_types = trees(page_types)
    borders, numbers = of_columns(of_types, len(names))
    parts += borders
    for forest in of_types:
        parts += of_forest(forest, numbers)
    parts.append(struct.pack("<H", len(calibration)))
    parts += [struct.pack("<ff", *point) for point in calibration]
    return b"".join(parts)


def of_paragraphs(
    models: list[catboost.CatBoost], stages: list[tuple[int, tuple[float, float]]], columns: int
) -> list[bytes]:
    """The borders, the first trees, and those of the stages."""
    of_models = [trees(model, 1 / len(models))[0] for model in models]
    ends = [0, *(end for end, _ in stages), None]
    first, *later = (
        [tree for forest in of_models for tree in forest[start:end]]
        for start, end in zip(ends, ends[1:])
    )
    # A paragraph has the same base whether the later trees are asked or not.
    for forest in later:
        forest[0].means[0] -= sum(tree.means[0] for tree in forest)
    parts, numbers = of_columns([first, *later], columns)
    parts += of_forest(first, numbers)
    parts.append(struct.pack("<B", len(later)))
    for (_, unsure), forest in zip(stages, later):
        parts.append(struct.pack("<ii", *(round(log_odds * UNITS) for log_odds in unsure)))
        parts += of_forest(forest, numbers)
    return parts


def of_columns(forests: list[list[Tree]], columns: int) -> tuple[list[bytes], list[dict]]:
    """The borders of each column that the trees ask for, and their numbers."""
    borders: list[set] = [set() for _ in range(columns)]
    for column, border in (split for forest in forests for tree in forest for split in tree.splits):
        borders[column].add(border)
    numbers = [{border: at for at, border in enumerate(sorted(of))} for of in borders]
    parts = []
    for of_column in numbers:
        parts += [struct.pack("<B", len(of_column)), np.array([*of_column], dtype="<f4").tobytes()]
    return parts, numbers


def of_forest(forest: list[Tree], numbers: list[dict]) -> list[bytes]:
    """The trees with what is alike together, because packages are compressed."""
    splits = [split for tree in forest for split in tree.splits]
    values = np.concatenate([tree.differences() for tree in forest]).view(np.uint8)
    return [
        struct.pack("<H", len(forest)),
        bytes(len(tree.splits) for tree in forest),
        np.array([at for at, _ in splits], dtype="<u2").tobytes(),
        bytes(numbers[at][border] for at, border in splits),
        values[::2].tobytes(),
        values[1::2].tobytes(),
    ]
