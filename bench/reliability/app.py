"""The order desk of README.md, with GTK 3: a workflow that plays a plan of faults.

Reads a JSON object a line on standard input: {"reset": plan} builds a window for that plan, {"begin": true} makes its
first step due. Writes a JSON object a line on standard output: what it received, with CLOCK_MONOTONIC in ms. That record
is the judge; nothing in it comes from the accessibility tree.
"""
import json
import random
import sys
import time
import traceback

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, GLib, Gtk  # noqa: E402


def record(event, **fields):
    at = round(time.clock_gettime(time.CLOCK_MONOTONIC) * 1000, 3)
    print(json.dumps({"at": at, "event": event, **fields}), flush=True)


# A fault in this program itself must not pass for one of the plan's.
sys.excepthook = lambda *error: record("broken", error="".join(traceback.format_exception(*error)))


def identified(widget, name, target):
    accessible = widget.get_accessible()
    accessible.set_name(name)
    accessible.set_accessible_id(target)
    return widget


class Desk:
    """One run: a window of its own, from the first step to the last."""

    def __init__(self, plan):
        self.steps = plan["steps"]
        self.orders = plan["orders"]
        self.shuffler = random.Random(plan["seed"])
        self.due = -1
        self.timers = set()
        self.undo = []
        self.ended = False
        self.losing = None
        self.modal = None
        self.quiet = False
        self.keyed = False
        self.thief = None
        self.dialog = None
        self.values = {"customer": "", "search": "", "express": False}
        # A target is in its slot as often as it is on the screen: not at all, once, or with a stale one beside it.
        self.slots = {}
        self.widgets = {}
        self.build()

    # What a step is about

    def step(self):
        return self.steps[self.due] if 0 <= self.due < len(self.steps) else None

    def fault(self, *kinds):
        step = self.step()
        fault = step and step.get("fault")
        return fault if fault and fault["kind"] in kinds else None

    def is_due(self, target):
        step = self.step()
        return step is not None and step["target"] == target

    # The window

    def build(self):
        self.window = Gtk.Window(title="Order desk")
        self.window.set_default_size(800, 560)
        self.status = Gtk.Label(label="Ready", xalign=0)
        self.message = Gtk.Label(label="", xalign=0)

        menu_bar = Gtk.MenuBar()
        order = Gtk.MenuItem(label="Order")
        self.menu = Gtk.Menu()
        order.set_submenu(self.menu)
        menu_bar.append(order)
        self.menu.append(Gtk.MenuItem(label="Print"))
        self.slots["discount"] = self.menu

        self.list = Gtk.ListBox()
        self.list.get_accessible().set_name("Orders")
        self.list.connect("row-selected", self.selected)
        for number in self.orders:
            self.slots[f"order-{number}"] = self.list
        orders = Gtk.Box(spacing=6)
        orders.pack_start(self.list, True, True, 0)
        orders.pack_start(self.slot("add-item"), False, False, 0)

        details = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=6)
        for target in ("customer", "express"):
            details.pack_start(self.slot(target), False, False, 0)

        self.tabs = Gtk.Notebook()
        for page, name, target in ((orders, "Orders", "orders-tab"), (details, "Details", "details-tab")):
            self.tabs.append_page(page, Gtk.Label(label=name))
            page.target = target
        # A notebook shows no page whose child is not shown.
        orders.show()
        details.show()
        self.tabs.set_current_page(1)
        self.tabs.connect("switch-page", self.switched)

        outer = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=6)
        outer.pack_start(menu_bar, False, False, 0)
        outer.pack_start(self.slot("search"), False, False, 0)
        outer.pack_start(self.tabs, True, True, 0)
        outer.pack_start(self.slot("send"), False, False, 0)
        outer.pack_start(self.status, False, False, 0)
        outer.pack_start(self.message, False, False, 0)
        self.window.add(outer)

        for target in ("discount", "add-item", "customer", "express", "search", "send"):
            self.put(target)
        for number in self.orders:
            self.put(f"order-{number}")
        # What is loaded late was not there before either.
        for target in {s["target"] for s in self.steps if s.get("fault", {}).get("kind") == "late"}:
            if target != "yes" and target == self.first_late(target):
                self.take(target)
        self.window.show_all()

    def first_late(self, target):
        """The target, if the first step that needs it is one at which it is late."""
        first = next(s for s in self.steps if s["target"] == target)
        return target if first.get("fault", {}).get("kind") == "late" else None

    def slot(self, target):
        box = Gtk.Box(spacing=6)
        self.slots[target] = box
        return box

    def put(self, target, stale=False, before=False):
        """Builds the element and puts it into its place."""
        widget = self.make(target, stale)
        widget.target = target
        widget.stale = stale
        slot = self.slots[target]
        current = self.widgets.get(target)
        if slot is self.list:
            index = current.get_index() + (0 if before else 1) if current else self.orders.index(int(target[6:]))
            slot.insert(widget, index)
        elif slot is self.menu:
            slot.append(widget)
        else:
            slot.pack_start(widget, False, False, 0)
            if before:
                slot.reorder_child(widget, 0)
        if not stale:
            self.widgets[target] = widget
        widget.show_all()
        return widget

    def take(self, target):
        widget = self.widgets.pop(target, None)
        if widget is not None:
            self.quietly(widget.destroy)

    def quietly(self, work):
        """What the application does itself is no input."""
        before, self.quiet = self.quiet, True
        work()
        self.quiet = before

    def make(self, target, stale):
        step = next((s for s in self.steps if s["target"] == target), None)
        name = step["name"] if step else f"Order {target[6:]}"
        if self.is_due(target) and self.fault("renamed"):
            name = self.step()["newName"]
        if target.startswith("order-"):
            widget = Gtk.ListBoxRow()
            widget.add(Gtk.Label(label=name, xalign=0))
        elif target == "discount":
            widget = Gtk.MenuItem(label=name)
            widget.connect("activate", self.pressed)
        elif target in ("customer", "search"):
            widget = Gtk.Entry(text=self.values[target], width_chars=30)
            if target == "search":
                widget.connect("key-press-event", self.key_pressed)
                widget.connect("event-after", self.key_done)
            widget.connect("changed", self.changed)
        elif target == "express":
            widget = Gtk.CheckButton(label=name, active=self.values[target])
            widget.connect("toggled", self.toggled)
        else:
            widget = Gtk.Button(label=name)
            widget.connect("clicked", self.pressed)
        return identified(widget, name, target)

    # What it receives

    def ignores(self, target, **fields):
        """Whether the application takes no notice of what it received, as it would of anything just now."""
        if self.modal is not None:
            record("ignored", step=self.due, target=target, why="covered", **fields)
            return True
        if self.losing == target and self.is_due(target):
            self.losing = None
            record("ignored", step=self.due, target=target, why="lost", **fields)
            return True
        return False

    def received(self, widget, right, **fields):
        target = widget.target
        right = right and not widget.stale and self.is_due(target)
        record("received", step=self.due, target=target, stale=widget.stale, right=right, **fields)
        if right:
            self.advance()

    def pressed(self, widget):
        if not self.quiet and not self.ignores(widget.target):
            self.received(widget, True)

    def toggled(self, widget):
        if self.quiet:
            return
        checked = widget.get_active()
        if self.ignores(widget.target, checked=checked):
            self.quietly(lambda: widget.set_active(not checked))
            return
        if not widget.stale:
            self.values["express"] = checked
        self.received(widget, self.is_due("express") and checked == self.step()["checked"], checked=checked)

    def changed(self, widget):
        if self.quiet:
            return
        text = widget.get_text()
        expected = self.is_due(widget.target) and text == self.step()["text"]
        if widget.target == "search" and not self.keyed:
            record("ignored", step=self.due, target="search", why="not typed", text=text)
            return
        if expected and self.ignores(widget.target, text=text):
            self.quietly(lambda: widget.set_text(self.values[widget.target]))
            return
        self.values[widget.target] = text
        # On its way to the right text a field has others.
        if expected:
            self.received(widget, True, text=text)
        else:
            record("text", step=self.due, target=widget.target, text=text)

    def key_pressed(self, widget, event):
        self.keyed = True
        steal, self.thief = self.thief, None
        if steal:
            steal()
        return False

    def key_done(self, widget, event):
        self.keyed = False

    def selected(self, _, row):
        if self.quiet or row is None:
            return
        if self.ignores(row.target):
            self.after(0, lambda: self.quietly(self.list.unselect_all))
            return
        self.received(row, True)

    def switched(self, _, page, index):
        if self.quiet:
            return
        if self.ignores(page.target):
            back = self.tabs.get_current_page()
            self.after(0, lambda: self.quietly(lambda: self.tabs.set_current_page(back)))
            return
        page.stale = False
        self.received(page, True)

    # From step to step

    def begin(self):
        self.due = 0
        self.afflict()
        record("begun")

    def advance(self):
        done = self.step()
        hang = self.fault("hung")
        if hang and hang["onReceipt"]:
            time.sleep(hang["for"] / 1000)
        toast = self.fault("toast")
        self.relieve()
        self.status.set_text(done["shows"])
        if done["target"] == "send":
            self.ask()
        if done["target"] == "yes":
            self.quietly(self.dialog.destroy)
            self.dialog = None
            self.widgets.pop("yes", None)
            self.tell(done["receipt"], toast)
        else:
            self.message.set_text("")
        self.due += 1
        if self.step() is None:
            record("finished")
        else:
            self.afflict()

    def ask(self):
        self.dialog = Gtk.Dialog(title="Send the order?", transient_for=self.window, modal=True)
        area = self.dialog.get_content_area()
        area.add(Gtk.Label(label="It cannot be taken back."))
        area.pack_start(self.slot("yes"), False, False, 0)
        no = Gtk.Button(label="No")
        no.target, no.stale = "no", False
        no.connect("clicked", self.pressed)
        area.pack_start(no, False, False, 0)
        self.put("yes")
        self.dialog.show_all()

    def tell(self, number, toast):
        """Shows the number of the receipt; as a toast it comes a little later and does not stay."""
        if toast is None:
            self.message.set_text(f"Receipt {number}")
            return
        self.message.set_text("")

        def show():
            self.message.set_text(f"Receipt {number}")
            # It belongs to the step before, and goes whatever the next one does.
            self.after(toast["for"], lambda: self.message.set_text(""), lasting=True)

        self.after(toast["after"], show, lasting=True)

    # Faults

    def after(self, ms, work, lasting=False):
        def fire():
            self.timers.discard(timer)
            if not self.ended:
                work()
            return False

        timer = GLib.timeout_add(ms, fire)
        if not lasting:
            self.timers.add(timer)
        return timer

    def repeat(self, every, lasting, work):
        until = time.monotonic() + lasting / 1000

        def again():
            work()
            if time.monotonic() < until:
                self.after(every, again)

        self.after(every, again)

    def afflict(self):
        """The step that is due now is hit by what the plan says."""
        fault = self.step().get("fault")
        if fault is None:
            return
        target = self.step()["target"]
        getattr(self, "fault_" + fault["kind"])(target, fault)

    def relieve(self):
        """The step was done: nothing of its fault remains."""
        for timer in self.timers:
            GLib.source_remove(timer)
        self.timers.clear()
        for work in self.undo:
            work()
        self.undo.clear()
        self.losing = None

    def fault_late(self, target, fault):
        self.take(target)
        self.after(fault["after"], lambda: self.put(target))

    def fault_moving(self, target, fault):
        slot = self.slots[target]
        banner = Gtk.Box()
        slot.pack_start(banner, False, False, 0)
        slot.reorder_child(banner, 0)
        banner.show()
        size = [0]

        def push():
            size[0] += fault["by"]
            banner.set_size_request(size[0], size[0] // 4)

        self.repeat(25, fault["for"], push)
        self.undo.append(lambda: self.quietly(banner.destroy))

    def fault_recreated(self, target, fault):
        def anew():
            index = self.widgets[target].get_index() if self.slots[target] is self.list else None
            chosen = index is not None and self.widgets[target].is_selected()
            self.take(target)
            row = self.put(target)
            if chosen:
                self.quietly(lambda: self.list.select_row(row))

        self.repeat(fault["every"], fault["for"], anew)

    def fault_renamed(self, target, fault):
        self.take(target)
        self.put(target)
        # The next round is written for this name again, so the old version comes back.
        self.undo.append(lambda: self.after(0, lambda: self.restore(target), lasting=True))

    def restore(self, target):
        if target == "yes" or (self.is_due(target) and self.step().get("fault")):
            return
        self.take(target)
        self.put(target)

    def fault_duplicated(self, target, fault):
        stale = self.put(target, stale=True, before=fault["before"])
        gone = []

        def go():
            if not gone:
                gone.append(True)
                self.quietly(stale.destroy)

        self.after(fault["for"], go)
        self.undo.append(lambda: self.after(0, go, lasting=True))

    def fault_disabled(self, target, fault):
        self.widgets[target].set_sensitive(False)
        self.after(fault["for"], lambda: self.widgets[target].set_sensitive(True))

    def fault_covered(self, target, fault):
        above = self.dialog or self.window
        self.modal = Gtk.Dialog(title="One moment, please", transient_for=above, modal=True)
        self.modal.get_content_area().add(Gtk.Label(label="Checking for updates"))
        self.modal.show_all()

        def go():
            if self.modal is not None:
                self.modal.destroy()
                self.modal = None

        self.after(fault["for"], go)
        self.undo.append(go)

    def fault_lost(self, target, fault):
        self.losing = target

    def fault_hung(self, target, fault):
        if not fault["onReceipt"]:
            self.after(fault["after"], lambda: time.sleep(fault["for"] / 1000))

    def fault_reordered(self, target, fault):
        def shuffle():
            order = {row: self.shuffler.random() for row in self.list.get_children()}
            self.list.set_sort_func(lambda a, b: (order.get(a, 0) > order.get(b, 0)) - (order.get(a, 0) < order.get(b, 0)))

        shuffle()
        self.repeat(fault["every"], fault["for"], shuffle)
        self.undo.append(lambda: self.list.set_sort_func(None))

    def fault_toast(self, target, fault):
        """Happens when the step is done: see tell()."""

    def fault_unfocused(self, target, fault):
        def steal():
            thief = Gtk.Window(title="Reminder")
            note = Gtk.Entry()
            note.connect("changed", lambda w: record("stray", step=self.due, text=w.get_text()))
            thief.add(note)
            thief.show_all()
            thief.present()
            self.after(fault["for"], thief.destroy, lasting=True)

        if fault["onKey"]:
            self.thief = steal
            self.undo.append(lambda: setattr(self, "thief", None))
        else:
            self.after(fault["after"], steal)

    def end(self):
        self.ended = True
        self.relieve()
        for window in (self.dialog, self.modal, self.window):
            if window is not None:
                self.quietly(window.destroy)


desk = None


def heard(channel, condition):
    global desk
    line = sys.stdin.readline()
    if not line:
        Gtk.main_quit()
        return False
    message = json.loads(line)
    if "reset" in message:
        if desk is not None:
            desk.end()
        desk = Desk(message["reset"])
        made = desk

        def ready():
            if made is desk and not made.window.is_active():
                made.window.present()
                return True
            record("ready", seed=message["reset"]["seed"])
            return False

        # Mapped by the window manager, which also gives it the keyboard.
        GLib.timeout_add(5, ready)
    if "begin" in message:
        desk.begin()
    return True


GLib.io_add_watch(sys.stdin, GLib.IO_IN | GLib.IO_HUP, heard)
record("started")
Gtk.main()
