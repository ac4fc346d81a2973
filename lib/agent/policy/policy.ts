import type { Hooks, Outgoing } from '../../sdk/action/hooks.js'
import { checkArgument, checkOptions, milliseconds, record } from '../../sdk/call/arguments.js'
import { type Apps, judgeApp } from './apps.js'
import { judgeChord, type System } from './chords.js'
import { isHarmless } from './harmless.js'
import { type Judgement, type RuleName, strictest } from './judgement.js'
import { type CommandLine, isEnter, Lines, placesOf } from './lines.js'
import { isPlainAddress, isTerminal, placeOf } from './places.js'
import { judgePress, judgeShortcut, presses } from './presses.js'
import { judgeProgram } from './programs.js'
import { denials } from './shell.js'

/** What the policy asks about before it is sent. */
export interface Question {
  rule: RuleName
  /** What it would do; never what was typed. */
  reason: string
  /** What is about to be sent. Its text is not enumerable, so that it is not logged with the rest. */
  outgoing: Outgoing
}

export interface PolicyOptions {
  /** Which applications may be used, by id, executable or untranslated name. */
  apps?: Apps
  /**
   * Asks a person. Only `true` is a yes: without this function, with anything else, and when it fails, nothing is sent. A string is a no,
   * and why: a person who declined is not the same as no person to ask.
   */
  ask?: (question: Question) => boolean | string | Promise<boolean | string>
  /** ms after which no answer is a no. Default: it is waited for, until the signal of the call fires. */
  askTimeout?: number
  /** Other outcomes of rules: `{ 'named-so': 'allow' }`. */
  rules?: Partial<Record<RuleName, 'allow' | 'ask' | 'deny'>>
  /** Whose key combinations count. Default: those of the system that this runs on. */
  system?: System
}

const SYSTEMS: Partial<Record<NodeJS.Platform, System>> = { win32: 'windows', darwin: 'macos' }

const OUTCOMES = {
  accepts: (value: unknown) =>
    record.accepts(value) &&
    Object.values(value as object).every((outcome) => ['allow', 'ask', 'deny'].includes(outcome)),
  expected: "rules with 'allow', 'ask' or 'deny'",
}

/**
 * Hooks that judge what an action would do, whatever its verb and route: `Desktop.open({ hooks: policy({ ask }) })`. What it refuses is
 * REFUSED, with `details.rule`, and nothing of it was sent. It remembers what was typed, so one policy is for one desktop.
 */
export function policy(options: PolicyOptions = {}): Required<Pick<Hooks, 'beforeDispatch' | 'afterAction'>> {
  const call = 'policy(options)'
  checkOptions(call, options, {
    apps: record,
    ask: { accepts: (value) => typeof value === 'function', expected: 'a function' },
    askTimeout: milliseconds,
    rules: OUTCOMES,
    system: {
      accepts: (value) => ['linux', 'windows', 'macos'].includes(value as string),
      expected: 'linux, windows or macos',
    },
  })
  const list = { accepts: (value: unknown) => value === undefined || Array.isArray(value), expected: 'a list of ids' }
  checkArgument(call, 'apps.allow', options.apps?.allow, list)
  checkArgument(call, 'apps.deny', options.apps?.deny, list)
  const judge = new Judge(options)
  const asked = new Map<string, true | string>()

  return {
    async beforeDispatch(outgoing) {
      const { found, sent } = judge.of(outgoing)
      if (found !== undefined) {
        const { rule, reason } = found
        if (found.outcome === 'deny') return { refuse: `${reason} (rule ${rule})`, rule }
        // One action may try several routes; one answer is for all of them.
        const key = JSON.stringify([outgoing.verb, outgoing.app?.pid, outgoing.element?.ref, rule])
        const before = asked.get(key)
        const answer = before ?? (await answered(options, { rule, reason, outgoing }))
        asked.set(key, answer)
        if (answer !== true) return { refuse: `${reason}, and ${answer} (rule ${rule})`, rule }
      }
      sent()
      return undefined
    },
    afterAction() {
      asked.clear()
    },
  }
}

