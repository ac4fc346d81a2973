import type { Role } from './roles.js'

/** One difference between this language and that of another tool, for people who come from there. */
export interface Difference {
  /** As it is written there. */
  readonly there: string
  /** What it means there. */
  readonly means: string
  /** How to say it here, or nothing when it cannot be said. */
  readonly here: string | undefined
  readonly why: string
}

/** Where Terminator's dialect differs. Its own forms that are missing here mean the same in both. */
export const differences: readonly Difference[] = [
  {
    there: 'name:Reply',
    means: 'the name contains "reply"',
    here: 'name:*Reply*',
    why: '`name:Reply` is the whole name here, so that it never presses "Reply All".',
  },
  {
    there: 'text:Reply',
    means: 'the name contains "Reply", in this case',
    here: 'text:Reply',
    why: 'Here `text` also looks at the value and the description, whatever the case.',
  },
  {
    there: 'role:Button|name:Save',
    means: 'one `|` joins a role and a part of a name, two are read as an unknown role',
    here: 'role:Button|name:*Save*',
    why: '`|` is `and` between any terms, as often as needed.',
  },
  {
    there: 'Button:Save',
    means: 'role and part of a name',
    here: 'role:Button|name:*Save*',
    why: 'Any word before a colon, every typing error included, was a role. Here an unknown key is refused.',
  },
  {
    there: 'button',
    means: 'role',
    here: 'role:button',
    why: 'A word alone could be a role or a name; it is refused with the spelling that says which.',
  },
  {
    there: 'window:Settings',
    means: 'an element with the role window and that name',
    here: 'role:window|name:*Settings*',
    why: '`window:Settings` here means every element held by the window with that title.',
  },
  {
    there: '#123456',
    means: 'six digits of a hash',
    here: 'ref:e12',
    why: '`#x` is the id that the application gives the element; what a snapshot hands out is a ref.',
  },
  {
    there: 'contains:Save',
    means: 'the name contains "Save"',
    here: 'name:*Save*',
    why: 'A part of a text is asked for with wildcards, or with `text`, which also looks at the value and the description.',
  },
  { there: 'processname:notepad', means: 'process', here: 'process:notepad', why: 'One spelling.' },
  {
    there: 'process:notepad',
    means: 'a process whose name begins with it, or the other way round',
    here: 'process:notepad*',
    why: 'There `process:notepad++` also finds notepad.',
  },
  {
    there: 'process:notepad.exe',
    means: 'a process whose name begins so',
    here: 'process:notepad.exe',
    why: '`.exe` counts for nothing here: it is the program `notepad`, on every platform.',
  },
  { there: 'nth=1', means: 'index', here: 'nth:1', why: 'All keys end in a colon.' },
  {
    there: 'nth-1',
    means: 'the last',
    here: 'nth:-1',
    why: 'Documented there and not read; an index has a sign here.',
  },
  {
    there: 'role:row >> nth:1',
    means: 'the second child or the second match, by the call',
    here: 'role:row|nth:1',
    why: '`nth` counts the matches of its own step; as a step of its own it would count all elements below.',
  },
  { there: 'visible:True', means: 'visible', here: 'visible:true', why: 'Anything but true was taken for false.' },
  { there: 'attr:key', means: 'the attribute is "true"', here: 'attr:key=true', why: '`attr:key` is presence here.' },
  {
    there: 'rightof:role:Text',
    means: 'to the right of the first match',
    here: 'rightof:(role:Text)',
    why: 'The brackets say where the inner selector ends; every match of it is an anchor.',
  },
  {
    there: 'near:name:Total',
    means: 'centres less than 50 px apart',
    here: 'near:(name:Total)',
    why: 'Here it is 50 px from edge to edge, which does not depend on how large the two are.',
  },
  { there: '!visible:true', means: 'nothing, or any custom control', here: '!visible:true', why: '`!x` works here.' },
  { there: 'role:row, role:cell', means: 'or', here: 'role:row, role:cell', why: 'Here in document order.' },
  {
    there: '/Window/Button[1]',
    means: 'a path of children, counted from 1',
    here: 'role:window >> role:button|nth:0',
    why: 'Positions in the tree break with every layout: `>>` is at any depth, and `nth` counts from 0.',
  },
]

