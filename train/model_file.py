"""Writes boosted trees as the file that `engine/model/` reads."""

import struct

import lightgbm
import numpy as np

MAGIC = b"TAMISM04"
UNITS = 4096
"""Leaves are log-odds in units of one part of this many."""
LEAF = 1 << 15
FORESTS = 3


def names_hash(names: list[str]) -> int:
    value = 0xCBF29CE484222325
    for char in "".join(names).lower():
        value = ((value ^ ord(char)) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    return value


def encode(
    boosters: list[lightgbm.Booster],
    page_types: lightgbm.Booster,
    names: list[str],
    calibration: list[tuple[float, float]],
) -> bytes:
    """The file of the mean of the boosters, and of the booster of the types of pages."""
    first, *others = [trees(booster) for booster in boosters]
    assert len(boosters) == FORESTS
    others = sum(others, [])
    types = page_types.num_model_per_iteration()
    of_types = [trees(page_types)[number::types] for number in range(types)]
    thresholds: list[set] = [set() for _ in names]
    for tree in first + others + sum(of_types, []):
        collect(tree, thresholds)
    tables = [sorted(values) for values in thresholds]
    assert max(map(len, tables)) <= 256
    parts = [MAGIC, struct.pack("<Q", names_hash(names))]
    for table in tables:
        parts.append(struct.pack("<H", len(table)))
        parts.append(np.array(table, dtype="<f4").tobytes())
    numbers = [{value: number for number, value in enumerate(table)} for table in tables]
    units = UNITS / FORESTS
    parts += encode_forest(first, numbers, units)
    # Each forest must have the same sum of the means of its roots.
    bases = [sum(mean(tree, units) for tree in forest) for forest in (first, others)]
    parts += encode_forest(others, numbers, units, (FORESTS - 1) * bases[0] - bases[1])
    for of_type in of_types:
        parts += encode_forest(of_type, numbers, UNITS)
    parts.append(struct.pack("<H", len(calibration)))
    parts += [struct.pack("<ff", *point) for point in calibration]
    return b"".join(parts)


def trees(booster: lightgbm.Booster) -> list[dict]:
    return [tree["tree_structure"] for tree in booster.dump_model()["tree_info"]]


def mean(node: dict, units: float) -> int:
    return round(node["internal_value" if "split_feature" in node else "leaf_value"] * units)


def encode_forest(
    forest: list[dict], numbers: list[dict], units: float, more: int = 0
) -> list[bytes]:
    """The trees. `more` is added to the mean of the first root."""
    encoded = [encode_tree(tree, numbers, units) for tree in forest[1:]]
    first = encode_tree(forest[0], numbers, units, more)
    return [struct.pack("<H", len(forest)), first, *encoded]


def threshold(node: dict) -> np.float32:
    """The largest 32-bit number that is not above the node's threshold."""
    assert node["decision_type"] == "<="
    value = np.float32(node["threshold"])
    if float(value) > node["threshold"]:
        value = np.nextafter(value, np.float32(-np.inf), dtype=np.float32)
    return value


def collect(node: dict, thresholds: list[set]) -> None:
    if "split_feature" in node:
        thresholds[node["split_feature"]].add(threshold(node))
        collect(node["left_child"], thresholds)
        collect(node["right_child"], thresholds)


def encode_tree(tree: dict, numbers: list[dict], units: float, more: int = 0) -> bytes:
    """The inner nodes in preorder, the leaves, and the mean value below each inner node."""
    assert "split_feature" in tree
    inner: list[bytes] = []
    means: list[int] = []
    leaves: list[int] = []

    def checked(value: int) -> int:
        assert -(1 << 15) <= value < 1 << 15
        return value

    def add(node: dict) -> int:
        """Adds a subtree and returns the number of its root."""
        if "split_feature" not in node:
            leaves.append(checked(mean(node, units)))
            return LEAF | (len(leaves) - 1)
        number = len(inner)
        inner.append(b"")
        means.append(checked(mean(node, units) + (0 if number else more)))
        children = add(node["left_child"]), add(node["right_child"])
        feature = node["split_feature"]
        inner[number] = struct.pack("<HBHH", feature, numbers[feature][threshold(node)], *children)
        return number

    add(tree)
    values = struct.pack(f"<{len(leaves) + len(means)}h", *leaves, *means)
    return b"".join([struct.pack("<H", len(inner)), *inner, values])
