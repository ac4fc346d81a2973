import { describe, expect, test, vi } from 'vitest'
import { isHarmless } from '../../../lib/agent/policy/harmless.js'
import { type PolicyOptions, policy, type Question } from '../../../lib/agent/policy/index.js'
import { effectOf } from '../../../lib/agent/policy/presses.js'
import { denials } from '../../../lib/agent/policy/shell.js'
import { WORDS } from '../../../lib/agent/policy/words.js'
import {
  type Outgoing,
  type Payload,
  payloadOf,
  payloadOfClipboard,
  payloadOfInput,
  payloadOfLaunch,
} from '../../../lib/sdk/action/hooks.js'
import { chordSteps, parseChord } from '../../../lib/sdk/keys.js'
import { ADDRESSES, ASKED, CATASTROPHES, HARMLESS, SCRIPTS_IN_ADDRESSES, WRITTEN } from './attempts.js'

// The table of attempts, through every way in which a text can reach a place that runs it.

const terminal = { name: 'Terminal', id: 'org.gnome.Terminal', executable: 'gnome-terminal-server', pid: 7 }
const editor = { name: 'Text Editor', id: 'org.gnome.TextEditor', executable: 'gnome-text-editor', pid: 8 }
const screen = { role: 'terminal', name: 'user@host', ref: 'e1', protected: false }
const named = (role: string, name: string) => ({ role, name, ref: 'e2', protected: false })

function outgoing(payload: Payload, more: Partial<Outgoing> = {}): Outgoing {
  return { verb: 'type', part: 'acts', app: terminal, element: screen, route: 'input', payload, ...more }
}

const typed = (text: string) => payloadOfInput([{ kind: 'text', text }], false)
const keys = (chord: string) => payloadOfInput(chordSteps(parseChord('press(key)', chord)), false)

/** Sends one after the other until one is refused; the rule that refused it. */
async function refusal(all: readonly Outgoing[], options?: PolicyOptions): Promise<string | undefined> {
  const { beforeDispatch } = policy(options)
  for (const each of all) {
    const verdict = await beforeDispatch(each)
    if (verdict) return verdict.rule
  }
  return undefined
}

const keystrokes = (text: string, app = terminal): Outgoing[] =>
  [...text].map((character) => outgoing(keys(character === '\n' ? 'Enter' : character), { verb: 'press', app }))

const launch = (command: string, args: readonly string[], environment: Record<string, string> = {}): Outgoing =>
  outgoing(payloadOfLaunch('command', command, args, environment), {
    verb: 'launch',
    app: undefined,
    element: undefined,
    route: 'process',
  })

/** Each way in which a text reaches a place that runs it. */
const ROUTES: Record<string, (text: string) => Outgoing[]> = {
  'type into a terminal': (text) => [outgoing(typed(text))],
  'insert by the toolkit': (text) => [
    outgoing(payloadOf({ kind: 'insertText', text }, false), { verb: 'insertText', route: 'action' }),
  ],
  fill: (text) => [outgoing(payloadOf({ kind: 'setText', text }, false), { verb: 'fill', route: 'action' })],
  'type into the window of a terminal': (text) => [outgoing(typed(text), { element: named('window', 'Terminal') })],
  'type wherever the keyboard is': (text) => [outgoing(typed(text), { app: undefined, element: undefined })],
  'paste it': (text) => [
    outgoing(payloadOfClipboard(text), { verb: 'write', app: undefined, element: undefined, route: 'action' }),
    outgoing(keys('Control+Shift+v'), { verb: 'press' }),
  ],
  'type it into a run dialog': (text) => [
    outgoing(typed(text), { app: editor, element: named('textbox', 'Run command') }),
  ],
  'start a shell with it': (text) => [launch('bash', ['-c', text])],
}

