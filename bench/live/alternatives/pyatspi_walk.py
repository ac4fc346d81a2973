"""Reads an application the way Python agents do: pyatspi, one call a property, node after node.

Fields are those that OSWorld's desktop server puts in its XML for each node: name, states, extents, attributes,
actions with names and descriptions, value, text. One walk for each line on standard input; answers
{"nodes": n, "ms": t} a line.

usage: pyatspi_walk.py PID [--find ROLE NAME]
"""
import json
import sys
import time

import pyatspi
from gi.repository import GLib

# OSWorld's server stops at these.
MAX_WIDTH = 1024
MAX_DEPTH = 50


def application(pid):
    for app in pyatspi.Registry.getDesktop(0):
        if app is not None and app.get_process_id() == pid:
            return app
    sys.exit(f"no accessible application with pid {pid}")


def interface(query):
    try:
        return query()
    except NotImplementedError:
        return None


def read(node):
    node.name
    node.getRoleName()
    node.getState().getStates()
    node.getAttributes()
    component = interface(node.queryComponent)
    if component is not None:
        component.getPosition(pyatspi.XY_SCREEN)
        component.getSize()
    text = interface(node.queryText)
    if text is not None:
        text.getText(0, text.characterCount)
    interface_image = interface(node.queryImage)
    if interface_image is not None:
        interface_image.imageDescription
    interface(node.querySelection)
    value = interface(node.queryValue)
    if value is not None:
        value.currentValue, value.minimumValue, value.maximumValue, value.minimumIncrement
    action = interface(node.queryAction)
    if action is not None:
        for i in range(action.nActions):
            action.getName(i)
            action.getDescription(i)
            action.getKeyBinding(i)


def walk(node, depth=0):
    try:
        read(node)
    except GLib.Error:
        return 0  # gone since its parent named it: gtk4-widget-factory makes and drops nodes as it is read
    count = 1
    if depth < MAX_DEPTH:
        for i, child in enumerate(children(node)):
            if i >= MAX_WIDTH:
                break
            if child is not None:
                count += walk(child, depth + 1)
    return count


def children(node):
    for i in range(node.childCount):
        try:
            yield node.getChildAtIndex(i)
        except GLib.Error:
            pass


def main():
    app = application(int(sys.argv[1]))
    wanted = tuple(sys.argv[3:5]) if len(sys.argv) > 3 and sys.argv[2] == "--find" else None
    for _ in sys.stdin:
        app.clearCache() if hasattr(app, "clearCache") else app.clear_cache()
        start = time.perf_counter()
        if wanted:
            found = pyatspi.findDescendant(app, lambda n: n.getRoleName() == wanted[0] and n.name == wanted[1])
            nodes = 0 if found is None else 1
        else:
            nodes = walk(app)
        print(json.dumps({"nodes": nodes, "ms": (time.perf_counter() - start) * 1000}), flush=True)


main()
