"""The order desk of README.md but for its widgets: a workflow that plays a plan of faults, whatever the toolkit.

Reads a JSON object a line on standard input: {"reset": plan} builds a window for that plan, {"begin": true} makes its
first step due. Writes a JSON object a line on standard output: what it received and which step it did then, with
CLOCK_MONOTONIC in ms. That record is the judge; nothing in it comes from the accessibility tree.

app_gtk3.py, app_gtk4.py and app_qt6.py make the widgets. What a window of theirs can do is what `Window` lists.
"""
import hashlib
import json
import random
import sys
import threading
import time
import traceback

# px; what puts an element below the fold, whatever the size of the window.
FOLD = 1500


def record(event, **fields):
    at = round(time.clock_gettime(time.CLOCK_MONOTONIC) * 1000, 3)
    print(json.dumps({"at": at, "event": event, **fields}), flush=True)


# A fault in this program itself must not pass for one of the plan's.
sys.excepthook = lambda *error: record("broken", error="".join(traceback.format_exception(*error)))


class Window:
    """What a toolkit does for the desk. An element is whatever the toolkit likes that `target` and `stale` can be set on.

    It tells the desk `pressed(element)`, `toggled(element, checked)`, `changed(element, text)`, `chosen(element)`,
    `switched(target, back)` and `key_pressed()`, and has `desk.keyed` hold only while a key is handled.
    """

    def show(self): ...
    def is_active(self): ...
    def close(self): ...

    def make(self, target, name, value): ...
    def place(self, element, index): "Into what holds elements of its target; None: after the others there."
    def remove(self, element): ...
    def hide(self, element): ...
    def enable(self, element, on): ...
    def index(self, element): "Which of those it is that are where it is."

    def set_checked(self, element, checked): ...
    def set_text(self, element, text): ...
    def choose(self, row): "None: no row."
    def is_chosen(self, row): ...
    def sort(self, rank): "The rows, by rank(row); None: as they stand now."
    def tab(self): ...
    def show_tab(self, tab): ...

    def say(self, status): ...
    def tell(self, message): ...
    def push(self, target, width): "Something so wide stands before the element; 0: nothing."
    def sink(self, target, height): "Something so tall stands above the element, and the form is not scrolled; 0: nothing."

    def ask(self): "The dialog in which Yes has its place, and its No."
    def notice(self, title, text, above): "A modal dialog without a choice."
    def open(self, dialog): ...
    def run(self, dialog): "Opens it and returns when it is closed: a main loop inside the main loop."
    def close_dialog(self, dialog): "Also when it is closed."
    def steal(self, typed): "Another window, with a field that has the keyboard; gives what closes it."