describe.each(Object.entries(ROUTES))('%s', (_, route) => {
  test('a catastrophe is denied even after a yes', async () => {
    const through: string[] = []
    for (const text of CATASTROPHES) {
      if ((await refusal(route(text), { ask: () => true })) === undefined) through.push(text)
    }
    expect(through).toEqual([])
  })

  test('what else runs or changes something is asked about', async () => {
    const through: string[] = []
    for (const text of ASKED) if ((await refusal(route(text))) !== 'code') through.push(text)
    expect(through).toEqual([])
    for (const text of ASKED) expect(await refusal(route(text), { ask: () => true })).toBeUndefined()
  })

  test('what only reads and shows passes without a question', async () => {
    const asked: string[] = []
    for (const text of HARMLESS) if (await refusal(route(text))) asked.push(text)
    expect(asked).toEqual([])
  })
})

test('the table is as large as docs/safety.md says, and says nothing twice', () => {
  const harmful = [...CATASTROPHES, ...ASKED]
  expect([CATASTROPHES.length, harmful.length, HARMLESS.length, WRITTEN.length]).toEqual([34, 60, 60, 60])
  for (const table of [harmful, HARMLESS, WRITTEN]) expect(new Set(table).size).toBe(table.length)
})

test('in an ordinary program nothing that is written is asked about', async () => {
  const asked: string[] = []
  for (const text of WRITTEN) {
    const field = outgoing(typed(`${text}\n`), { app: editor, element: named('textbox', 'Message') })
    if (await refusal([field])) asked.push(text)
  }
  for (const text of HARMLESS) {
    const all = [outgoing(typed(text), { app: editor, element: undefined }), ...keystrokes('\n', editor)]
    if (await refusal(all)) asked.push(text)
  }
  const list = { app: editor, element: named('list', 'Files'), verb: 'press' }
  for (const key of ['ArrowDown', 'Enter', 'a', 'Control+a', 'Delete', 'Escape', 'Tab']) {
    if (await refusal([outgoing(keys('ArrowDown'), list), outgoing(keys(key), list)])) asked.push(key)
  }
  expect(asked).toEqual([])
})

test('an address bar takes addresses and words; what runs something is asked about', async () => {
  const bar = { app: editor, element: named('textbox', 'Address and search bar') }
  for (const text of ADDRESSES) {
    const all = [outgoing(typed(text), bar), outgoing(keys('Enter'), { ...bar, verb: 'press' })]
    expect([text, await refusal(all)]).toEqual([text, undefined])
  }
  for (const text of SCRIPTS_IN_ADDRESSES)
    expect([text, await refusal([outgoing(typed(text), bar)])]).toEqual([text, 'code'])
  const parts = [outgoing(typed('java'), bar), outgoing(typed('script:x'), bar)]
  expect(await refusal(parts)).toBe('code')
})

