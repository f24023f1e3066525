"""Grades with the Python reference, for comparison: one JSON line per item on standard output.

    MLEBENCH_REFERENCE=<folder with the package mlebench> python reference.py < items.jsonl

An item has competition_id, submission_path and answers_path. Everything happens in this one process, as in upstream's
`mlebench grade`; for one item it is what `mlebench grade-sample` does. The last line tells the peak memory in KiB.
"""

import json
import logging
import os
import resource
import sys
import warnings
from pathlib import Path

sys.path.insert(0, os.environ["MLEBENCH_REFERENCE"])
warnings.filterwarnings("ignore")
logging.disable(logging.CRITICAL)

from mlebench.grade_helpers import Grader  # noqa: E402
from mlebench.utils import load_answers, read_csv  # noqa: E402

try:
    import mlebench.cli  # noqa: E402, F401  What upstream's command loads before it grades; needs a few packages more.
except ImportError:
    pass


def load_grader(competition_id):
    try:
        from mlebench.registry import registry

        return registry.get_competition(competition_id).grader
    except ImportError:
        # A competition's preparation may need packages that grading does not.
        return Grader(competition_id, f"mlebench.competitions.{competition_id}.grade:grade")


def main():
    graders = {}
    results = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    for line in sys.stdin:
        item = json.loads(line)
        competition_id = item["competition_id"]
        if competition_id not in graders:
            graders[competition_id] = load_grader(competition_id)
        try:
            submission = read_csv(Path(item["submission_path"]))
            score = graders[competition_id](submission, load_answers(Path(item["answers_path"])))
        except Exception:
            score = None
        print(json.dumps(None if score is None else str(score)), file=results)
    print(json.dumps({"peak": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss}), file=results, flush=True)


main()
