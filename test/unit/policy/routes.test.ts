import { describe, expect, test, vi } from 'vitest'
import {
  type Outgoing,
  type Payload,
  payloadOf,
  payloadOfClipboard,
  payloadOfInput,
} from '../../../lib/action/hooks.js'
import { chordSteps, parseChord } from '../../../lib/keys.js'
import { type PolicyOptions, policy, type Question } from '../../../lib/policy/index.js'
import { effectOf } from '../../../lib/policy/presses.js'
import { CommandLine } from '../../../lib/policy/typed.js'
import { WORDS } from '../../../lib/policy/words.js'
import { EVASIONS, PLAIN } from './attempts.js'
import { ORDINARY } from './ordinary.js'

// The table again, through every way in which a text can reach a command line.

// What is said of a text depends on nothing else (shell.test.ts has that): here it is said once, and asked for by every route.
vi.mock('../../../lib/policy/shell/judge.js', async (original) => {
  const real = await original<typeof import('../../../lib/policy/shell/judge.js')>()
  const said = new Map<string, ReturnType<typeof real.judgeCommands>>()
  return {
    ...real,
    judgeCommands(text: string) {
      const found = said.get(text) ?? real.judgeCommands(text)
      said.set(text, found)
      return found
    },
  }
})

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

const keystrokes = (text: string): Outgoing[] =>
  [...text].map((character) =>
    outgoing(keys(character === '\n' ? 'Enter' : character === '\t' ? 'Tab' : character), { verb: 'press' }),
  )

/** Each way, given the parts of a text. */
const ROUTES: Record<string, (parts: readonly string[]) => Outgoing[]> = {
  'type into an element': (parts) => parts.map((text) => outgoing(typed(text))),
  'insert by the toolkit': (parts) =>
    parts.map((text) =>
      outgoing(payloadOf({ kind: 'insertText', text }, false), { verb: 'insertText', route: 'action' }),
    ),
  'fill, with all of it': (parts) => [
    outgoing(payloadOf({ kind: 'setText', text: parts.join('') }, false), { verb: 'fill', route: 'action' }),
  ],
  'type into a window': (parts) => parts.map((text) => outgoing(typed(text), { element: named('window', 'Terminal') })),
  'type wherever the keyboard is': (parts) =>
    parts.map((text) =>
      outgoing(payloadOfInput([{ kind: 'text', text }], true), { app: undefined, element: undefined }),
    ),
  // Each key is judged with all before it: the last ones by themselves are enough. That keys make the line that a text makes is below.
  'begun by typing, ended key by key': (parts) => {
    const text = parts.join('')
    return [outgoing(typed(text.slice(0, -3))), ...keystrokes(text.slice(-3))]
  },
  'piece by piece, by changing ways': (parts) =>
    (parts.join('').match(/[\s\S]{1,9}/g) ?? []).map((piece, index) =>
      index % 2 === 0 ? outgoing(typed(piece)) : outgoing(typed(piece), { app: undefined, element: undefined }),
    ),
  'paste it': (parts) => [
    outgoing(payloadOfClipboard(parts.join('')), {
      verb: 'write',
      app: undefined,
      element: undefined,
      route: 'action',
    }),
    outgoing(keys('Control+Shift+v'), { verb: 'press' }),
  ],
  'type it into a run dialog': (parts) =>
    parts.map((text) => outgoing(typed(text), { app: editor, element: named('textbox', 'Run command') })),
  'type it into an address bar': (parts) =>
    parts.map((text) => outgoing(typed(text), { app: editor, element: named('textbox', 'Address and search bar') })),
  'start a shell with it': (parts) => [
    outgoing(
      { kind: 'launch', by: 'command', command: 'bash', args: ['-c', parts.join('')] },
      { verb: 'launch', app: undefined, element: undefined, route: 'process' },
    ),
  ],
}

const attempts = [...PLAIN, ...EVASIONS].map((attempt) => (typeof attempt === 'string' ? [attempt] : attempt))

describe.each(Object.entries(ROUTES))('%s', (_, route) => {
  test('every attempt of the table is refused', async () => {
    const through: string[] = []
    for (const attempt of attempts) {
      if ((await refusal(route(attempt), { ask: () => true, rules: { 'named-so': 'allow' } })) === undefined)
        through.push(attempt.join(' ⏎ '))
    }
    expect(through).toEqual([])
  })
})

test('keys make the line that a text makes', () => {
  for (const [text] of attempts.map((attempt) => [attempt.join('')] as const)) {
    const [written, pressed] = [new CommandLine(), new CommandLine()]
    written.type(text)
    for (const { payload } of keystrokes(text)) if (payload.kind === 'keys') pressed.press(payload.keys)
    expect(pressed.scripts).toEqual(written.scripts)
  }
})

test('ordinary texts go through, one after the other in one session', async () => {
  const { beforeDispatch } = policy()
  const refused: string[] = []
  // Elsewhere, the same relative path is another one.
  const staying = ORDINARY.filter((text) => !text.startsWith('cd '))
  // All that is remembered is judged each time: a few lines at once are as good as each by itself.
  for (let index = 0; index < staying.length; index += 8) {
    const lines = staying.slice(index, index + 8).map((text) => `${text}\n`)
    if (await beforeDispatch(outgoing(typed(lines.join(''))))) refused.push(...lines)
  }
  expect(refused).toEqual([])
})

