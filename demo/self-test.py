"""The window that `surehand doctor --self-test` tries its checks on, with GTK 3.

Prints a JSON object a line: `ready`, what happened (`pressed`, `blocking`, `answering`), and its whole state after each line `state` on
standard input. `reset` sets everything back. It ends when its standard input is closed, also while it blocks.

SUREHAND_SELF_TEST_HANG=start: it never answers. SUREHAND_SELF_TEST_HANG=press: it does not answer any more after "Block" was pressed.
"""
import hashlib
import json
import os
import sys
import time

try:
    import gi

    gi.require_version("GdkPixbuf", "2.0")
    gi.require_version("Gtk", "3.0")
    from gi.repository import GdkPixbuf, GLib, Gtk
except (ImportError, ValueError) as error:
    print(error, file=sys.stderr)
    # The caller tries the next toolkit.
    sys.exit(3)

HANG = os.environ.get("SUREHAND_SELF_TEST_HANG")
COLOUR = (200, 30, 90)
ROWS = [("Bolt", "12"), ("Nut", "40"), ("Screw", "7")]

GLib.set_prgname("surehand-self-test")


def record(event, **fields):
    print(json.dumps({"event": event, **fields}), flush=True)


def block_until_closed():
    while os.read(0, 4096):
        pass
    os._exit(0)


def named(widget, name):
    widget.get_accessible().set_name(name)
    return widget


window = Gtk.Window(title="surehand self-test")
window.set_default_size(640, 560)
window.connect("destroy", Gtk.main_quit)
status = Gtk.Label(label="Ready", xalign=0)
presses = {}
entries = []
dialogs = []
activations = 0
appeared = []


def button(name, action=None):
    widget = Gtk.Button(label=name)

    def clicked(_):
        presses[name] = presses.get(name, 0) + 1
        record("pressed", name=name)
        if action:
            action()

    widget.connect("clicked", clicked)
    return widget


def box_of(*widgets, vertical=False):
    box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL if vertical else Gtk.Orientation.HORIZONTAL, spacing=6)
    for widget in widgets:
        box.pack_start(widget, False, False, 0)
    return box


def ask():
    """Runs a main loop of its own, as many programs do: the press does not return before the dialog is closed."""
    dialog = Gtk.Dialog(title="Question", transient_for=window, modal=True)
    dialog.get_content_area().add(Gtk.Label(label="Go on?"))
    dialog.add_button("Agree", 1)
    dialogs.append(dialog)
    dialog.show_all()
    answer = dialog.run()
    if dialog in dialogs:
        dialogs.remove(dialog)
    status.set_text("Agreed" if answer == 1 else "Closed")
    dialog.destroy()


def later():
    def appear():
        label = Gtk.Label(label="Arrived")
        appeared.append(label)
        buttons.pack_start(label, False, False, 0)
        label.show()

    GLib.timeout_add(500, appear)


def block():
    record("blocking")
    if HANG == "press":
        block_until_closed()
    time.sleep(3)
    record("answering")


disabled = button("Disabled")
disabled.set_sensitive(False)
buttons = box_of(
    button("Press"),
    disabled,
    button("Open dialog", ask),
    button("Later", later),
    button("Rename", lambda: status.set_text("Renamed")),
    button("Block", block),
)
twins = box_of(button("Twin"), button("Twin"))

text = named(Gtk.Entry(), "Text")
password = named(Gtk.Entry(visibility=False), "Password")
password.set_input_purpose(Gtk.InputPurpose.PASSWORD)


def activated(_):
    global activations
    activations += 1


text.connect("activate", activated)
agree = Gtk.CheckButton(label="Agree to all")
red = Gtk.RadioButton.new_with_label(None, "Red")
blue = Gtk.RadioButton.new_with_label_from_widget(red, "Blue")
size = named(Gtk.ComboBoxText(), "Size")
for name in ("Small", "Medium", "Large"):
    size.append_text(name)