/** Whether a person says yes, or else why not. Silence, failures and anything but `true` are a no. */
async function answered({ ask, askTimeout }: PolicyOptions, question: Question): Promise<true | string> {
  if (ask === undefined) return 'no person can be asked: policy({ ask }) names one'
  const why = (answer: unknown) => (answer === true || typeof answer === 'string' ? answer : 'the answer was no')
  let timer: NodeJS.Timeout | undefined
  try {
    const answer = Promise.resolve(ask(question))
    if (askTimeout === undefined) return why(await answer)
    const silence = new Promise<string>((resolve) => {
      timer = setTimeout(() => resolve(`no answer came within ${askTimeout} ms`), askTimeout)
    })
    return why(await Promise.race([answer, silence]))
  } catch {
    return 'asking failed'
  } finally {
    clearTimeout(timer)
  }
}

class Judge {
  private readonly system: System
  private readonly lines = new Lines()
  private clipboard: string | undefined

  constructor(private readonly options: PolicyOptions) {
    this.system = options.system ?? SYSTEMS[process.platform] ?? 'linux'
  }

  /** What is to be said of it, and what has to be remembered when it is sent after all. */
  of(outgoing: Outgoing): { found: Judgement | undefined; sent: () => void } {
    try {
      const { found, sent } = this.judge(outgoing)
      return { found: strictest(found.flatMap((judgement) => this.ruled(judgement))), sent }
    } catch {
      // Its message may hold what was typed.
      const reason = 'it could not be judged'
      return { found: { outcome: 'deny', rule: 'code', reason }, sent: () => {} }
    }
  }

  private ruled(judgement: Judgement): Judgement[] {
    const outcome = this.options.rules?.[judgement.rule] ?? judgement.outcome
    return outcome === 'allow' ? [] : [{ ...judgement, outcome }]
  }

  private judge(outgoing: Outgoing): Judged {
    const { payload, element } = outgoing
    const found = [...judgeApp(outgoing, this.options.apps ?? {}), ...judgePress(outgoing), ...judgeShortcut(outgoing)]
    switch (payload.kind) {
      case 'text': {
        const { text, keys } = payload
        found.push(...this.chord(keys, element, [...new Set(text)].slice(0, 64)))
        return this.typed(outgoing, found, text, outgoing.verb === 'fill' || outgoing.verb === 'clear')
      }
      case 'keys':
        found.push(...this.chord(payload.keys, element))
        return this.pressed(outgoing, found, payload.keys)
      case 'pointer':
        found.push(...this.chord(payload.keys, element))
        // The middle button pastes.
        if (isInTerminal(outgoing) && payload.buttons.includes(2)) found.push(PASTES)
        break
      case 'clipboard':
        for (const denied of denials(payload.text)) {
          found.push({ ...denied, outcome: 'ask', reason: `pasted where it is run, ${denied.reason}` })
        }
        return {
          found,
          sent: () => {
            this.clipboard = payload.text
          },
        }
      case 'launch':
        found.push(...judgeProgram(payload))
        break
      case 'quit':
        if (payload.force) found.push({ outcome: 'ask', rule: 'kill', reason: 'it ends a program without asking it' })
        break
      case 'action':
        // An entry of a menu of a terminal.
        if (isInTerminal(outgoing) && presses(outgoing) && PASTE.test(element?.name ?? '')) found.push(PASTES)
        break
      case 'value':
      case 'window':
        // By the application and by the name of the element, above.
        break
      default:
        payload satisfies never
    }
    return { found, sent: () => {} }
  }

  private chord(keys: readonly string[], element: Outgoing['element'], characters: string[] = []): Judgement[] {
    if (keys.length === 0) return []
    const inText =
      element !== undefined && ['textbox', 'searchbox', 'combobox', 'document', 'cell'].includes(element.role)
    return characters.length === 0
      ? judgeChord(keys, this.system, inText)
      : characters.flatMap((character) => judgeChord([...keys, character], this.system, inText))
  }

