"""Prints each signal that an application sends on the accessibility bus, as a line of JSON. Asks the registry for all events first.

usage: listener.py ADDRESS BUS_NAME
"""
import json
import sys
import time

from gi.repository import Gio, GLib

PREFIX = "/org/a11y/atspi/accessible/"
EVENTS = ("Object:", "Window:", "Document:", "Focus:")

address, sender = sys.argv[1:]
flags = Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
bus = Gio.DBusConnection.new_for_address_sync(address, flags, None, None)


def short(path):
    return path[len(PREFIX):] if path.startswith(PREFIX) else path


def received(_bus, _sender, path, interface, member, parameters):
    line = {"at": time.time() * 1000, "source": short(path), "interface": interface.split(".")[-1], "member": member}
    words = parameters.unpack()
    if interface.endswith(".Cache"):
        # An item begins with its own reference, that of its application and that of its parent.
        line["child"] = short(words[0][1] if member == "RemoveAccessible" else words[0][0][1])
        if member != "RemoveAccessible" and parameters.get_type_string().startswith("((so)(so)(so)"):
            line["source"] = short(words[0][2][1])
    else:
        line["detail"], line["first"] = words[0], words[1]
        value = words[3]
        if isinstance(value, tuple) and len(value) == 2 and str(value[1]).startswith("/"):
            line["child"] = short(value[1])
    print(json.dumps(line), flush=True)


bus.signal_subscribe(sender, None, None, None, None, Gio.DBusSignalFlags.NONE, received)
for event in EVENTS:
    bus.call_sync(
        "org.a11y.atspi.Registry", "/org/a11y/atspi/registry", "org.a11y.atspi.Registry", "RegisterEvent",
        GLib.Variant("(sass)", (event, [], "")), None, Gio.DBusCallFlags.NONE, -1, None,
    )
print(json.dumps({"ready": True}), flush=True)
GLib.MainLoop().run()