/** Keys of other tools and languages, in lower case, and the key that means the same here. */
export const foreignKeys: ReadonlyMap<string, string> = new Map([
  ['processname', 'process'],
  ['exe', 'process'],
  ['title', 'name'],
  ['label', 'name'],
  ['arialabel', 'name'],
  ['controltype', 'role'],
  ['type', 'role'],
  ['index', 'nth'],
  ['application', 'app'],
  ['attribute', 'attr'],
  ['axidentifier', 'id'],
  ['accessibleid', 'id'],
  ['testid', 'id'],
  ['toggled', 'pressed'],
  ['under', 'below'],
  ['over', 'above'],
])

/** Roles of HTML and of other tools, in lower case, and the role that they are here. */
export const foreignRoles: ReadonlyMap<string, Role> = new Map([
  ['a', 'link'],
  ['anchor', 'link'],
  ['dropdown', 'combobox'],
  ['select', 'combobox'],
  ['textarea', 'textbox'],
  ['field', 'textbox'],
  ['password', 'textbox'],
  ['passwordfield', 'textbox'],
  ['statictext', 'text'],
  ['picture', 'img'],
  ['progress', 'progressbar'],
  ['modal', 'dialog'],
  ['popover', 'dialog'],
  ['li', 'listitem'],
  ['ul', 'list'],
  ['ol', 'list'],
  ['p', 'paragraph'],
  ['h1', 'heading'],
  ['h2', 'heading'],
  ['h3', 'heading'],
  ['nav', 'navigation'],
  ['td', 'cell'],
  ['th', 'columnheader'],
  ['tr', 'row'],
])

// Key of this language -> the properties of UI Automation, AX, ARIA and AT-SPI that become it, in lower case. No backend
// leaves one of these among an element's other attributes; `!` for those that say the opposite.
const PROPERTIES: Readonly<Record<string, string>> = {
  role: 'role controltype axrole',
  name: 'name axtitle axdescription aria-label',
  value: 'value value.value valuevalue axvalue aria-valuetext',
  description: 'description helptext fulldescription axhelp aria-description',
  placeholder: 'placeholder placeholder-text axplaceholdervalue aria-placeholder',
  id: 'id automationid axidentifier axdomidentifier data-testid',
  class: 'class classname axsubrole',
  localizedrole: 'localizedrole localizedcontroltype axroledescription',
  pid: 'pid processid',
  process: 'process processname',
  enabled: 'enabled isenabled axenabled',
  '!enabled': 'disabled aria-disabled',
  visible: 'visible isvisible',
  '!visible': 'isoffscreen axhidden aria-hidden',
  focused: 'focused haskeyboardfocus axfocused',
  focusable: 'focusable iskeyboardfocusable',
  selected: 'selected isselected selectionitem.isselected axselected aria-selected',
  expanded: 'expanded isexpanded expandcollapsestate expandcollapse.expandcollapsestate axexpanded aria-expanded',
  checked: 'checked ischecked togglestate toggle.togglestate aria-checked',
  pressed: 'pressed ispressed aria-pressed',
  editable: 'editable iseditable',
  readonly: 'readonly isreadonly value.isreadonly valueisreadonly aria-readonly',
  required: 'required isrequired isrequiredforform axrequired aria-required',
  modal: 'ismodal window.ismodal windowismodal axmodal aria-modal',
  busy: 'isbusy axelementbusy aria-busy',
  protected: 'protected ispassword',
}
const foreignAttributes: ReadonlyMap<string, string> = new Map(
  Object.entries(PROPERTIES).flatMap(([key, names]) => names.split(' ').map((name) => [name, key] as const)),
)

/** The key (`!` before it: its opposite) that a platform's property is here, if `attr:` never has it. */
export function foreignAttribute(name: string): string | undefined {
  return foreignAttributes.get(name.toLowerCase())
}

/** How other tools write the value of a state, in lower case. */
export const truths: ReadonlyMap<string, 'true' | 'false' | 'mixed'> = new Map([
  ...['true', '1', 'yes', 'on', 'expanded', 'checked'].map((word) => [word, 'true'] as const),
  ...['false', '0', 'no', 'off', 'collapsed', 'unchecked'].map((word) => [word, 'false'] as const),
  ...['mixed', '2', 'indeterminate', 'partial'].map((word) => [word, 'mixed'] as const),
])
