"""The order desk (desk.py) with Qt 6."""
import sys

from PyQt6 import sip
from PyQt6.QtCore import QSocketNotifier, QTimer
from PyQt6.QtGui import QAction
from PyQt6.QtWidgets import (
    QApplication,
    QCheckBox,
    QDialog,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QMainWindow,
    QPushButton,
    QScrollArea,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from desk import Driven, Window, record

# Held, since nothing else holds a timer that has no parent.
timers = set()


def after(ms, work):
    timer = QTimer(singleShot=True, interval=ms)
    timers.add(timer)

    def cancel():
        timer.stop()
        timers.discard(timer)

    def fire():
        timers.discard(timer)
        work()

    timer.timeout.connect(fire)
    timer.start()
    return cancel


def laid_out(layout, *widgets):
    layout.setContentsMargins(0, 0, 0, 0)
    box = QWidget()
    box.setLayout(layout)
    for widget in widgets:
        layout.addWidget(widget)
    return box


def drop(widget):
    # It went with the dialog that it was in.
    if sip.isdeleted(widget):
        return
    # deleteLater() alone would leave it in its window for as long as a main loop runs inside this one.
    widget.setParent(None)
    widget.deleteLater()


class Search(QLineEdit):
    def __init__(self, window, text):
        super().__init__(text)
        self.window_of = window

    def keyPressEvent(self, event):
        desk = self.window_of.desk
        desk.keyed = True
        desk.key_pressed()
        super().keyPressEvent(event)
        desk.keyed = False


class Qt6Window(Window):
    def __init__(self, desk):
        self.desk = desk
        self.window = QMainWindow()
        self.window.setWindowTitle("Order desk")
        self.window.resize(800, 560)
        self.status = QLabel("Ready")
        self.message = QLabel("")
        # By target: where its elements stand; and what stands above that.
        self.slots = {}
        self.spacers = {}
        self.banners = {}

        self.menu = self.window.menuBar().addMenu("Order")
        self.menu.addAction("Print")

        self.list = QListWidget()
        self.list.setAccessibleName("Orders")
        self.list.itemSelectionChanged.connect(self.selected)
        self.list.setMinimumHeight(300)
        above = self.spacer()
        for number in desk.orders:
            self.spacers[f"order-{number}"] = above
        orders = laid_out(QHBoxLayout(), laid_out(QVBoxLayout(), above, self.list), self.slot("add-item"))
        details = laid_out(QVBoxLayout(), self.slot("customer"), self.slot("express"))
        details.layout().addStretch()
        self.targets = ["orders-tab", "details-tab"]
        self.tabs = QTabWidget()
        self.tabs.addTab(orders, "Orders")
        self.tabs.addTab(details, "Details")
        self.tabs.setCurrentIndex(1)
        self.shown = 1
        self.tabs.currentChanged.connect(self.switched)

        form = laid_out(QVBoxLayout(), self.slot("search"), self.tabs, self.slot("send"))
        self.scroller = QScrollArea(widgetResizable=True)
        self.scroller.setWidget(form)
        self.window.setCentralWidget(laid_out(QVBoxLayout(), self.scroller, self.status, self.message))

    def spacer(self):
        spacer = QWidget()
        spacer.hide()
        return spacer

    def slot(self, target):
        slot = laid_out(QHBoxLayout())
        self.slots[target] = slot.layout()
        self.spacers[target] = self.spacer()
        return laid_out(QVBoxLayout(), self.spacers[target], slot)

    def show(self):
        self.window.show()
        self.window.activateWindow()

    def is_active(self):
        return self.window.isActiveWindow()

    def close(self):
        self.window.close()
        self.window.deleteLater()

    # Elements

    def make(self, target, name, value):
        desk = self.desk
        if target.startswith("order-"):
            return QListWidgetItem(name)
        if target == "discount":
            element = QAction(name)
            element.triggered.connect(lambda _: desk.pressed(element))
        elif target in ("customer", "search"):
            element = QLineEdit(value) if target == "customer" else Search(self, value)
            element.setAccessibleName(name)
            element.textChanged.connect(lambda text: desk.changed(element, text))
        elif target == "express":
            element = QCheckBox(name, checked=value)
            element.toggled.connect(lambda checked: desk.toggled(element, checked))
        else:
            element = QPushButton(name)
            element.clicked.connect(lambda _: desk.pressed(element))
        return element

    def place(self, element, index):
        if element.target.startswith("order-"):
            self.list.insertItem(self.list.count() if index is None else index, element)
        elif element.target == "discount":
            self.menu.addAction(element)
        else:
            slot = self.slots[element.target]
            slot.insertWidget(-1 if index is None else index, element)

    def remove(self, element):
        if element.target.startswith("order-"):
            self.list.takeItem(self.list.row(element))
        elif element.target == "discount":
            self.menu.removeAction(element)
        else:
            drop(element)

    def hide(self, element):
        if element.target.startswith("order-"):
            element.setHidden(True)
        else:
            element.hide()

    def enable(self, element, on):
        element.setEnabled(on)

    def index(self, element):
        if element.target.startswith("order-"):
            return self.list.row(element)
        return self.slots[element.target].indexOf(element)

    def set_checked(self, element, checked):
        element.setChecked(checked)

    def set_text(self, element, text):
        element.setText(text)

    def choose(self, row):
        self.list.setCurrentItem(row)
        if row is None:
            self.list.clearSelection()

    def is_chosen(self, row):
        return row.isSelected()

    def sort(self, rank):
        if rank is None:
            return
        chosen = next(iter(self.list.selectedItems()), None)
        rows = [self.list.takeItem(0) for _ in range(self.list.count())]
        for row in sorted(rows, key=rank):
            self.list.addItem(row)
        self.choose(chosen)

    def show_tab(self, tab):
        self.tabs.setCurrentIndex(tab)

    # What it tells the desk

    def selected(self):
        for row in self.list.selectedItems():
            self.desk.chosen(row)

    def switched(self, tab):
        back, self.shown = self.shown, tab
        self.desk.switched(self.targets[tab], back)

    # What it shows

    def say(self, status):
        self.status.setText(status)

    def tell(self, message):
        self.message.setText(message)

    def push(self, target, width):
        if width == 0:
            banner = self.banners.pop(target, None)
            if banner is not None:
                drop(banner)
            return
        if target not in self.banners:
            self.banners[target] = QWidget()
            self.slots[target].insertWidget(0, self.banners[target])
        self.banners[target].setFixedSize(width, width // 4)

    def sink(self, target, height):
        self.spacers[target].setFixedHeight(height)
        self.spacers[target].setVisible(height > 0)
        self.scroller.verticalScrollBar().setValue(0)

    # Other windows

    def ask(self):
        dialog = self.dialog("Send the order?", "It cannot be taken back.", self.window)
        slot = laid_out(QHBoxLayout())
        self.slots["yes"] = slot.layout()
        no = QPushButton("No")
        no.target, no.stale = "no", False
        no.clicked.connect(lambda _: self.desk.pressed(no))
        for widget in (slot, no):
            dialog.layout().addWidget(widget)
        return dialog

    def notice(self, title, text, above):
        return self.dialog(title, text, self.window if above is self else above)

    def dialog(self, title, text, above):
        dialog = QDialog(above)
        dialog.setWindowTitle(title)
        dialog.setModal(True)
        QVBoxLayout(dialog).addWidget(QLabel(text))
        return dialog

    def open(self, dialog):
        dialog.show()

    def run(self, dialog):
        dialog.exec()

    def close_dialog(self, dialog):
        dialog.done(0)
        dialog.deleteLater()

    def steal(self, typed):
        thief = QWidget()
        thief.setWindowTitle("Reminder")
        note = QLineEdit()
        note.textChanged.connect(typed)
        QVBoxLayout(thief).addWidget(note)
        thief.show()
        thief.activateWindow()
        note.setFocus()
        return thief.close


application = QApplication(sys.argv[:1])
application.setApplicationName("order-desk")
application.setQuitOnLastWindowClosed(False)
driven = Driven(Qt6Window, after)
notifier = QSocketNotifier(sys.stdin.fileno(), QSocketNotifier.Type.Read)


def heard(*_):
    if not driven.heard():
        application.quit()


notifier.activated.connect(heard)
record("started")
application.exec()
