/** Tasks of the fleet's programs as a person does them in a picture: what is pointed at, named by a selector, and what is typed. */

export type Gesture = readonly ['click' | 'double click' | 'type' | 'press' | 'assert', string]

export interface Task {
  gestures: readonly Gesture[]
}

const keys = (...names: string[]): Gesture[] => names.map((name) => ['click', `role:button|name:"${name}"`])
const menu = (...path: string[]): Gesture[] =>
  path.map((name, index) => [
    'click',
    index === 0 ? `role:menubar >> name:"${name}"|visible:true` : `role:menuitem|name:"${name}"|visible:true`,
  ])
const FIELD = 'role:textbox|visible:true'

export const TASKS: Readonly<Record<string, Task>> = {
  galculator: {
    gestures: [
      ...menu('View'),
      ['click', 'name:"Scientific Mode"|visible:true'],
      ...keys('9', 'x^2', '+', '6', '='),
      ...menu('File', 'Quit'),
    ],
  },
  kcalc: {
    gestures: [
      ...keys('6', '×', '7', '='),
      ...menu('Settings'),
      ['click', 'name:"Science Mode"|visible:true'],
      ['assert', 'role:button|name:Sin'],
      ...menu('File', 'Quit'),
    ],
  },
  'gnome-calculator': {
    gestures: [
      ...keys('6', '×', '7', '='),
      ['assert', 'role:textbox|focused:true'],
      ['click', 'role:button|name:Basic|first'],
      ['click', 'role:menuitemradio|name:Advanced'],
      ['press', 'Control+q'],
    ],
  },
  speedcrunch: {
    gestures: [
      ['click', 'role:textbox|focused:true|editable:true'],
      ['type', '6*7'],
      ['press', 'Enter'],
      ...menu('Session', 'Export', 'Plain text'),
      ['type', 'session.txt'],
      ['click', 'role:dialog >> role:button|name:Save'],
    ],
  },
  mousepad: {
    gestures: [
      ...menu('Search', 'Find and Replace…'),
      ['click', `role:dialog >> ${FIELD}|rightof:(name:"Search for:")|first`],
      ['type', 'Babbage'],
      ['click', `role:dialog >> ${FIELD}|rightof:(name:"Replace with:")|first`],
      ['type', 'Lovelace'],
      ['click', 'role:checkbox|name:"Replace all in:"'],
      ['click', 'role:dialog >> role:button|name:/^Replace( all)?$/i|first'],
      ['click', 'role:dialog >> role:button|name:Close'],
      ['click', `${FIELD}|first`],
      ['press', 'Control+End'],
      ['type', 'Yours, Ada'],
      ...menu('File', 'Save'),
    ],
  },
  featherpad: {
    gestures: [
      ...menu('Search', 'Replace'),
      ['click', `${FIELD}|rightof:(name:"Find:")|first`],
      ['type', 'tea'],
      ['click', `${FIELD}|rightof:(name:"Replace with:")|first`],
      ['type', 'coffee'],
      ['click', 'role:button|description:/Replace all/'],
      ...menu('File', 'Save'),
    ],
  },
  geany: {
    gestures: [
      ['click', 'role:tab|name:untitled >> role:textbox'],
      ['type', 'print(42)'],
      ...menu('File', 'Save As…'),
      ['press', 'Control+a'],
      ['type', 'answer.py'],
      ['click', 'role:dialog >> role:listitem|has:(name:Home)'],
      ['click', 'role:dialog >> role:button|name:Save'],
      ['assert', 'role:tab|name:answer.py'],
      ...menu('Edit', 'Preferences'),
      ['click', 'role:checkbox|name:"Confirm exit"'],
      ['click', 'role:dialog|name:Preferences >> role:button|name:OK'],
      ...menu('File', 'Quit'),
      ['click', 'role:button|name:Quit'],
    ],
  },
  'gnome-text-editor': {
    gestures: [
      ['click', `${FIELD}|first`],
      ['type', 'Milk'],
      ['press', 'Enter'],
      ['type', 'Bread'],
      ['press', 'Enter'],
      ['type', 'Tea'],
      ['press', 'Control+s'],
      ['click', 'role:dialog >> role:textbox|name:"Name:"'],
      ['press', 'Control+a'],
      ['type', 'shopping.txt'],
      ['click', 'role:dialog >> role:button|name:Save'],
    ],
  },
  qt6ct: {
    gestures: [
      ['click', 'role:combobox|rightof:(name:"Style:")|first'],
      ['click', 'name:Windows|visible:true'],
      ['click', 'role:radio|name:Custom'],
      ['click', 'role:button|name:Apply'],
      ['click', 'role:button|name:OK'],
    ],
  },
  'gnome-clocks': {
    gestures: [
      ['click', 'role:tab|name:Alarms|visible:true'],
      ['click', 'role:button|name:"Add Alarm"'],
      ['click', 'role:textbox|name:Name'],
      ['type', 'Tea'],
      ['click', 'role:button|name:M'],
      ['click', 'role:button|name:Add'],
      ['assert', 'name:Tea|first'],
    ],
  },
  'chromium-order': {
    gestures: [
      ['click', 'role:textbox|name:Name'],
      ['type', 'Ada Lovelace 😀'],
      ['click', 'role:combobox|name:Colour'],
      ['click', 'role:combobox >> name:Green'],
      ['click', 'role:checkbox|name:"It is a gift"'],
      ['click', 'role:radio|name:Large'],
      ['click', 'role:textbox|name:Remarks'],
      ['type', 'By noon, please.'],
      ['click', 'role:button|name:"Send order"'],
      ['assert', 'role:heading|name:"Thank you"'],
    ],
  },
  'firefox-order': {
    gestures: [
      ['click', 'role:textbox|name:Name'],
      ['type', 'Ada Lovelace 😀'],
      ['click', 'role:combobox|name:Colour'],
      ['click', 'name:Green|visible:true|last'],
      ['click', 'role:checkbox|name:"It is a gift"'],
      ['click', 'role:radio|name:Large'],
      ['click', 'role:textbox|name:Remarks'],
      ['type', 'By noon, please.'],
      ['click', 'role:button|name:"Send order"'],
      ['assert', 'role:heading|name:"Thank you"'],
    ],
  },
}
