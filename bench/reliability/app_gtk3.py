"""The order desk (desk.py) with GTK 3."""
import sys

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk  # noqa: E402

from desk import Driven, Window, record  # noqa: E402


def after(ms, work):
    pending = [GLib.timeout_add(ms, lambda: bool(pending.clear() or work()))]
    return lambda: pending and GLib.source_remove(pending.pop())


def column():
    return Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=6)


class Gtk3Window(Window):
    def __init__(self, desk):
        self.desk = desk
        self.window = Gtk.Window(title="Order desk")
        self.window.set_default_size(800, 560)
        self.status = Gtk.Label(label="Ready", xalign=0)
        self.message = Gtk.Label(label="", xalign=0)
        # By target: where its elements stand; and what stands above that.
        self.slots = {}
        self.spacers = {}
        self.banners = {}

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
        rows = column()
        above = self.spacer()
        rows.pack_start(above, False, False, 0)
        rows.pack_start(self.list, False, False, 0)
        for number in desk.orders:
            self.slots[f"order-{number}"] = self.list
            self.spacers[f"order-{number}"] = above
        orders = Gtk.Box(spacing=6)
        orders.pack_start(rows, True, True, 0)
        orders.pack_start(self.slot("add-item"), False, False, 0)
        details = column()
        for target in ("customer", "express"):
            details.pack_start(self.slot(target), False, False, 0)
        self.tabs = Gtk.Notebook()
        for page, name, target in ((orders, "Orders", "orders-tab"), (details, "Details", "details-tab")):
            self.tabs.append_page(page, Gtk.Label(label=name))
            page.target = target
        # A notebook shows no page whose child is not shown.
        orders.show_all()
        details.show_all()
        self.tabs.set_current_page(1)
        self.tabs.connect("switch-page", self.switched)

        form = column()
        form.pack_start(self.slot("search"), False, False, 0)
        form.pack_start(self.tabs, True, True, 0)
        form.pack_start(self.slot("send"), False, False, 0)
        self.scroller = Gtk.ScrolledWindow(hscrollbar_policy=Gtk.PolicyType.NEVER)
        self.scroller.add(form)
        outer = column()
        outer.pack_start(menu_bar, False, False, 0)
        outer.pack_start(self.scroller, True, True, 0)
        outer.pack_start(self.status, False, False, 0)
        outer.pack_start(self.message, False, False, 0)
        self.window.add(outer)
        outer.show_all()

    def spacer(self):
        return Gtk.Box(no_show_all=True)

    def slot(self, target):
        self.slots[target] = Gtk.Box(spacing=6)
        self.spacers[target] = self.spacer()
        both = column()
        both.pack_start(self.spacers[target], False, False, 0)
        both.pack_start(self.slots[target], False, False, 0)
        return both

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
            element = Gtk.ListBoxRow()
            element.add(Gtk.Label(label=name, xalign=0))
        elif target == "discount":
            element = Gtk.MenuItem(label=name)
            element.connect("activate", desk.pressed)
        elif target in ("customer", "search"):
            element = Gtk.Entry(text=value, width_chars=30)
            if target == "search":
                element.connect("key-press-event", self.key_pressed)
                element.connect("event-after", self.key_done)
            element.connect("changed", lambda entry: desk.changed(entry, entry.get_text()))
        elif target == "express":
            element = Gtk.CheckButton(label=name, active=value)
            element.connect("toggled", lambda box: desk.toggled(box, box.get_active()))
        else:
            element = Gtk.Button(label=name)
            element.connect("clicked", desk.pressed)
        accessible = element.get_accessible()
        accessible.set_name(name)
        accessible.set_accessible_id(target)
        return element

    def place(self, element, index):
        slot = self.slots[element.target]
        position = -1 if index is None else index
        if slot is self.list or slot is self.menu:
            slot.insert(element, position)
        else:
            slot.pack_start(element, False, False, 0)
            slot.reorder_child(element, position)
        element.show_all()

    def remove(self, element):
        element.destroy()

    def hide(self, element):
        element.hide()

    def enable(self, element, on):
        element.set_sensitive(on)

    def index(self, element):
        return self.slots[element.target].get_children().index(element)

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
        self.desk.switched(page.target, tabs.get_current_page())

    def key_pressed(self, entry, event):
        self.desk.keyed = True
        self.desk.key_pressed()
        return False

    def key_done(self, entry, event):
        self.desk.keyed = False

    # What it shows

    def say(self, status):
        self.status.set_text(status)

    def tell(self, message):
        self.message.set_text(message)

    def push(self, target, width):
        banner = self.banners.pop(target, None) or Gtk.Box(visible=True)
        if width == 0:
            banner.destroy()
            return
        self.banners[target] = banner
        if banner.get_parent() is None:
            self.slots[target].pack_start(banner, False, False, 0)
            self.slots[target].reorder_child(banner, 0)
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
            dialog.get_content_area().add(widget)
            widget.show()
        return dialog

    def notice(self, title, text, above):
        return self.dialog(title, text, self.window if above is self else above)

    def dialog(self, title, text, above):
        dialog = Gtk.Dialog(title=title, transient_for=above, modal=True)
        dialog.get_content_area().add(Gtk.Label(label=text, visible=True))
        return dialog

    def open(self, dialog):
        dialog.show()

    def run(self, dialog):
        dialog.run()
        dialog.destroy()

    def close_dialog(self, dialog):
        dialog.destroy()

    def steal(self, typed):
        thief = Gtk.Window(title="Reminder")
        note = Gtk.Entry()
        note.connect("changed", lambda entry: typed(entry.get_text()))
        thief.add(note)
        thief.show_all()
        thief.present()
        return thief.destroy


driven = Driven(Gtk3Window, after)


def heard(*_):
    if driven.heard():
        return True
    Gtk.main_quit()
    return False


GLib.io_add_watch(sys.stdin, GLib.IO_IN | GLib.IO_HUP, heard)
record("started")
Gtk.main()