  private pressed(outgoing: Outgoing, found: Judgement[], keys: readonly string[]): Judged {
    const place = placeOf(outgoing)
    if (isPaste(keys)) {
      if (this.clipboard !== undefined) return this.typed(outgoing, found, this.clipboard, false)
      if (place === 'code') found.push(PASTES)
    }
    const held = keys.some((key) => ['Control', 'Alt', 'Meta'].includes(key))
    const character = held ? undefined : keys.find((key) => [...key].length === 1)
    if (character !== undefined) return this.typed(outgoing, found, character, false)
    const enters = isEnter(keys)
    // Elsewhere keys move a selection, and change no line.
    if (place !== 'code' && !enters) return { found, sent: () => {} }
    // What is on the line was asked about when it was typed, unless a key has changed it.
    if (place === 'code' && enters && !this.isKnown(outgoing)) {
      found.push({ outcome: 'ask', rule: 'code', reason: 'it runs a line that is not known' })
    }
    return this.changed(outgoing, found, (line) => line.press(keys))
  }

  /** A text is judged by itself, and with what was typed before into this element, into this application, and anywhere. */
  private typed(outgoing: Outgoing, found: Judgement[], text: string, fills: boolean): Judged {
    const place = placeOf(outgoing)
    if (place === 'text') return { found, sent: () => {} }
    const judged = this.changed(outgoing, found, (line) => (fills ? line.fill(text) : line.type(text)))
    if (found.some(({ outcome }) => outcome === 'deny')) return judged
    const narrowest = placesOf(outgoing).at(-1) as string
    const whole = `${fills ? '' : this.lines.of(narrowest).current}${text}`
    const lines = whole.split(/[\r\n]+/).filter((line) => line.trim() !== '')
    if (place === 'code' && !((fills || this.isKnown(outgoing)) && lines.every(isHarmless))) {
      found.push({ outcome: 'ask', rule: 'code', reason: 'what is typed there is run' })
    }
    if (place === 'address' && !lines.every(isPlainAddress)) {
      found.push({ outcome: 'ask', rule: 'code', reason: 'it is an address that may run something' })
    }
    return judged
  }

  private isKnown(outgoing: Outgoing): boolean {
    return placesOf(outgoing).every((place) => this.lines.of(place).known)
  }

  /** The lines as this changes them: what is a catastrophe on one is found; they are kept once it is sent. */
  private changed(outgoing: Outgoing, found: Judgement[], change: (line: CommandLine) => void): Judged {
    const lines = placesOf(outgoing).map((place) => {
      const before = this.lines.of(place)
      const line = before.copy()
      change(line)
      line.found = denials(line.script)
      found.push(...beyond(before.found, line.found))
      return { place, line }
    })
    const sent = () => {
      for (const { place, line } of lines) this.lines.keep(place, line)
    }
    return { found, sent }
  }
}

interface Judged {
  found: Judgement[]
  /** Remembers what has to be when it is sent after all. */
  sent: () => void
}

const PASTES: Judgement = { outcome: 'ask', rule: 'code', reason: 'it pastes what is not known where it is run' }
const PASTE = /\bpaste\b|einfügen|coller|pegar|incolla|colar|plakken|wklej|вставить|貼り付け|粘贴|붙여/iu

function isInTerminal({ app, element }: Outgoing): boolean {
  return element?.role === 'terminal' || (app !== undefined && isTerminal(app))
}

/** What was not judged before: the rest was agreed to or allowed. */
function beyond(before: readonly Judgement[], after: readonly Judgement[]): Judgement[] {
  const rest = before.map(({ rule, reason }) => rule + reason)
  return after.filter(({ rule, reason }) => {
    const index = rest.indexOf(rule + reason)
    if (index >= 0) rest.splice(index, 1)
    return index < 0
  })
}

function isPaste(keys: readonly string[]): boolean {
  const has = (...all: string[]) => all.every((key) => keys.some((each) => each.toLowerCase() === key))
  return has('control', 'v') || has('meta', 'v') || has('shift', 'insert')
}