class Desk:
    """One run: a window of its own, from the first step to the last. `after(ms, work)` gives what cancels it."""

    def __init__(self, plan, make_window, after):
        self.steps = plan["steps"]
        self.orders = plan["orders"]
        self.shuffler = random.Random(plan["seed"])
        self.start_timer = after
        self.due = -1
        # The step that is due was received, and what it brings about is still to come.
        self.taken = False
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
        # By target, the one that is meant: a stale one beside it is in here nowhere.
        self.elements = {}
        self.window = make_window(self)
        self.quietly(self.fill)
        self.window.show()

    def fill(self):
        for target in ("discount", "add-item", "customer", "express", "search", "send"):
            self.put(target)
        for number in self.orders:
            self.put(f"order-{number}")
        # What is loaded late was not there before either.
        for target in {s["target"] for s in self.steps if s.get("fault", {}).get("kind") == "late"}:
            first = next(s for s in self.steps if s["target"] == target)
            if target != "yes" and first.get("fault", {}).get("kind") == "late":
                self.take(target)

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

    # Elements

    def put(self, target, stale=False, before=False, hidden=False):
        """Builds the element and puts it into its place."""
        step = next((s for s in self.steps if s["target"] == target), None)
        name = step["name"] if step else f"Order {target[6:]}"
        if self.is_due(target) and self.fault("renamed"):
            name = self.step()["newName"]
        element = self.window.make(target, name, self.values.get(target))
        element.target = target
        element.stale = stale
        index = self.orders.index(int(target[6:])) if target.startswith("order-") else None
        if stale:
            index = self.window.index(self.elements[target]) + (0 if before else 1)
        else:
            self.elements[target] = element
        self.window.place(element, index)
        if hidden:
            self.window.hide(element)
        return element

    def take(self, target):
        element = self.elements.pop(target, None)
        if element is not None:
            self.quietly(lambda: self.window.remove(element))

    def quietly(self, work):
        """What the application does itself is no input."""
        before, self.quiet = self.quiet, True
        work()
        self.quiet = before

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

    def received(self, target, stale, right, **fields):
        right = right and not stale and self.is_due(target) and not self.taken
        record("received", step=self.due, target=target, stale=stale, right=right, **fields)
        if right:
            self.taken = True
            self.go_on()

    def pressed(self, element):
        if not self.quiet and not self.ignores(element.target):
            self.received(element.target, element.stale, True)

    def toggled(self, element, checked):
        if self.quiet:
            return
        if self.ignores(element.target, checked=checked):
            self.quietly(lambda: self.window.set_checked(element, not checked))
            return
        if not element.stale:
            self.values["express"] = checked
        right = self.is_due("express") and checked == self.step()["checked"]
        self.received(element.target, element.stale, right, checked=checked)

    def changed(self, element, text):
        if self.quiet:
            return
        target = element.target
        expected = self.is_due(target) and text == self.step()["text"]
        if target == "search" and not self.keyed:
            record("ignored", step=self.due, target="search", why="not typed", text=text)
            return
        if expected and self.ignores(target, text=text):
            self.quietly(lambda: self.window.set_text(element, self.values[target]))
            return
        if not element.stale:
            self.values[target] = text
        # On its way to the right text a field has others.
        if expected:
            self.received(target, element.stale, True, text=text)
        else:
            record("text", step=self.due, target=target, text=text)

    def key_pressed(self):
        steal, self.thief = self.thief, None
        if steal:
            steal()

    def chosen(self, row):
        if self.quiet:
            return
        if self.ignores(row.target):
            self.after(0, lambda: self.quietly(lambda: self.window.choose(None)))
            return
        self.received(row.target, row.stale, True)

    def switched(self, target, back):
        if self.quiet:
            return
        if self.ignores(target):
            self.after(0, lambda: self.quietly(lambda: self.window.show_tab(back)))
            return
        self.received(target, False, True)

    # From step to step

    def begin(self):
        self.enter(0)
        record("begun")

    def enter(self, index):
        self.due = index
        self.taken = False
        if self.step() is None:
            record("finished")
            return
        self.afflict()

    def go_on(self):
        """The step was received. What it brings about follows: at once, later, or after a dialog."""
        slow, nested = self.fault("slow"), self.fault("nested")
        if slow:
            if slow["computing"]:
                threading.Thread(target=compute, args=(slow["for"] / 1000,), daemon=True).start()
            self.after(slow["for"], self.advance, lasting=True)
        elif nested and not self.is_due("send"):
            self.inform(nested["for"])
        else:
            self.advance()

    def inform(self, ms):
        """The handler shows a dialog, comes back when that is closed, and does the rest of its work then."""
        notice = self.modal = self.window.notice("Please note", "The order desk was told", self.window)
        self.after(ms, lambda: self.window.close_dialog(notice), lasting=True)
        self.window.run(notice)
        self.modal = None
        if not self.ended:
            self.advance()

    def advance(self):
        done = self.step()
        record("done", step=self.due)
        hang = self.fault("hung")
        if hang and hang["onReceipt"]:
            time.sleep(hang["for"] / 1000)
        toast, nested = self.fault("toast"), self.fault("nested")
        self.relieve()
        self.window.say(done["shows"])
        if done["target"] == "send":
            self.dialog = self.window.ask()
            self.put("yes")
            if not nested:
                self.window.open(self.dialog)
        if done["target"] == "yes":
            dialog, self.dialog = self.dialog, None
            self.elements.pop("yes", None)
            self.quietly(lambda: self.window.close_dialog(dialog))
            self.tell(done["receipt"], toast)
        else:
            self.window.tell("")
        self.enter(self.due + 1)
        if done["target"] == "send" and nested:
            self.window.run(self.dialog)

    def tell(self, number, toast):
        """Shows the number of the receipt; as a toast it comes a little later and does not stay."""
        if toast is None:
            self.window.tell(f"Receipt {number}")
            return
        self.window.tell("")

        def show():
            self.window.tell(f"Receipt {number}")
            # It belongs to the step before, and goes whatever the next one does.
            self.after(toast["for"], lambda: self.window.tell(""), lasting=True)

        self.after(toast["after"], show, lasting=True)

    # Faults

    def after(self, ms, work, lasting=False):
        def fire():
            self.timers.discard(cancel)
            if not self.ended:
                work()

        cancel = self.start_timer(ms, fire)
        if not lasting:
            self.timers.add(cancel)

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
        if fault is not None:
            getattr(self, "fault_" + fault["kind"])(self.step()["target"], fault)

    def relieve(self):
        """The step was done: nothing of its fault remains."""
        for cancel in self.timers:
            cancel()
        self.timers.clear()
        for work in self.undo:
            work()
        self.undo.clear()
        self.losing = None

    def fault_late(self, target, fault):
        self.take(target)
        self.after(fault["after"], lambda: self.put(target))

    def fault_moving(self, target, fault):
        size = [0]

        def push():
            size[0] += fault["by"]
            self.window.push(target, size[0])

        self.repeat(25, fault["for"], push)
        self.undo.append(lambda: self.window.push(target, 0))

    def fault_recreated(self, target, fault):
        def anew():
            old = self.elements[target]
            chosen = target.startswith("order-") and self.window.is_chosen(old)
            self.take(target)
            row = self.put(target)
            if chosen:
                self.quietly(lambda: self.window.choose(row))

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
        go = self.beside(target, before=fault["before"])
        self.after(fault["for"], go)

    def fault_twin(self, target, fault):
        self.beside(target, before=fault["before"], hidden=True)

    def beside(self, target, **how):
        """A stale one stands beside the element until the step is done, or until what is returned is called."""
        stale = self.put(target, stale=True, **how)
        gone = []

        def go():
            if not gone:
                gone.append(True)
                self.quietly(lambda: self.window.remove(stale))

        self.undo.append(lambda: self.after(0, go, lasting=True))
        return go

    def fault_disabled(self, target, fault):
        self.window.enable(self.elements[target], False)
        self.after(fault["for"], lambda: self.window.enable(self.elements[target], True))

    def fault_covered(self, target, fault):
        self.modal = self.window.notice("One moment, please", "Checking for updates", self.dialog or self.window)
        self.window.open(self.modal)

        def go():
            modal, self.modal = self.modal, None
            if modal is not None:
                self.window.close_dialog(modal)

        self.after(fault["for"], go)
        self.undo.append(go)

    def fault_lost(self, target, fault):
        self.losing = target

    def fault_hung(self, target, fault):
        if not fault["onReceipt"]:
            self.after(fault["after"], lambda: time.sleep(fault["for"] / 1000))

    def fault_reordered(self, target, fault):
        def shuffle():
            ranks = {order: self.shuffler.random() for order in self.orders}
            self.quietly(lambda: self.window.sort(lambda row: ranks[int(row.target[6:])]))

        shuffle()
        self.repeat(fault["every"], fault["for"], shuffle)
        self.undo.append(lambda: self.quietly(lambda: self.window.sort(None)))

    def fault_toast(self, target, fault):
        """Happens when the step is done: see tell()."""

    def fault_slow(self, target, fault):
        """Happens when the step is received: see go_on()."""

    def fault_nested(self, target, fault):
        """Happens when the step is received: see go_on() and advance()."""

    def fault_below(self, target, fault):
        self.window.sink(target, FOLD)
        self.undo.append(lambda: self.window.sink(target, 0))

    def fault_unfocused(self, target, fault):
        def steal():
            close = self.window.steal(lambda text: record("stray", step=self.due, text=text))
            self.after(fault["for"], close, lasting=True)

        if fault["onKey"]:
            self.thief = steal
            self.undo.append(lambda: setattr(self, "thief", None))
        else:
            self.after(fault["after"], steal)

    def end(self):
        self.ended = True
        self.relieve()

        def close():
            for dialog in (self.dialog, self.modal):
                if dialog is not None:
                    self.window.close_dialog(dialog)
            self.window.close()

        self.quietly(close)


def compute(seconds):
    """Keeps a processor busy and the main loop free: this hash lets other threads run meanwhile."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        hashlib.pbkdf2_hmac("sha256", b"order", b"desk", 20_000)


class Driven:
    """Does what the driver writes on standard input: one desk after the other."""

    def __init__(self, make_window, after):
        self.make_window = make_window
        self.after = after
        self.desk = None

    def heard(self):
        """A line is to be read; False: there will be no more."""
        line = sys.stdin.readline()
        if not line:
            return False
        message = json.loads(line)
        if "reset" in message:
            if self.desk is not None:
                self.desk.end()
            self.desk = Desk(message["reset"], self.make_window, self.after)
            self.await_window(self.desk, message["reset"]["seed"])
        if "begin" in message:
            self.desk.begin()
        return True

    def await_window(self, desk, seed):
        """Mapped by the window manager, which also gives it the keyboard."""
        if desk is not self.desk:
            return
        if desk.window.is_active():
            record("ready", seed=seed)
        else:
            desk.window.show()
            self.after(5, lambda: self.await_window(desk, seed))
