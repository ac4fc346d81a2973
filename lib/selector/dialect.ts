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
    here: 'text:Save',
    why: 'One key for a part of a text.',
  },
  { there: 'processname:notepad', means: 'process', here: 'process:notepad', why: 'One spelling.' },
  {
    there: 'process:notepad',
    means: 'a process whose name begins with it, or the other way round',
    here: 'process:notepad*',
    why: 'There `process:notepad++` also finds notepad.',
  },
  { there: 'nth=1', means: 'index', here: 'nth:1', why: 'All keys end in a colon.' },
  {
    there: 'role:row >> nth:1',
    means: 'the second child or the second match, by the call',
    here: 'role:row|nth:1',
    why: '`nth` counts the matches of its own step; as a step of its own it counts all elements below.',
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
  { there: '/Window/Button[1]', means: 'path', here: undefined, why: 'Positions in the tree break with every layout.' },
]

/** Keys of other tools and languages, in lower case, and the key that means the same here. */
export const foreignKeys: ReadonlyMap<string, string> = new Map([
  ['contains', 'text'],
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
  ['toggled', 'pressed'],
  ['under', 'below'],
  ['over', 'above'],
])
