"""Records of the shape that ``concordant demo`` keeps in ``demo.json``."""

from typing import Any

ACCURACY = {"name": "accuracy", "higher_is_better": True}
RMSE = {"name": "RMSE", "higher_is_better": False}


def make_way(kind: str, mean: float, gain: float = 0.02) -> dict[str, Any]:
    """One way to train, in the record of a demo."""
    estimate = {"mean": gain, "low": gain - 0.01, "high": gain + 0.01}
    return {
        "kind": kind,
        "name": f"name of {kind}",
        "mean": mean,
        "low": mean - 0.05,
        "high": mean + 0.05,
        "gain": None if kind == "alone" else estimate,
    }


def demo_record(measure: dict[str, Any] = ACCURACY) -> dict[str, Any]:
    """The record of a demo."""
    return {
        "concordant": "0.1.0",
        "seed": 4,
        "measure": measure,
        "comparison": [make_way("alone", 0.9), make_way("agreed", 0.97), make_way("pooled", 0.98)],
        "opening": ["What is played."],
        "how_scored": "Where the rows went.",
        "conclusions": ["What follows.", "What does not."],
        "warnings": ["Below the floor."],
        "steps": [
            {"who": "site-1", "what": "sent a view", "command": "site view"},
            {"who": "analyst", "what": "trained", "command": ""},
        ],
        "sites": [
            {
                "site": "site-1",
                "own_rows": 28,
                "new_rows": 12,
                "view_bytes": 1111,
                "bundle_bytes": 22_222,
                "return_bytes": 333,
            }
        ],
        "files": [{"path": "inbox/", "what": "uploads"}],
        "next": ["Draft a charter."],
    }