describe('what is typed in parts', () => {
  const window = (ref: string) => ({ element: { ...screen, ref } })

  test('into two windows of a terminal by turns is put together for each', async () => {
    const parts = [outgoing(typed('rm -rf '), window('a')), outgoing(typed('ls'), window('b'))]
    expect(await refusal([...parts, outgoing(typed('/'), window('a'))])).toBe('delete-root')
  })

  test('partly typed, partly pasted, and entered by a key, is one line', async () => {
    const copy = outgoing(payloadOfClipboard('rf '), { verb: 'write', app: undefined, element: undefined })
    const parts = [outgoing(typed('rm -')), copy, outgoing(keys('Control+Shift+v')), outgoing(typed('/'))]
    expect(await refusal([...parts, outgoing(keys('Enter'))], { ask: () => true })).toBe('delete-root')
  })

  test('is forgotten when nobody went on for half an hour, and not before', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    try {
      const { beforeDispatch } = policy()
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

  test('is remembered for the last 64 places, and 4 KiB of each', async () => {
    const { beforeDispatch } = policy()
    const held = (ref: string) => outgoing(typed('echo\n'), { app: { ...terminal, pid: 100 }, ...window(ref) })
    await beforeDispatch(outgoing(typed('rm -rf '), window('old')))
    for (let index = 0; index < 70; index++) await beforeDispatch(held(`e${index}`))
    // Gone from that place; what was typed anywhere else came after it.
    expect(await beforeDispatch(outgoing(typed('/'), window('old')))).toBeUndefined()
    const line = new CommandLine()
    for (let index = 0; index < 500; index++) line.type('echo something\n')
    expect(line.scripts[0]?.length).toBeLessThanOrEqual(4 * 1024 + 100)
  })
})

test('what is only written is not judged as a command', async () => {
  const field = named('textbox', 'Message')
  expect(await refusal([outgoing(typed('never type rm -rf /'), { app: editor, element: field })])).toBeUndefined()
})

describe('a line that is edited is judged as what it becomes', () => {
  test.each([
    ['taken back', ['rm -rf /tmp', 'Backspace', 'Backspace', 'Backspace'], 'delete-root'],
    ['in the middle', ['rm -rf x', 'ArrowLeft', '/', 'Delete'], 'delete-root'],
    ['from the beginning', ['-rf /', 'Home', 'rm '], 'delete-root'],
    ['completed', ['rm -rf /et', 'Tab'], 'delete-root'],
    ['called back', ['rm -rf /tmp\n', 'ArrowUp', 'Backspace', 'Backspace', 'Backspace'], 'delete-root'],
    ['replaced', ['rm -rf /tmp\n', '^tmp^^\n'], 'delete-root'],
    ['the line before', ['-rf /\n', 'rm !!\n'], 'delete-root'],
    ['two swapped', ['mr -rf /', 'Home', 'ArrowRight', 'Control+t', 'Enter'], 'delete-root'],
    ['without its last word', ['rm -rf /tmp', 'Alt+Backspace', 'Enter'], 'delete-root'],
    ['without its first word', ['tmp rm -rf /', 'Home', 'Alt+d', 'Enter'], 'delete-root'],
    ['without its first letter', ['xrm -rf /', 'Control+a', 'Control+d', 'Enter'], 'delete-root'],
    ['without what is before the caret', ['rm -rf x/', 'Control+b', 'Backspace', 'Enter'], 'delete-root'],
    ['put back', ['-rf /', 'Control+u', 'rm ', 'Control+y', 'Enter'], 'delete-root'],
    ['thrown away', ['rm -rf ', 'Control+u', '/\n'], undefined],
    ['given up', ['rm -rf ', 'Control+c', '/\n'], undefined],
  ])('%s', async (_, parts, rule) => {
    const isKey = /^(?:(?:Control|Alt)\+)?(?:[A-Z][a-zA-Z]+|(?<=\+).)$/
    const all = parts.map((part) => outgoing(isKey.test(part) ? keys(part) : typed(part)))
    expect(await refusal(all)).toBe(rule)
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
    const launch = (command: string) =>
      refusal(
        [outgoing({ kind: 'launch', by: 'command', command, args: [] }, { app: undefined, element: undefined })],
        { apps: { deny: ['gedit'] } },
      )
    expect(await launch('/usr/bin/gedit')).toBe('apps')
    expect(await launch('calc')).toBeUndefined()
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

  test('what somebody agreed to is not asked again with the next word', async () => {
    const asked: string[] = []
    const { beforeDispatch, afterAction } = policy({ ask: ({ rule }) => asked.push(rule) > 0 })
    for (const text of ['rm -rf *\n', 'ls\n', 'echo done\n']) {
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
    await beforeDispatch(outgoing(typed(`rm -rf * # ${secret}`))),
    await beforeDispatch(outgoing(typed(`rm -rf / # ${secret}`))),
  ]
  expect(verdicts).toMatchObject([{ rule: 'delete-root' }, { rule: 'delete-root' }])
  expect(JSON.stringify([questions, verdicts])).not.toContain(secret)
})

test('a script in an address is asked about', async () => {
  const bar = named('textbox', 'Address and search bar')
  for (const text of ['javascript:alert(1)', ' JavaScript: x', 'data:text/html,<script>x</script>']) {
    expect(await refusal([outgoing(typed(text), { app: editor, element: bar })])).toBe('unknown-code')
  }
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