describe('what is typed in parts', () => {
  const yes = { ask: () => true }
  const window = (ref: string) => ({ element: { ...screen, ref } })

  test('is one command, by whatever routes', async () => {
    const end = outgoing(typed('/'))
    expect(await refusal([outgoing(typed('rm -rf ')), end], yes)).toBe('delete-root')
    expect(await refusal([outgoing(typed('rm -rf '), { app: undefined, element: undefined }), end], yes)).toBe(
      'delete-root',
    )
    expect(await refusal([outgoing(typed('rm -rf ')), ...keystrokes('/')], yes)).toBe('delete-root')
    const copy = outgoing(payloadOfClipboard('rf '), { verb: 'write', app: undefined, element: undefined })
    expect(await refusal([outgoing(typed('rm -')), copy, outgoing(keys('Control+Shift+v')), end], yes)).toBe(
      'delete-root',
    )
    expect(await refusal([...keystrokes('rm -rf x'), outgoing(keys('Backspace')), ...keystrokes('/')], yes)).toBe(
      'delete-root',
    )
  })

  test('into two windows of a terminal by turns is put together for each', async () => {
    const parts = [outgoing(typed('rm -rf '), window('a')), outgoing(typed('ls'), window('b'))]
    expect(await refusal([...parts, outgoing(typed('/'), window('a'))], yes)).toBe('delete-root')
  })

  test('a harmless beginning makes no harmless whole', async () => {
    expect(await refusal([outgoing(typed('find . ')), outgoing(typed('-delete'))])).toBe('code')
    expect(await refusal([outgoing(typed('ls ')), outgoing(typed('| sh\n'))])).toBe('code')
  })

  test('Enter runs what was asked about before, and asks where a key has changed the line', async () => {
    expect(await refusal([outgoing(typed('ls')), outgoing(keys('Enter'))])).toBeUndefined()
    for (const key of ['ArrowUp', 'Control+r', 'Tab', 'Alt+.', 'Control+y', 'ArrowLeft']) {
      for (const enter of ['Enter', 'Control+j', 'Control+m', 'Control+o']) {
        expect(await refusal([outgoing(typed('ls ')), outgoing(keys(key)), outgoing(keys(enter))])).toBe('code')
      }
    }
    const given = [outgoing(keys('ArrowUp')), outgoing(keys('Control+c')), outgoing(typed('ls\n'))]
    expect(await refusal(given)).toBeUndefined()
    expect(
      await refusal([outgoing(keys('ArrowUp'), { element: named('window', 'Terminal') }), outgoing(keys('Enter'))]),
    ).toBe('code')
    expect(await refusal([outgoing(keys('ArrowUp')), outgoing(typed('\n'))])).toBe('code')
  })

  test('is forgotten when it was left alone for half an hour, and not before', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    try {
      const { beforeDispatch } = policy({ ...yes, rules: { code: 'allow' } })
      const minutes = (count: number) => vi.advanceTimersByTime(count * 60_000)
      await beforeDispatch(outgoing(typed('rm -rf ')))
      minutes(29)
      expect(await beforeDispatch(outgoing(typed('/')))).toMatchObject({ rule: 'delete-root' })
      minutes(2)
      expect(await beforeDispatch(outgoing(typed('/')))).toBeUndefined()
    } finally {
      vi.useRealTimers()
    }
  })

  test('is remembered for the last 64 places', async () => {
    const { beforeDispatch } = policy({ rules: { code: 'allow' } })
    const other = (ref: string) => outgoing(typed('echo\n'), { app: { ...terminal, pid: 100 }, ...window(ref) })
    await beforeDispatch(outgoing(typed('rm -rf '), window('old')))
    for (let index = 0; index < 70; index++) await beforeDispatch(other(`e${index}`))
    expect(await beforeDispatch(outgoing(typed('/'), window('old')))).toBeUndefined()
  })
})

describe('pasting into a terminal', () => {
  test('what this desktop did not copy is asked about, by keys, by the middle button and by the menu', async () => {
    const click = payloadOfInput([{ kind: 'down', button: 2 }], false)
    const entry = outgoing({ kind: 'action', action: 'press' }, { element: named('menuitem', 'Paste'), verb: 'click' })
    for (const each of [outgoing(keys('Control+Shift+v')), outgoing(keys('Shift+Insert')), outgoing(click), entry]) {
      expect(await refusal([each])).toBe('code')
    }
  })
})