amount = named(Gtk.SpinButton.new_with_range(0, 99, 1), "Amount")
fruits = named(Gtk.ListBox(), "Fruits")
for name in ("Apple", "Pear", "Plum"):
    row = Gtk.ListBoxRow()
    row.add(Gtk.Label(label=name, xalign=0))
    fruits.add(named(row, name))

store = Gtk.ListStore(str, str)
for row in ROWS:
    store.append(row)
stock = named(Gtk.TreeView(model=store), "Stock")
for index, title in enumerate(("Part", "Number")):
    stock.append_column(Gtk.TreeViewColumn(title, Gtk.CellRendererText(), text=index))

picture = GdkPixbuf.Pixbuf.new(GdkPixbuf.Colorspace.RGB, False, 8, 80, 60)
picture.fill(int.from_bytes(bytes(COLOUR) + b"\xff", "big"))
swatch = named(Gtk.Image.new_from_pixbuf(picture), "Swatch")

menu_bar = Gtk.MenuBar()
file = Gtk.MenuItem(label="File")
menu = Gtk.Menu()
for name in ("Save copy", "Print"):
    item = Gtk.MenuItem(label=name)
    item.set_sensitive(name != "Print")
    item.connect("activate", lambda _, name=name: entries.append(name))
    menu.append(item)
file.set_submenu(menu)
menu_bar.append(file)

fields = Gtk.Grid(row_spacing=4, column_spacing=6)
for row, (name, widget) in enumerate([("Text", text), ("Password", password), ("Size", size), ("Amount", amount)]):
    widget.set_hexpand(True)
    fields.attach(Gtk.Label(label=name, xalign=1, mnemonic_widget=widget), 0, row, 1, 1)
    fields.attach(widget, 1, row, 1, 1)
lists = box_of(fruits, stock, swatch)
body = box_of(buttons, twins, fields, box_of(agree, red, blue), lists, status, vertical=True)
body.set_border_width(12)
window.add(box_of(menu_bar, body, vertical=True))


def reset():
    global activations
    for dialog in list(dialogs):
        dialog.response(0)
    for label in appeared:
        label.destroy()
    appeared.clear()
    menu_bar.deactivate()
    presses.clear()
    entries.clear()
    activations = 0
    text.set_text("first")
    password.set_text("Zq7-first-secret")
    agree.set_active(False)
    red.set_active(True)
    size.set_active(0)
    amount.set_value(1)
    fruits.select_row(fruits.get_row_at_index(0))
    status.set_text("Ready")


def state(number):
    secret = password.get_text()
    row = fruits.get_selected_row()
    record(
        "state",
        number=number,
        text=text.get_text(),
        password={"length": len(secret), "sha256": hashlib.sha256(secret.encode()).hexdigest()},
        agreed=agree.get_active(),
        colour="Red" if red.get_active() else "Blue",
        size=size.get_active_text(),
        amount=amount.get_value(),
        fruit=["Apple", "Pear", "Plum"][row.get_index()] if row else None,
        rows=[list(row) for row in store],
        presses=presses,
        entries=entries,
        dialogs=len(dialogs),
        activations=activations,
        status=status.get_text(),
        swatch=list(COLOUR),
    )


unread = b""


def heard(_, condition):
    global unread
    came = os.read(0, 4096)
    if not came:
        os._exit(0)
    *lines, unread = (unread + came).split(b"\n")
    for line in lines:
        word, *rest = line.decode().split()
        if word == "reset":
            reset()
        if word == "state":
            state(int(rest[0]))
    return True


def shown(*_):
    record("ready")
    if HANG == "start":
        block_until_closed()


reset()
GLib.io_add_watch(0, GLib.PRIORITY_DEFAULT, GLib.IOCondition.IN | GLib.IOCondition.HUP, heard)
window.connect("map-event", shown)
window.show_all()
window.present()
Gtk.main()
