"""Writes boosted trees as the file that `engine/model/` reads."""

import struct

import lightgbm
import numpy as np

MAGIC = b"TAMISM01"
UNITS = 4096
"""Leaves are log-odds in units of one part of this many."""
LEAF = 1 << 15


def names_hash(names: list[str]) -> int:
    value = 0xCBF29CE484222325
    for char in "".join(names).lower():
        value = ((value ^ ord(char)) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    return value


def encode(booster: lightgbm.Booster, names: list[str], calibration: list[tuple[float, float]]):
    trees = [tree["tree_structure"] for tree in booster.dump_model()["tree_info"]]
    thresholds: list[set] = [set() for _ in names]
    for tree in trees:
        collect(tree, thresholds)
    tables = [sorted(values) for values in thresholds]
    assert max(map(len, tables)) <= 256
    parts = [MAGIC, struct.pack("<Q", names_hash(names))]
    for table in tables:
        parts.append(struct.pack("<H", len(table)))
        parts.append(np.array(table, dtype="<f4").tobytes())
    numbers = [{value: number for number, value in enumerate(table)} for table in tables]
    parts.append(struct.pack("<H", len(trees)))
    parts += [encode_tree(tree, numbers) for tree in trees]
    parts.append(struct.pack("<H", len(calibration)))
    parts += [struct.pack("<ff", *point) for point in calibration]
    return b"".join(parts)


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


def encode_tree(tree: dict, numbers: list[dict]) -> bytes:
    inner: list[bytes] = []
    leaves: list[int] = []

    def add(node: dict) -> int:
        """Adds a subtree and returns the number of its root."""
        if "split_feature" not in node:
            value = round(node["leaf_value"] * UNITS)
            assert -(1 << 15) <= value < 1 << 15
            leaves.append(value)
            return LEAF | (len(leaves) - 1)
        number = len(inner)
        inner.append(b"")
        children = add(node["left_child"]), add(node["right_child"])
        feature = node["split_feature"]
        inner[number] = struct.pack("<HBHH", feature, numbers[feature][threshold(node)], *children)
        return number

    add(tree)
    parts = [struct.pack("<H", len(inner)), *inner, struct.pack(f"<{len(leaves)}h", *leaves)]
    return b"".join(parts)
