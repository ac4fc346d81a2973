"""A window that changes when it is told to, with GTK 3, GTK 4 or Qt 6, and says when: `ticker.py gtk3 60`, with so many labels beside.

Reads commands, `<what> <n> <ms> [pressed]`, and changes so many ms later, counted from the press of the button Go when that is
asked for. What it writes: `ready <n>` when it knows, `changed <n> <ns>` when it has changed, with the time just before
(CLOCK_MONOTONIC).

`label` gives the label the name `Value <n>`, `added` makes the button `Added <n>`, `removed` takes the button away that was made last,
`enabled` enables the button `Enabled <n>`. `reset` takes all of it back at once, and says `reset <n>`.
"""
import sys
import time

OTHERS = int(sys.argv[2])


def say(*words):
    print(*words, flush=True)


class Ticker:
    """What is the same with every toolkit: what is below makes the widgets and changes them."""

    def read(self, *_):
        line = sys.stdin.readline()
        if not line:
            self.quit()
            return False
        what, n, ms, *more = line.split()
        if what == "reset":
            self.reset()
            say("reset", n)
            return True
        if what == "enabled":
            self.name(n)
        self.due = (int(ms), what, n)
        say("ready", n)
        if not more:
            self.go()
        return True

    def go(self, *_):
        ms, what, n = self.due
        self.after(ms, lambda: self.change(what, n))

    def change(self, what, n):
        at = time.clock_gettime_ns(time.CLOCK_MONOTONIC)
        getattr(self, what)(n)
        say("changed", n, at)


def gtk(version):
    import gi

    gi.require_version("Gtk", version)
    from gi.repository import GLib, Gtk

    four = version == "4.0"
    loop = GLib.MainLoop()

    class GtkTicker(Ticker):
        def __init__(self):
            self.window = Gtk.Window(title="Ticker")
            rows = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
            self.text = Gtk.Label(label="Value")
            self.switched = Gtk.Button(label="Enabled", sensitive=False)
            start = Gtk.Button(label="Go")
            start.connect("clicked", self.go)
            self.place = Gtk.Box()
            grid = Gtk.Grid()
            for i in range(OTHERS):
                grid.attach(Gtk.Label(label=f"Other {i}"), i % 6, i // 6, 1, 1)
            for widget in (start, self.text, self.switched, self.place, grid):
                self.put(rows, widget)
            if four:
                self.window.set_child(rows)
                self.window.present()
            else:
                self.window.add(rows)
                self.window.show_all()
            self.made = []
            GLib.io_add_watch(sys.stdin, GLib.IO_IN, self.read)

        def put(self, box, widget):
            if four:
                box.append(widget)
            else:
                box.add(widget)

        def quit(self):
            loop.quit()

        def after(self, ms, work):
            GLib.timeout_add(ms, lambda: bool(work()))

        def name(self, n):
            self.switched.set_label(f"Enabled {n}")

        def label(self, n):
            self.text.set_text(f"Value {n}")

        def added(self, n):
            self.made.append(Gtk.Button(label=f"Added {n}", visible=True))
            self.put(self.place, self.made[-1])

        def removed(self, _):
            self.place.remove(self.made.pop())

        def enabled(self, _):
            self.switched.set_sensitive(True)

        def reset(self):
            self.switched.set_sensitive(False)
            while self.made:
                self.removed(None)

    if four:
        Gtk.init()
    ticker = GtkTicker()
    say("up")
    loop.run()
    del ticker


def qt():
    from PyQt6.QtCore import QSocketNotifier, Qt, QTimer
    from PyQt6.QtWidgets import QApplication, QGridLayout, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

    class QtTicker(Ticker):
        def __init__(self):
            self.window = QWidget(windowTitle="Ticker")
            rows = QVBoxLayout(self.window)
            self.text = QLabel("Value")
            self.switched = QPushButton("Enabled", enabled=False)
            start = QPushButton("Go")
            start.clicked.connect(self.go)
            self.place = QHBoxLayout()
            grid = QGridLayout()
            for i in range(OTHERS):
                grid.addWidget(QLabel(f"Other {i}"), i // 6, i % 6)
            for widget in (start, self.text, self.switched):
                rows.addWidget(widget)
            rows.addLayout(self.place)
            rows.addLayout(grid)
            self.window.show()
            self.made = []
            self.input = QSocketNotifier(sys.stdin.fileno(), QSocketNotifier.Type.Read)
            self.input.activated.connect(self.read)

        def quit(self):
            QApplication.quit()

        def after(self, ms, work):
            QTimer.singleShot(ms, Qt.TimerType.PreciseTimer, work)

        def name(self, n):
            self.switched.setText(f"Enabled {n}")

        def label(self, n):
            self.text.setText(f"Value {n}")

        def added(self, n):
            self.made.append(QPushButton(f"Added {n}"))
            self.place.addWidget(self.made[-1])

        def removed(self, _):
            button = self.made.pop()
            self.place.removeWidget(button)
            button.deleteLater()

        def enabled(self, _):
            self.switched.setEnabled(True)

        def reset(self):
            self.switched.setEnabled(False)
            while self.made:
                self.removed(None)

    application = QApplication(sys.argv[:1])
    ticker = QtTicker()
    say("up")
    application.exec()
    del ticker


{"gtk3": lambda: gtk("3.0"), "gtk4": lambda: gtk("4.0"), "qt6": qt}[sys.argv[1]]()
