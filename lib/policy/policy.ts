import type { Hooks, Outgoing } from '../action/hooks.js'
import { checkArgument, checkOptions, milliseconds, record } from '../call/arguments.js'
import { type Apps, judgeApp } from './apps.js'
import { judgeChord, type System } from './chords.js'
import { type Judgement, type RuleName, strictest } from './judgement.js'
import { Lines, type Place, placesOf, type Typed } from './lines.js'
import { judgePress } from './presses.js'
import { isTerminal, runsCommands } from './runners.js'
import { judgeCommands, judgeProgram } from './shell/judge.js'
import type { CommandLine } from './typed.js'

/** What somebody is asked before it is sent. */
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
  /** Asks somebody. Only `true` is a yes: without this function, with anything else, and when it fails, nothing is sent. */
  ask?: (question: Question) => boolean | Promise<boolean>
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
  const asked = new Map<string, boolean>()

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
        if (!answer) return { refuse: `${reason}, and nobody said yes (rule ${rule})`, rule }
      }
      sent()
      return undefined
    },
    afterAction() {
      asked.clear()
    },
  }
}

/** Whether somebody says yes. Silence, failures and anything but `true` do not. */
async function answered({ ask, askTimeout }: PolicyOptions, question: Question): Promise<boolean> {
  if (ask === undefined) return false
  let timer: NodeJS.Timeout | undefined
  try {
    const answer = Promise.resolve(ask(question))
    if (askTimeout === undefined) return (await answer) === true
    const silence = new Promise<false>((resolve) => {
      timer = setTimeout(() => resolve(false), askTimeout)
    })
    return (await Promise.race([answer, silence])) === true
  } catch {
    return false
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
      return { found: { outcome: 'deny', rule: 'unknown-code', reason }, sent: () => {} }
    }
  }

  private ruled(judgement: Judgement): Judgement[] {
    const outcome = this.options.rules?.[judgement.rule] ?? judgement.outcome
    return outcome === 'allow' ? [] : [{ ...judgement, outcome }]
  }

  private judge(outgoing: Outgoing): { found: Judgement[]; sent: () => void } {
    const { payload, element } = outgoing
    const found = [...judgeApp(outgoing, this.options.apps ?? {}), ...judgePress(outgoing)]
    let sent = () => {}
    switch (payload.kind) {
      case 'text': {
        found.push(...this.chord(payload.keys, element, [...new Set(payload.text)].slice(0, 64)))
        if (!runsCommands(outgoing)) break
        const typed = this.typed(outgoing, payload.text, (line) =>
          outgoing.verb === 'fill' || outgoing.verb === 'clear' ? line.fill(payload.text) : line.type(payload.text),
        )
        found.push(...typed.found, ...judgeAddress(payload.text))
        sent = typed.sent
        break
      }
      case 'keys': {
        found.push(...this.chord(payload.keys, element))
        if (!runsCommands(outgoing)) break
        const pasted = isPaste(payload.keys) ? this.clipboard : undefined
        if (isPaste(payload.keys) && pasted === undefined && outgoing.app !== undefined && isTerminal(outgoing.app)) {
          found.push({ outcome: 'ask', rule: 'unknown-code', reason: 'it pastes what is not known into a terminal' })
        }
        const typed = this.typed(outgoing, pasted, (line) =>
          pasted === undefined ? line.press(payload.keys) : line.type(pasted),
        )
        found.push(...typed.found)
        sent = typed.sent
        break
      }
      case 'pointer': {
        found.push(...this.chord(payload.keys, element))
        // The middle button pastes, and so does an entry of a menu, whatever it is called.
        if (outgoing.app !== undefined && isTerminal(outgoing.app) && payload.buttons.includes(2)) {
          const pasted = this.clipboard
          found.push({ outcome: 'ask', rule: 'unknown-code', reason: 'it pastes what is not known into a terminal' })
          if (pasted !== undefined) found.push(...judgeCommands(pasted))
        }
        break
      }
      case 'clipboard': {
        const held = judgeCommands(payload.text)
        found.push(
          ...held.map((judgement) => ({
            ...judgement,
            outcome: 'ask' as const,
            reason: `pasted where it is run, ${judgement.reason}`,
          })),
        )
        sent = () => {
          this.clipboard = payload.text
        }
        break
      }
      case 'launch':
        found.push(...judgeProgram(payload.command, payload.args))
        break
      case 'quit':
        if (payload.force) found.push({ outcome: 'ask', rule: 'kill', reason: 'it ends a program without asking it' })
        break
      case 'action':
      case 'value':
      case 'window':
        // By the application and by the name of the element, above.
        break
      default:
        payload satisfies never
    }
    return { found, sent }
  }

  private chord(
    keys: readonly string[],
    element: Outgoing['element'],
    characters: readonly string[] = [],
  ): Judgement[] {
    if (keys.length === 0) return []
    const inText =
      element !== undefined && ['textbox', 'searchbox', 'combobox', 'document', 'cell'].includes(element.role)
    return characters.length === 0
      ? judgeChord(keys, this.system, inText)
      : characters.flatMap((character) => judgeChord([...keys, character], this.system, inText))
  }

  /**
   * What a text or keys do by themselves, and after all that was typed into this element, into this application, and anywhere.
   */
  private typed(
    outgoing: Outgoing,
    text: string | undefined,
    change: (line: CommandLine) => void,
  ): { found: Judgement[]; sent: () => void } {
    // Mostly the same in all places, and the same as the text when it is the first.
    const judged = new Map<string, Judgement[]>()
    const saidOf = (script: string) => {
      const said = judged.get(script) ?? judgeCommands(script)
      judged.set(script, said)
      return said
    }
    const found = text === undefined ? [] : [...saidOf(text)]
    const after = placesOf(outgoing.app?.pid, outgoing.element?.ref).map((place): [Place, Typed] => {
      const before = this.lines.of(place)
      const line = before.line.copy()
      change(line)
      const [first = [], ...others] = line.scripts.map(saidOf)
      const all = [...first, ...others.flatMap((other) => beyond(first, other))]
      found.push(...beyond(before.found, all))
      return [place, { line, found: all }]
    })
    const sent = () => {
      for (const [place, typed] of after) this.lines.keep(place, typed)
    }
    return { found, sent }
  }
}

/** What was not said before: somebody agreed to that, or it was allowed. */
function beyond(before: readonly Judgement[], after: readonly Judgement[]): Judgement[] {
  const rest = before.map(({ rule, reason }) => rule + reason)
  return after.filter(({ rule, reason }) => {
    const index = rest.indexOf(rule + reason)
    if (index >= 0) rest.splice(index, 1)
    return index < 0
  })
}

/** An address may be a script, too. */
function judgeAddress(text: string): Judgement[] {
  if (
    !/^\s*(?:view-source:)?(?:j\s*a\s*v\s*a|vb)\s*s\s*c\s*r\s*i\s*p\s*t\s*:|^\s*data\s*:[^,]*(?:html|script|svg)/i.test(
      text,
    )
  )
    return []
  return [{ outcome: 'ask', rule: 'unknown-code', reason: 'it runs a script in the page that is open' }]
}

function isPaste(keys: readonly string[]): boolean {
  const has = (...all: string[]) => all.every((key) => keys.some((each) => each.toLowerCase() === key))
  return has('control', 'v') || has('meta', 'v') || has('shift', 'insert')
}
