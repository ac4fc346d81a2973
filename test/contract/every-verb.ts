import { resolve } from 'node:path'
import type { App, Desktop, SimulatedNode, Window, World } from '../../lib/sdk/index.js'
import { window } from './program.js'

// A desktop on which every verb has something to do.

const list: SimulatedNode = {
  role: 'list',
  name: 'Items',
  bounds: { x: 0, y: 300, width: 200, height: 60 },
  multiselectable: true,
  children: [
    { role: 'listitem' as const, name: 'Chosen', selected: true },
    ...Array.from({ length: 30 }, (_, index) => ({ role: 'listitem' as const, name: `Item ${index}` })),
  ],
}
export const world: World = {
  applications: [
    {
      name: 'Program',
      keepsRunning: true,
      windows: [
        window(
          { role: 'button', name: 'OK', haspopup: true, actions: ['press', 'dance'] },
          { role: 'textbox', name: 'Field', value: 'text' },
          { role: 'textbox', name: 'Secret', protected: true },
          { role: 'checkbox', name: 'Off' },
          { role: 'checkbox', name: 'On', checked: true },
          { role: 'slider', name: 'Volume', value: '10' },
          { role: 'treeitem', name: 'Closed', expanded: false },
          { role: 'treeitem', name: 'Open', expanded: true },
          {
            role: 'combobox',
            name: 'Size',
            value: 'Small',
            expanded: false,
            children: [
              { role: 'option', name: 'Small' },
              { role: 'option', name: 'Large' },
            ],
          },
          list,
        ),
        { role: 'window', name: 'Other', bounds: { x: 700, y: 0, width: 200, height: 200 } },
      ],
    },
  ],
  launchable: { editor: { name: 'Editor', windows: [window()] } },
}

/** As much of a picture as the clipboard looks at. */
export const PNG = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')

export interface Place {
  desktop: Desktop
  app: App
  window: Window
}

export const at = (place: Place, selector: string) => place.app.locator(selector)
export const ok = 'role:button|name:OK'
export const field = 'role:textbox|name:Field'

/** Every verb there is, with something for it to do. */
export const VERBS: Record<string, Record<string, (place: Place) => Promise<unknown>>> = {
  Locator: {
    click: (place) => at(place, ok).click(),
    dblclick: (place) => at(place, ok).dblclick(),
    rightClick: (place) => at(place, ok).rightClick(),
    hover: (place) => at(place, ok).hover(),
    fill: (place) => at(place, field).fill('new'),
    clear: (place) => at(place, field).clear(),
    pressSequentially: (place) => at(place, field).pressSequentially('more'),
    press: (place) => at(place, field).press('Enter'),
    check: (place) => at(place, 'name:Off').check(),
    uncheck: (place) => at(place, 'name:On').uncheck(),
    setChecked: (place) => at(place, 'name:On').setChecked(false),
    toggle: (place) => at(place, 'name:On').toggle(),
    select: (place) => at(place, 'name:"Item 1"').select(),
    selectOption: (place) => at(place, 'role:combobox').selectOption('Large'),
    expand: (place) => at(place, 'name:Closed').expand(),
    collapse: (place) => at(place, 'name:Open').collapse(),
    setValue: (place) => at(place, 'role:slider').setValue(20),
    focus: (place) => at(place, field).focus(),
    scroll: (place) => at(place, 'role:list').scroll({ y: 1 }),
    scrollIntoView: (place) => at(place, 'name:"Item 29"').scrollIntoView(),
    dragTo: (place) => at(place, ok).dragTo(at(place, field)),
    invoke: (place) => at(place, ok).invoke('dance'),
    insertText: (place) => at(place, field).insertText('in'),
    setCaret: (place) => at(place, field).setCaret(1),
    selectText: (place) => at(place, field).selectText({ start: 0, end: 2 }),
    deselect: (place) => at(place, 'name:"Chosen"').deselect(),
  },
  Window: {
    activate: (place) => place.window.activate(),
    close: (place) => place.window.close(),
    press: (place) => place.window.press('Enter'),
    type: (place) => place.window.type('text'),
    minimize: (place) => place.window.minimize(),
    maximize: (place) => place.window.maximize(),
    restore: (place) => place.window.restore(),
    move: (place) => place.window.move(20, 30),
    resize: (place) => place.window.resize(300, 200),
  },
  Clipboard: {
    write: (place) => place.desktop.clipboard.write('text'),
    writeImage: (place) => place.desktop.clipboard.writeImage(PNG),
    writeFiles: (place) => place.desktop.clipboard.writeFiles([resolve('notes.txt')]),
  },
  Mouse: { move: (place) => place.desktop.mouse.move(20, 20) },
  App: { activate: (place) => place.app.activate(), quit: (place) => place.app.quit() },
  Desktop: {
    launch: (place) => place.desktop.launch('editor'),
    press: (place) => place.desktop.press('Enter'),
    type: (place) => place.desktop.type('text'),
  },
}

