"""Draws the pictures of `records/`: F1 by type of page, quality against speed, the calibration of
the confidence, and precision against recall. The same data give the same bytes."""

import argparse
import json
from pathlib import Path

import matplotlib
from matplotlib import pyplot
from matplotlib.axes import Axes

KINDS = ["article", "documentation", "service", "forum", "listing", "collection", "product"]
OURS = "#c2410c"
OTHERS = ["#475569", "#94a3b8", "#cbd5e1"]

matplotlib.rcParams.update(
    {
        "svg.hashsalt": "tamis",
        "svg.fonttype": "none",
        "font.family": "sans-serif",
        "font.size": 10,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "figure.facecolor": "white",
    }
)


def kinds(axes: Axes, peers: list[dict]) -> None:
    """Bars of the F1 for each type of page and system whose types are known."""
    systems = [peer for peer in peers if "kinds" in peer]
    width = 0.8 / len(systems)
    others = iter(OTHERS)
    for number, system in enumerate(systems):
        color = OURS if system["name"] == "Tamis" else next(others)
        places = [place + number * width for place in range(len(KINDS))]
        heights = [system["kinds"][kind] for kind in KINDS]
        axes.bar(places, heights, width, color=color, label=system["name"])
    axes.set_xticks([place + 0.4 - width / 2 for place in range(len(KINDS))], KINDS)
    axes.set_ylim(0, 1)
    axes.set_ylabel("F1 on wcxb-dev")
    axes.legend(
        frameon=False, ncols=len(systems), loc="lower center", bbox_to_anchor=(0.5, 1)
    )


def speed(axes: Axes, peers: list[dict]) -> None:
    """A point for each system that was timed in the same run as ours: pages per second and F1."""
    for peer in (peer for peer in peers if "ms" in peer):
        is_ours = peer["name"].startswith("Tamis")
        axes.scatter(1000 / peer["ms"], peer["f1"], color=OURS if is_ours else OTHERS[0], zorder=2)
        axes.annotate(
            peer["name"],
            (1000 / peer["ms"], peer["f1"]),
            textcoords="offset points",
            xytext=(-6 if peer.get("left") else 6, peer.get("shift", -3)),
            horizontalalignment="right" if peer.get("left") else "left",
            fontsize=9,
            color=OURS if is_ours else OTHERS[0],
        )
    axes.set_xscale("log")
    axes.set_xlim(20, 6000)
    axes.xaxis.set_major_formatter("{x:g}")
    axes.set_xlabel("pages per second, one thread")
    axes.set_ylabel("F1 on wcxb-dev")
    axes.grid(color="#e2e8f0")


def calibration(axes: Axes, tenths: list[dict]) -> None:
    """The F1 that pages reach, by tenths of their confidence."""
    axes.plot([0, 1], [0, 1], color=OTHERS[1], linestyle="dashed", linewidth=1)
    axes.plot(
        [tenth["confidence"] for tenth in tenths],
        [tenth["f1"] for tenth in tenths],
        color=OURS,
        marker="o",
    )
    axes.set(xlim=(0, 1), ylim=(0, 1), xlabel="mean confidence", ylabel="mean F1")
    axes.set_aspect("equal")


def curve(axes: Axes, points: list[dict]) -> None:
    """Precision against recall; a label tells what is favoured."""
    axes.plot(
        [point["recall"] for point in points],
        [point["precision"] for point in points],
        color=OURS,
        marker="o",
        markersize=4,
    )
    for point in points:
        if "name" in point:
            axes.annotate(
                point["name"],
                (point["recall"], point["precision"]),
                textcoords="offset points",
                xytext=(8, 2),
            )
    axes.set(xlabel="recall", ylabel="precision")
    axes.grid(color="#e2e8f0")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model", type=Path, help="the record of `train.py`")
    parser.add_argument("peers", type=Path, help="systems with F1 and milliseconds per page")
    parser.add_argument("output", type=Path, help="the folder of the pictures")
    arguments = parser.parse_args()
    model = json.loads(arguments.model.read_text())
    peers = json.loads(arguments.peers.read_text())["systems"]
    pictures = {
        "page-types": ((8, 3), kinds, peers),
        "quality-speed": ((8, 4.5), speed, peers),
        "calibration": ((4, 4), calibration, model["cross_validated"]["calibration"]),
        "precision-recall": ((5, 4), curve, model["cross_validated"]["curve"]),
    }
    arguments.output.mkdir(parents=True, exist_ok=True)
    for name, (size, draw, data) in pictures.items():
        figure, axes = pyplot.subplots(figsize=size, layout="constrained")
        draw(axes, data)
        figure.savefig(arguments.output / f"{name}.svg", metadata={"Date": None})


if __name__ == "__main__":
    main()