describe('programs that are started', () => {
  test.each<[string, string[]]>([
    ['gedit', ['/etc/passwd']],
    ['gnome-calculator', []],
    ['firefox', ['--new-window', 'https://example.com']],
    ['xterm', []],
    ['sh', ['-c', 'ls -la']],
  ])('%s %j starts without a question', async (command, args) => {
    expect(await refusal([launch(command, args)])).toBeUndefined()
  })

  test.each<[string, string[]]>([
    ['python3', ['x.py']],
    ['xterm', ['-e', 'make']],
    ['rm', ['-r', 'work']],
    ['/usr/bin/env', ['node', 'x.js']],
    ['sh', ['x.sh']],
    ['shutdown', []],
    ['tee', ['/etc/sudoers']],
  ])('%s %j is asked about', async (command, args) => {
    expect(await refusal([launch(command, args)])).toBe('code')
    expect(await refusal([launch(command, args)], { ask: () => true })).toBeUndefined()
  })

  test('as a catastrophe it is denied', async () => {
    expect(await refusal([launch('rm', ['-rf', '/'])], { ask: () => true })).toBe('delete-root')
    expect(await refusal([launch('xterm', ['-e', 'sh', '-c', 'rm -rf ~'])], { ask: () => true })).toBe('delete-root')
    expect(await refusal([launch('dd', ['if=x', 'of=/dev/sda'])], { ask: () => true })).toBe('write-device')
  })

  test('their environment is judged', async () => {
    const shell = (environment: Record<string, string>) => [launch('sh', ['-c', '$X'], environment)]
    expect(await refusal(shell({ X: 'rm -rf /' }), { ask: () => true })).toBe('delete-root')
    expect(await refusal([launch('sh', ['-c', '$X $Y'], { X: 'rm -rf', Y: '/' })], { ask: () => true })).toBe(
      'delete-root',
    )
    for (const name of ['BASH_ENV', 'ENV', 'LD_PRELOAD', 'LD_LIBRARY_PATH', 'PATH', 'NODE_OPTIONS', 'PYTHONSTARTUP']) {
      expect([name, await refusal([launch('gedit', [], { [name]: '/tmp/x' })])]).toEqual([name, 'code'])
    }
    for (const name of ['GTK_MODULES', 'GIO_EXTRA_MODULES', 'QT_PLUGIN_PATH', 'XDG_CONFIG_HOME', 'HOME', 'ANYTHING']) {
      expect([name, await refusal([launch('gedit', [], { [name]: '/tmp/x' })])]).toEqual([name, 'code'])
    }
    const looks = { LANG: 'de_DE.UTF-8', LC_ALL: 'C', GTK_THEME: 'Adwaita', QT_ACCESSIBILITY: '1', NO_AT_BRIDGE: '0' }
    expect(await refusal([launch('gedit', [], looks)])).toBeUndefined()
  })

  test('no value of a variable stands in a question', async () => {
    const questions: Question[] = []
    const { beforeDispatch } = policy({ ask: (question) => questions.push(question) < 0 })
    const verdict = await beforeDispatch(launch('gedit', [], { LD_PRELOAD: 'swordfish', 'X\n1': 'swordfish' }))
    expect(verdict).toMatchObject({ rule: 'code', refuse: expect.stringContaining('LD_PRELOAD, X?1') })
    expect(JSON.stringify([questions, verdict])).not.toContain('swordfish')
  })
})

