"""The order desk (desk.py) with GTK 4."""
import sys

import gi

gi.require_version("Gtk", "4.0")
from gi.repository import Gio, GLib, Gtk  # noqa: E402

from desk import Driven, Window, record  # noqa: E402


def after(ms, work):
    pending = [GLib.timeout_add(ms, lambda: bool(pending.clear() or work()))]
    return lambda: pending and GLib.source_remove(pending.pop())


def column(*widgets):
    box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=6)
    for widget in widgets:
        box.append(widget)
    return box


def named(widget, name):
    widget.update_property([Gtk.AccessibleProperty.LABEL], [name])
    return widget


class MenuEntry:
    """An item of a menu model, which has no widget of its own that one could hold."""

    def __init__(self, name):
        self.item = Gio.MenuItem.new(name, "desk.discount")


class Gtk4Window(Window):
    def __init__(self, desk):
        self.desk = desk
        self.window = Gtk.Window(title="Order desk", default_width=800, default_height=560)
        self.status = Gtk.Label(label="Ready", xalign=0)
        self.message = Gtk.Label(label="", xalign=0)
        # By target: where its elements stand; and what stands above that.
        self.slots = {}
        self.spacers = {}
        self.banners = {}

        self.menu = Gio.Menu()
        self.menu.append("Print", "desk.print")
        bar = Gio.Menu()
        bar.append_submenu("Order", self.menu)
        self.entries = []
        actions = Gio.SimpleActionGroup()
        actions.add_action(Gio.SimpleAction.new("print", None))
        self.discount = Gio.SimpleAction.new("discount", None)
        self.discount.connect("activate", lambda *_: desk.pressed(self.entries[0]))
        actions.add_action(self.discount)
        self.window.insert_action_group("desk", actions)

        self.list = named(Gtk.ListBox(), "Orders")
        self.list.connect("row-selected", self.selected)
        above = Gtk.Box(visible=False)
        for number in desk.orders:
            self.spacers[f"order-{number}"] = above
        rows = column(above, self.list)
        rows.set_hexpand(True)
        orders = Gtk.Box(spacing=6)
        orders.append(rows)
        orders.append(self.slot("add-item"))
        details = column(self.slot("customer"), self.slot("express"))
        self.tabs = Gtk.Notebook(vexpand=True)
        for page, name, target in ((orders, "Orders", "orders-tab"), (details, "Details", "details-tab")):
            self.tabs.append_page(page, Gtk.Label(label=name))
            page.target = target
        self.pages = [orders, details]
        self.tabs.set_current_page(1)
        self.tabs.connect("switch-page", self.switched)

        form = column(self.slot("search"), self.tabs, self.slot("send"))
        self.scroller = Gtk.ScrolledWindow(hscrollbar_policy=Gtk.PolicyType.NEVER, child=form, vexpand=True)
        self.window.set_child(
            column(Gtk.PopoverMenuBar.new_from_model(bar), self.scroller, self.status, self.message)
        )

    def slot(self, target):
        self.slots[target] = Gtk.Box(spacing=6)
        self.spacers[target] = Gtk.Box(visible=False)
        return column(self.spacers[target], self.slots[target])

    def show(self):
        self.window.present()

    def is_active(self):
        return self.window.is_active()

    def close(self):
        self.window.destroy()

    # Elements

    def make(self, target, name, value):
        desk = self.desk
        if target.startswith("order-"):
            return named(Gtk.ListBoxRow(child=Gtk.Label(label=name, xalign=0)), name)
        if target == "discount":
            return MenuEntry(name)
        if target in ("customer", "search"):
            element = named(Gtk.Entry(text=value, width_chars=30), name)
            if target == "search":
                keys = Gtk.EventControllerKey(propagation_phase=Gtk.PropagationPhase.CAPTURE)
                keys.connect("key-pressed", self.key_pressed)
                element.add_controller(keys)
            element.connect("changed", lambda entry: desk.changed(entry, entry.get_text()))
        elif target == "express":
            element = Gtk.CheckButton(label=name, active=value)
            element.connect("toggled", lambda box: desk.toggled(box, box.get_active()))
        else:
            element = Gtk.Button(label=name)
            element.connect("clicked", desk.pressed)
        return element

    def place(self, element, index):
        if isinstance(element, MenuEntry):
            self.menu.append_item(element.item)
            self.entries.append(element)
        elif element.target.startswith("order-"):
            self.list.insert(element, -1 if index is None else index)
        else:
            slot = self.slots[element.target]
            slot.append(element)
            if index == 0:
                slot.reorder_child_after(element, None)

    def remove(self, element):
        if isinstance(element, MenuEntry):
            # Print is above them.
            self.menu.remove(1 + self.entries.index(element))
            self.entries.remove(element)
        elif element.target.startswith("order-"):
            self.list.remove(element)
        elif element.get_parent() is not None:
            holder = element.get_parent()
            holder.remove(element)
            if isinstance(holder, Gtk.Stack):
                holder.get_parent().remove(holder)

    def hide(self, element):
        if element.target.startswith("order-"):
            element.set_visible(False)
            return
        # Hidden by itself it is not in GTK 4.8's tree (a row is, all the same); on a page that is not shown it is.
        slot = self.slots[element.target]
        before = element.get_prev_sibling()
        slot.remove(element)
        pages = Gtk.Stack()
        pages.add_child(Gtk.Box())
        pages.add_child(element)
        slot.insert_child_after(pages, before)

    def enable(self, element, on):
        if isinstance(element, MenuEntry):
            self.discount.set_enabled(on)
        else:
            element.set_sensitive(on)

    def index(self, element):
        if element.target.startswith("order-"):
            return element.get_index()
        return list(self.slots[element.target]).index(element)

    def set_checked(self, element, checked):
        element.set_active(checked)

    def set_text(self, element, text):
        element.set_text(text)

    def choose(self, row):
        if row is None:
            self.list.unselect_all()
        else:
            self.list.select_row(row)

    def is_chosen(self, row):
        return row.is_selected()

    def sort(self, rank):
        self.list.set_sort_func(rank and (lambda a, b: (rank(a) > rank(b)) - (rank(a) < rank(b))))

    def show_tab(self, tab):
        self.tabs.set_current_page(tab)

    # What it tells the desk

    def selected(self, _, row):
        if row is not None:
            self.desk.chosen(row)

    def switched(self, tabs, page, index):
        self.desk.switched(self.pages[index].target, tabs.get_current_page())

    def key_pressed(self, *_):
        self.desk.keyed = True
        self.desk.key_pressed()
        # Before anything else comes to this loop; GTK 4 has no signal after a key.
        GLib.idle_add(self.key_done, priority=GLib.PRIORITY_HIGH)
        return False

    def key_done(self):
        self.desk.keyed = False
        return False

    # What it shows

    def say(self, status):
        self.status.set_text(status)

    def tell(self, message):
        self.message.set_text(message)

    def push(self, target, width):
        banner = self.banners.pop(target, None) or Gtk.Box()
        if width == 0:
            if banner.get_parent() is not None:
                banner.get_parent().remove(banner)
            return
        self.banners[target] = banner
        if banner.get_parent() is None:
            self.slots[target].prepend(banner)
        banner.set_size_request(width, width // 4)

    def sink(self, target, height):
        self.spacers[target].set_size_request(-1, height)
        self.spacers[target].set_visible(height > 0)
        self.scroller.get_vadjustment().set_value(0)

    # Other windows

    def ask(self):
        dialog = self.dialog("Send the order?", "It cannot be taken back.", self.window)
        slot = self.slots["yes"] = Gtk.Box(spacing=6)
        no = Gtk.Button(label="No")
        no.target, no.stale = "no", False
        no.connect("clicked", self.desk.pressed)
        for widget in (slot, no):
            dialog.get_content_area().append(widget)
        return dialog

    def notice(self, title, text, above):
        return self.dialog(title, text, self.window if above is self else above)

    def dialog(self, title, text, above):
        dialog = Gtk.Dialog(title=title, transient_for=above, modal=True)
        dialog.get_content_area().append(Gtk.Label(label=text))
        dialog.closed = GLib.MainLoop()
        dialog.connect("unrealize", lambda dialog: dialog.closed.quit())
        return dialog

    def open(self, dialog):
        dialog.present()

    def run(self, dialog):
        # GTK 4 has no gtk_dialog_run(); programs that want one write this.
        dialog.present()
        dialog.closed.run()
        dialog.destroy()

    def close_dialog(self, dialog):
        dialog.destroy()

    def steal(self, typed):
        thief = Gtk.Window(title="Reminder")
        note = Gtk.Entry()
        note.connect("changed", lambda entry: typed(entry.get_text()))
        thief.set_child(note)
        thief.present()
        note.grab_focus()
        return thief.destroy


GLib.set_prgname("order-desk")
Gtk.init()
driven = Driven(Gtk4Window, after)
loop = GLib.MainLoop()


def heard(*_):
    if driven.heard():
        return True
    loop.quit()
    return False


GLib.io_add_watch(sys.stdin, GLib.IO_IN | GLib.IO_HUP, heard)
record("started")
loop.run()
