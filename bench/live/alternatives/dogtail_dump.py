"""dogtail's own dump of an application, and its own search. One run for each line on standard input; answers
{"nodes": n, "ms": t} a line.

usage: dogtail_dump.py PID [--find ROLE NAME]
"""
import contextlib
import io
import json
import sys
import time

from dogtail.config import config

config.logDebugToFile = config.logDebugToStdOut = False
config.checkForA11y = False
config.searchCutoffCount = 1

from dogtail import dump, predicate, tree  # noqa: E402  (reads the configuration when imported)


def main():
    pid = int(sys.argv[1])
    app = next((a for a in tree.root.applications() if a.get_process_id() == pid), None)
    if app is None:
        sys.exit(f"no accessible application with pid {pid}")
    wanted = sys.argv[3:5] if len(sys.argv) > 3 and sys.argv[2] == "--find" else None
    for _ in sys.stdin:
        out = io.StringIO()
        app.clear_cache()
        start = time.perf_counter()
        if wanted:
            app.findChild(predicate.GenericPredicate(roleName=wanted[0], name=wanted[1]), retry=False, requireResult=False)
            nodes = 1
        else:
            with contextlib.redirect_stdout(out):
                dump.plain(app)
            lines = (line.lstrip() for line in out.getvalue().splitlines())
            nodes = sum(1 for line in lines if line.startswith("[") and not line.startswith("[action |"))
        print(json.dumps({"nodes": nodes, "ms": (time.perf_counter() - start) * 1000}), flush=True)


main()
