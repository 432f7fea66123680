"""Print the lowest version of each dependency that pyproject.toml promises to work with.

In:  pyproject.toml beside this folder.
Out: a pip constraints file on standard output: all dependencies, and of the test extra the data
     frames that people bring. Run by ``make lowest``.
"""

import re
import sys
import tomllib
from pathlib import Path

PROJECT = Path(__file__).parent.parent / "pyproject.toml"
FRAMES = ("pandas", "pyarrow")


def lowest(requirement: str) -> str:
    """Turn ``name>=1.2,<3`` into ``name==1.2``.

    >>> lowest("protobuf>=4.25,<7")
    'protobuf==4.25'
    """
    match = re.fullmatch(r"([A-Za-z0-9_.-]+)\s*>=\s*([0-9.]+)(?:,.*)?", requirement.strip())
    if match is None:
        sys.exit(f"{requirement!r} states no lowest version")
    return f"{match[1]}=={match[2]}"


if __name__ == "__main__":
    project = tomllib.loads(PROJECT.read_text("utf-8"))["project"]
    frames = [each for each in project["optional-dependencies"]["test"] if each.startswith(FRAMES)]
    for requirement in (*project["dependencies"], *frames):
        sys.stdout.write(lowest(requirement) + "\n")
