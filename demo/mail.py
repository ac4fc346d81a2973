"""A mail program to try things on, with GTK 3: a list of messages, what they say, and an answer that can be written and sent.

It is nobody's mail: nothing is read from anywhere or sent anywhere. Prints a JSON object a line for what it received: `clicked`, `opened`,
`written`, `sent`.
"""
import json

import gi

gi.require_version("Atk", "1.0")
gi.require_version("Gtk", "3.0")
from gi.repository import Atk, GLib, Gtk  # noqa: E402

# As agents' examples call a mail program.
GLib.set_prgname("outlook")

MESSAGES = [
    ("Ann", "Lunch on Friday", "Shall we meet at noon?"),
    ("Bob", "The report", "It is ready. Have a look when you can."),
    ("Carol", "Invitation", "You are invited to our garden party in July."),
]


def record(event, **fields):
    print(json.dumps({"event": event, **fields}), flush=True)


def named(widget, name, role=None):
    widget.get_accessible().set_name(name)
    if role is not None:
        widget.get_accessible().set_role(role)
    return widget


window = Gtk.Window(title="Inbox - Mail")
window.set_default_size(900, 560)
window.connect("destroy", Gtk.main_quit)
status = Gtk.Label(label="3 messages", xalign=0)
shown = Gtk.Label(xalign=0, yalign=0, selectable=True, margin=12, wrap=True)
answer = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=6, margin=12)


def button(name, action):
    widget = Gtk.Button(label=name)
    widget.get_accessible().set_accessible_id("btn" + name.replace(" ", ""))

    def clicked(_):
        record("clicked", name=name)
        action()

    widget.connect("clicked", clicked)
    return widget


def reply(everyone):
    """Opens what an answer is written in; the second press finds it open."""
    for child in answer.get_children():
        answer.remove(child)
    sender, subject, _ = MESSAGES[messages.get_selected_row().get_index()]
    to = named(Gtk.Entry(text=sender + (", all" if everyone else "")), "To")
    about = named(Gtk.Entry(text="Re: " + subject), "Subject")
    text = named(Gtk.TextView(wrap_mode=Gtk.WrapMode.WORD), "Text")
    text.set_size_request(-1, 160)
    urgent = Gtk.CheckButton(label="Urgent")

    def send():
        buffer = text.get_buffer()
        words = buffer.get_text(buffer.get_start_iter(), buffer.get_end_iter(), False)
        record("sent", to=to.get_text(), subject=about.get_text(), text=words, urgent=urgent.get_active())
        status.set_text("Sent to " + to.get_text())
        for child in answer.get_children():
            answer.remove(child)

    document = named(Gtk.Frame(label="Message"), "Message", Atk.Role.DOCUMENT_FRAME)
    inside = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=6, margin=6)
    for label, field in (("To:", to), ("Subject:", about)):
        row = Gtk.Box(spacing=6)
        row.pack_start(Gtk.Label(label=label), False, False, 0)
        row.pack_start(field, True, True, 0)
        inside.pack_start(row, False, False, 0)
    inside.pack_start(text, True, True, 0)
    inside.pack_start(urgent, False, False, 0)
    inside.pack_start(button("Send", send), False, False, 0)
    document.add(inside)
    answer.pack_start(document, True, True, 0)
    answer.show_all()
    record("written", to=to.get_text())


def archive():
    row = messages.get_selected_row()
    status.set_text("Archived " + MESSAGES[row.get_index()][1])


def opened(_, row):
    if row is None:
        return
    sender, subject, text = MESSAGES[row.get_index()]
    shown.set_text(f"From: {sender}\nSubject: {subject}\n\n{text}")
    record("opened", name=subject)


messages = named(Gtk.ListBox(), "Messages")
for sender, subject, _ in MESSAGES:
    row = Gtk.ListBoxRow()
    row.add(Gtk.Label(label=f"{sender}: {subject}", xalign=0, margin=6))
    messages.add(named(row, f"{sender}: {subject}"))
messages.connect("row-selected", opened)

tools = named(Gtk.Box(spacing=6, margin=6), "Message tools", Atk.Role.TOOL_BAR)
tools.pack_start(button("Reply", lambda: reply(False)), False, False, 0)
tools.pack_start(button("Reply All", lambda: reply(True)), False, False, 0)
tools.pack_start(button("Archive", archive), False, False, 0)

right = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
right.pack_start(shown, False, False, 0)
right.pack_start(answer, True, True, 0)
body = Gtk.Box()
scrolled = Gtk.ScrolledWindow()
scrolled.set_size_request(240, -1)
scrolled.add(messages)
body.pack_start(scrolled, False, False, 0)
body.pack_start(right, True, True, 0)
outer = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
outer.pack_start(tools, False, False, 0)
outer.pack_start(body, True, True, 0)
outer.pack_start(status, False, False, 6)
window.add(outer)
messages.select_row(messages.get_row_at_index(0))
window.show_all()
record("ready")
Gtk.main()