describe('keys', () => {
  const pressed = (chord: string, system: PolicyOptions['system'], element = named('list', 'Files')) =>
    refusal([outgoing(keys(chord), { app: editor, element, verb: 'press' })], { system })

  test.each([
    ['linux', 'Control+Alt+Delete', 'end-session'],
    ['linux', 'ctrl+alt+del', 'end-session'],
    ['linux', 'alt+CTRL+Del', 'end-session'],
    ['linux', 'Alt+Control+Shift+Delete', 'end-session'],
    ['linux', 'Control+Alt+Backspace', 'end-session'],
    ['linux', 'Super+l', 'end-session'],
    ['linux', 'Meta+L', 'end-session'],
    ['linux', 'win+l', 'end-session'],
    ['linux', 'Control+Alt+l', 'end-session'],
    ['linux', 'Control+Alt+F3', 'end-session'],
    ['linux', 'Control+Option+F12', 'end-session'],
    ['linux', 'Control+Alt+Escape', 'kill'],
    ['linux', 'Control+Alt+Esc', 'kill'],
    ['linux', 'Alt+PrintScreen', 'kill'],
    ['linux', 'Shift+Delete', 'delete-for-good'],
    ['linux', 'shift+del', 'delete-for-good'],
    ['linux', 'Alt+F4', 'kill'],
    ['windows', 'win+l', 'end-session'],
    ['windows', 'Control+Alt+Delete', 'end-session'],
    ['windows', 'Shift+Delete', 'delete-for-good'],
    ['windows', 'Control+Shift+Escape', 'kill'],
    ['windows', 'Meta+Control+Shift+B', 'kill'],
    ['macos', 'cmd+shift+q', 'end-session'],
    ['macos', 'Command+Shift+Q', 'end-session'],
    ['macos', 'shift+cmd+option+q', 'end-session'],
    ['macos', 'ctrl+cmd+q', 'end-session'],
    ['macos', 'cmd+shift+backspace', 'delete-for-good'],
    ['macos', 'cmd+shift+delete', 'delete-for-good'],
    ['macos', 'cmd+option+shift+delete', 'delete-for-good'],
    ['macos', 'cmd+option+backspace', 'delete-for-good'],
    ['macos', 'cmd+option+esc', 'kill'],
    ['macos', 'option+cmd+shift+escape', 'kill'],
  ] as const)('on %s %s is refused', async (system, chord, rule) => {
    expect(await pressed(chord, system)).toBe(rule)
  })

  test.each([
    ['linux', 'Control+s'],
    ['linux', 'Control+Alt+t'],
    ['linux', 'Delete'],
    ['linux', 'Alt+Tab'],
    ['macos', 'cmd+l'],
    ['macos', 'cmd+q'],
    ['macos', 'cmd+s'],
    ['macos', 'Control+Alt+l'],
    ['windows', 'Control+l'],
    ['windows', 'Shift+Home'],
  ] as const)('on %s %s is not', async (system, chord) => {
    expect(await pressed(chord, system)).toBeUndefined()
  })

  test('in a text Shift+Delete cuts', async () => {
    expect(await pressed('Shift+Delete', 'linux', named('textbox', 'Message'))).toBeUndefined()
  })

  test('keys that are held while something else is done count, too', async () => {
    const held = ['Control', 'Alt', 'Delete'].map((key) => ({ kind: 'keyDown' as const, key }))
    const click = payloadOfInput([...held, { kind: 'move', x: 1, y: 1 }, { kind: 'down', button: 1 }], false)
    const text = payloadOfInput(
      [
        { kind: 'keyDown', key: 'Meta' },
        { kind: 'text', text: 'l' },
      ],
      false,
    )
    for (const payload of [click, text]) {
      expect(
        await refusal([outgoing(payload, { app: editor, element: named('list', 'Files') })], { system: 'linux' }),
      ).toBe('end-session')
    }
  })
})

