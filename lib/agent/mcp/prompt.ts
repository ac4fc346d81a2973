/** Teaches the selector language, in under 600 tokens. docs/selectors.md has all of it. */
export const SELECTORS = `A selector says which element is meant. It has to mean exactly one.

role:button|name:Save          both hold: | is "and"
role:button|name:/^Save/       a regular expression between slashes
name:"Save, all"               quotes around what has commas, bars or spaces at its ends
id:btnSave                     the author's id
role:button || role:link       either
!name:Cancel                   not
role:dialog >> role:button     a button somewhere below a dialog
enabled:true  checked:false    states: visible, enabled, focused, checked, selected, expanded
role:listitem|nth:0            the first of them; nth:-1 the last
has:(name:Total)               has such an element below it
text:Invoice                   the name, value or description contains it
ref:e12                        element e12 of a tree that was read, and no other
process:gedit >> role:textbox  with the application in front, where no process is given

Names are compared whole, whatever the case; an ellipsis at the end does not count. Roles are the same on every system: button, textbox,
checkbox, radio, combobox, listitem, menuitem, tab, treeitem, link, text, dialog, window, document, slider.

Prefer role and name, or an id. Use a ref for what was just read. When nothing matches, the error lists what comes nearest, with selectors.
Several ways to say it: alternative_selectors, matched on the same tree; fallback_selectors, tried when nothing else is there.`