/** What sends nothing: reads, waits, pictures, and what only makes another object. */
export const OTHERS: Record<string, readonly string[]> = {
  Clipboard: ['read', 'readImage', 'readFiles', 'held'],
  // These need a move first: test/contract/mouse.test.ts.
  Mouse: ['down', 'up', 'known', 'send'],
  Locator: [
    ...['locator', 'filter', 'first', 'last', 'nth', 'and', 'or', 'with', 'describe', 'at', 'untilRest', 'ofRef'],
    // What mouse.down() does.
    'mouseDown',
    ...['screenshot', 'picture', 'highlight', 'snapshot', 'tree', 'table', 'waitFor', 'exists', 'count', 'all'],
    ...['name', 'role', 'inputValue', 'description', 'textContent', 'allTextContents', 'boundingBox', 'states'],
    'selectedRange',
    ...['getAttribute', 'isEnabled', 'isDisabled', 'isEditable', 'isFocused', 'isChecked', 'isSelected', 'isExpanded'],
    ...['isVisible', 'isHidden'],
    // How they do it.
    ...[
      'matching',
      'derived',
      'remade',
      'made',
      'itself',
      'within',
      'having',
      'selectorOf',
      'resolved',
      'resolvedNow',
      'isLazy',
    ],
    ...[
      'limits',
      'act',
      'run',
      'counted',
      'subtree',
      'withOne',
      'withTextOf',
      'refused',
      'read',
      'state',
      'answered',
      'boundsOrRefuse',
    ],
  ],
  Window: [
    ...[
      'toString',
      'matching',
      'locator',
      'title',
      'boundingBox',
      'isActive',
      'isMinimized',
      'isModal',
      'screenshot',
      'snapshot',
    ],
    // What menu() gives clicks locators.
    'menu',
    ...['isMaximized', 'modality', 'owner', 'tree'],
    ...['picture', 'arrange', 'readAll', 'among', 'act', 'limits', 'now', 'read', 'itself', 'is', 'same'],
  ],
  App: [
    // What menu() gives clicks locators.
    ...[
      'toString',
      'setDefaultTimeout',
      'with',
      'matching',
      'locator',
      'menu',
      'app',
      'appNow',
      'findWindow',
      'findWindowNow',
      'lookForWindow',
      'dialogOwners',
      'launched',
      'paused',
      'resumed',
      'windows',
      'window',
      'waitForWindow',
      'changes',
      'watch',
    ],
    // What fileDialog() gives fills, clicks and presses locators.
    'fileDialog',
    'events',
    ...['waitUntil', 'waitForIdle', 'snapshot', 'tree', 'screenshot', 'scope', 'limits', 'readWindows'],
    ...['windowNamed', 'picture', 'area', 'placesShown'],
    // How the keys of the desktop do it.
    'send',
  ],
  Desktop: [
    ...[
      'setDefaultTimeout',
      'with',
      'apps',
      'app',
      'matching',
      'locator',
      'ref',
      'watch',
      'screenshot',
      'screen',
      'dispose',
    ],
    // What point() gives acts by locators, what `clipboard` writes asks by itself.
    ...['point', 'displays', 'permissions', 'capabilities', 'stats', 'elementAt', 'foreground', 'hotkey', 'userInput'],
    ...['picture', 'send', 'sendToForeground', 'limits', 'refuseDisposed'],
    // What starts programs by itself asks here (test/contract/agent/run-command.test.ts).
    'run',
    // What the tools of agents look at, and the question itself.
    ...['image', 'pidsAt', 'pidOfRef', 'permit', 'setBack'],
  ],
}

/** `locator.click`, `click`, and how it is done. */
export const verbs = Object.entries(VERBS).flatMap(([type, named]) =>
  Object.entries(named).map(([verb, act]) => [`${type.toLowerCase()}.${verb}`, verb, act] as const),
)