describe('presses', () => {
  const press = { kind: 'action', action: 'press' } as const
  const click = payloadOfInput(
    [
      { kind: 'move', x: 1, y: 1 },
      { kind: 'down', button: 1 },
    ],
    false,
  )
  const on = (name: string, payload: Payload = press, role = 'button') =>
    refusal([outgoing(payload, { app: editor, element: named(role, name), verb: 'click' })])

  test.each([
    ...[
      'Delete',
      'delete',
      'DELETE',
      '_Delete',
      '&Delete',
      'Delete…',
      'De\u00adlete',
      'Ｄｅｌｅｔｅ',
      'Delete all messages',
      'Move to Trash',
    ],
    ...[
      'Send',
      'Send now',
      'Submit',
      'Pay €12.00',
      'Buy now',
      'Place order',
      'Format',
      'Format…',
      'Format disk',
      'Empty Trash',
    ],
    ...[
      'Löschen',
      'Senden',
      'Jetzt kaufen',
      'Formatieren',
      'Supprimer',
      'Envoyer',
      'Payer',
      'Eliminar',
      'Enviar',
      'Pagar',
      'Elimina',
      'Invia',
    ],
    ...[
      'Excluir',
      'Verwijderen',
      'Verzenden',
      'Ta bort',
      'Skicka',
      'Slet',
      'Slett',
      'Poista',
      'Lähetä',
      'Usuń',
      'Wyślij',
      'Smazat',
      'Odeslat',
    ],
    ...[
      'SİL',
      'ΔΙΑΓΡΑΦΗ',
      'Törlés',
      'Trimite',
      'Sil',
      'Gönder',
      'Удалить',
      'Отправить',
      'Оплатить',
      'Видалити',
      'Διαγραφή',
      'حذف',
      'إرسال',
      'מחק',
      'हटाएं',
      'Hapus',
    ],
    ...['Xóa', 'ลบ', '削除', '送信', '購入する', '삭제', '보내기', '删除', '发送', '立即支付', '格式化'],
  ])('%s asks', async (name) => {
    expect(await on(name)).toBe('named-so')
  })

  test.each([
    ...[
      'OK',
      'Cancel',
      'Save',
      'Open',
      'Close',
      'Sender',
      'Undelete',
      'Payment details',
      'Payload',
      'Formatting',
      'Reply',
      'Information',
      'Undo',
    ],
    ...[
      'Deleted items',
      'Sent',
      'Buyer',
      'Abbrechen',
      'Gesendet',
      'Annuler',
      'Guardar',
      'Отмена',
      'キャンセル',
      '취소',
      '取消',
      'Absender',
      'Reset zoom',
    ],
  ])('%s does not', async (name) => {
    expect(await on(name)).toBeUndefined()
  })

  test('every word of every language asks, alone and in capitals', () => {
    for (const [language, words] of Object.entries(WORDS)) {
      for (const word of Object.values(words).flat()) {
        // `format` alone is a menu; on a button it is none.
        for (const name of [word, word.toUpperCase()])
          expect([language, name, effectOf(name, 'button')]).not.toContain(undefined)
      }
    }
  })

  test('by whatever is pressed with', async () => {
    expect(await on('Delete', click)).toBe('named-so')
    expect(await on('Delete', keys('Enter'))).toBe('named-so')
    expect(await on('Delete', keys(' '))).toBe('named-so')
    expect(await on('Files', { kind: 'action', action: 'named', name: 'delete' }, 'listitem')).toBe('named-so')
    expect(await on('Delete', { kind: 'action', action: 'focus' })).toBeUndefined()
  })

  test('Format is a menu of every word processor', async () => {
    expect(await on('Format', press, 'menuitem')).toBeUndefined()
    expect(await on('Format…', press, 'menuitem')).toBe('named-so')
  })

  test('who writes about it presses nothing', async () => {
    expect(await on('Send a message to Anna', click, 'textbox')).toBeUndefined()
  })
})

describe('applications', () => {
  const on = (apps: PolicyOptions['apps'], app: Outgoing['app'] = editor) =>
    refusal([outgoing({ kind: 'action', action: 'press' }, { app, element: named('button', 'OK') })], { apps })

  test.each(['org.gnome.TextEditor', 'gnome-text-editor', 'ORG.GNOME.TEXTEDITOR.desktop', 'Text Editor'])(
    '%s is denied',
    async (id) => {
      expect(await on({ deny: [id] })).toBe('apps')
      expect(await on({ allow: [id], deny: [id] })).toBe('apps')
      expect(await on({ allow: [id] })).toBeUndefined()
    },
  )

  test('those that are not allowed are denied, and keys for whoever gets them', async () => {
    expect(await on({ allow: ['gedit'] })).toBe('apps')
    expect(await on({ deny: ['gedit'] })).toBeUndefined()
    expect(
      await refusal([outgoing(typed('x'), { app: undefined, element: undefined })], { apps: { allow: ['gedit'] } }),
    ).toBe('apps')
  })

  test('starting one counts as using it', async () => {
    const started = (command: string) => refusal([launch(command, [])], { apps: { deny: ['gedit'] } })
    expect(await started('/usr/bin/gedit')).toBe('apps')
    expect(await started('calc')).toBeUndefined()
  })
})

describe('asking', () => {
  const send = outgoing(
    { kind: 'action', action: 'press' },
    { app: editor, element: named('button', 'Send'), verb: 'click' },
  )

  test('only true is a yes', async () => {
    for (const answer of [false, undefined, 'yes', 1, null]) {
      expect(await refusal([send], { ask: () => answer as unknown as boolean })).toBe('named-so')
    }
    expect(await refusal([send], { ask: () => Promise.reject(new Error('gone')) })).toBe('named-so')
    expect(await refusal([send], { ask: async () => true })).toBeUndefined()
  })

  test('no answer in time is a no', async () => {
    expect(await refusal([send], { ask: () => new Promise(() => {}), askTimeout: 20 })).toBe('named-so')
  })

  test('it is told what it would do and to what, and one answer is for all routes of one action', async () => {
    const questions: Question[] = []
    const { beforeDispatch, afterAction } = policy({ ask: (question) => questions.push(question) > 0 })
    await beforeDispatch(send)
    await beforeDispatch({ ...send, route: 'input', payload: payloadOfInput([{ kind: 'down', button: 1 }], false) })
    expect(questions).toMatchObject([{ rule: 'named-so', reason: 'by its name it is there to send', outgoing: send }])
    await afterAction({ verb: 'click', app: editor, selector: '', error: undefined })
    await beforeDispatch(send)
    expect(questions).toHaveLength(2)
  })

  test('rules can have other outcomes', async () => {
    expect(await refusal([send], { rules: { 'named-so': 'allow' } })).toBeUndefined()
    const asked: string[] = []
    const ask = ({ rule }: Question) => asked.push(rule) > 0
    expect(await refusal([outgoing(typed('rm -rf /'))], { ask, rules: { 'delete-root': 'ask' } })).toBeUndefined()
    expect(asked).toEqual(['delete-root'])
  })

  test('what was agreed to is not asked again with what comes after it', async () => {
    const asked: string[] = []
    const { beforeDispatch, afterAction } = policy({
      ask: ({ rule }) => asked.push(rule) > 0,
      rules: { 'delete-root': 'ask' },
    })
    for (const text of ['rm -rf /\n', 'ls\n', 'echo done\n']) {
      await beforeDispatch(outgoing(typed(text)))
      await afterAction({ verb: 'type', app: terminal, selector: '', error: undefined })
    }
    expect(asked).toEqual(['delete-root'])
  })
})

test('what is typed is in no question that is logged, and in no refusal', async () => {
  const questions: Question[] = []
  const { beforeDispatch } = policy({ ask: (question) => questions.push(question) < 0 })
  const secret = 'swordfish'
  const verdicts = [
    await beforeDispatch(outgoing(typed(`rm -rf x # ${secret}\n`))),
    await beforeDispatch(outgoing(typed(`rm -rf / # ${secret}`))),
  ]
  expect(verdicts).toMatchObject([{ rule: 'code' }, { rule: 'delete-root' }])
  expect(JSON.stringify([questions, verdicts])).not.toContain(secret)
})

test('options that make no sense are refused', () => {
  expect(() => policy({ rules: { 'named-so': 'never' as 'deny' } })).toThrow(
    expect.objectContaining({ code: 'INVALID_ARGUMENT' }),
  )
  expect(() => policy({ apps: { allow: 'gedit' as unknown as string[] } })).toThrow(
    expect.objectContaining({ code: 'INVALID_ARGUMENT' }),
  )
  expect(() => policy({ nonsense: true } as PolicyOptions)).toThrow(
    expect.objectContaining({ code: 'INVALID_ARGUMENT' }),
  )
})

test('it ends, whatever it is given', () => {
  for (const text of [
    '('.repeat(5000),
    'x'.repeat(200_000),
    `${'eval "$(echo '.repeat(60)}rm${')"'.repeat(60)}`,
    'x(){y}'.repeat(2_500),
    'gci c:\\ '.repeat(1_900),
    'iex '.repeat(5_000),
    '\n'.repeat(16_000),
    '/..'.repeat(8_000),
  ]) {
    const began = process.cpuUsage()
    denials(text)
    isHarmless(text)
    // Not a matter of speed, but of seconds or forever: of its own time, whatever else the machine does.
    expect(process.cpuUsage(began).user / 1_000).toBeLessThan(5_000)
  }
})
