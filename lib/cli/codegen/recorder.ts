import { writeFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { isSurehandError, SurehandError } from '../../sdk/errors.js'
import type { Outcome } from '../../sdk/receipt.js'
import type { Snapshot, SnapshotNode } from '../../sdk/tree/snapshot.js'
import type { LiveApp } from '../inspect/live-app.js'
import type { Tried } from '../inspect/protocol.js'
import { claimOf } from './claim-of.js'
import { doStep } from './do-step.js'
import { generate, lineOf } from './generate.js'
import { gestureOf, isOnIn, meantIn, targetIn, textIn } from './gesture.js'
import { controlOf, located } from './located.js'
import { keyed, type Meant, picked, pointed, typed } from './meant.js'
import { merged } from './merged.js'
import type { Gesture, Place, Recorded } from './record-protocol.js'
import { changesSince } from './seen/effect.js'
import { type Note, UserWatch } from './seen/user-watch.js'
import type { Act, Setup, Step, Target } from './step.js'

// ms; what is at a point, and the tree around it.
const PATIENCE = 5_000
// ms; until a tooltip is gone.
const GOING = 1_000
// Changes that are listed.
const CHANGES = 40

export interface RecorderOptions {
  setup: Setup
  target: Target
  /** The file that is written when the page saves. */
  output?: string | undefined
}

interface Line {
  step: Step
  effect: Outcome | 'asserted'
}

/** Does what the person does in the page's picture, and writes it down: what is recorded is what was done. */
export class Recorder {
  private readonly lines: Line[] = []
  private target: Target
  // Before the last step: what it took away is in there.
  private before: Snapshot | undefined
  private turn: Promise<unknown> = Promise.resolve()
  private watching: UserWatch | undefined
  // Of what was seen last, for the page.
  private seenLast: Tried | undefined
  private judging = new AbortController()

  constructor(
    private readonly live: LiveApp,
    private readonly options: RecorderOptions,
  ) {
    this.target = options.target
  }

  /** From now on, what the person does in the program itself is recorded as well, where the desktop tells of it. */
  async watch(): Promise<void> {
    this.watching = await UserWatch.begin(this.live, this.noteSeen)
  }

  end(): void {
    this.judging.abort()
    this.watching?.[Symbol.dispose]()
  }

  /** Answers what the page asks, one question after the other; `undefined`: it is no question for a recorder. */
  answered(name: string, asked: unknown): Promise<unknown> | undefined {
    const answer = this.answer(name, asked)
    if (answer === undefined) return undefined
    const mine = this.turn.then(answer)
    this.turn = mine.catch(() => {})
    return mine
  }

  private answer(name: string, asked: unknown): (() => Promise<unknown>) | undefined {
    if (name === 'recorded') {
      return async () => {
        this.target = targetIn(asked) ?? this.target
        return this.recorded(this.seenLast)
      }
    }
    if (name === 'undo') {
      return async () => {
        this.lines.pop()
        return this.recorded()
      }
    }
    if (name === 'watch') {
      const isOn = isOnIn(asked)
      if (isOn === undefined) return undefined
      return async () => {
        this.watching?.turn(isOn)
        return this.recorded()
      }
    }
    if (name === 'save') {
      const text = textIn(asked)
      return text === undefined ? undefined : () => this.save(text)
    }
    if (name === 'assert') {
      const meant = meantIn(asked)
      return meant && (() => this.told(() => this.assert(meant)))
    }
    const gesture = name === 'do' ? gestureOf(asked) : undefined
    return gesture && (() => this.told(() => this.act(gesture)))
  }

  private recorded(tried?: Tried): Recorded {
    const { setup } = this.options
    const steps = this.steps()
    return {
      target: this.target,
      code: generate(this.target, setup, steps),
      lines: this.lines.map(({ step, effect }) => ({ code: lineOf(step), effect })),
      ...(tried === undefined ? {} : { tried }),
      watches: this.watching !== undefined,
      file: fileName(setup.process, this.target),
    }
  }

  private steps(): Step[] {
    return this.lines.map(({ step }) => step)
  }

  /** A step that fails is shown, and not recorded. */
  private async told(work: () => Promise<Tried>): Promise<Recorded> {
    try {
      return this.recorded(await work())
    } catch (error) {
      if (!isSurehandError(error)) throw error
      return this.recorded({ error: { code: error.code, message: error.message } })
    }
  }

  private readonly noteSeen: Note = (seen) => {
    this.turn = this.turn.then(async () => {
      this.judging.abort()
      this.seenLast = await this.saw(seen)
      this.live.tellOfRecording()
    })
  }

  private async saw(seen: Parameters<Note>[0]): Promise<Tried | undefined> {
    try {
      const { acts, before } = (await seen(this.steps())) ?? { acts: [], before: undefined }
      if (before === undefined || acts.length === 0) return this.seenLast
      const lines = acts.map((act) => this.noteAct(act))
      this.before = before
      this.judging = new AbortController()
      void this.judge(lines, before, this.judging.signal)
      return { receipt: 'Seen in the program.' }
    } catch (error) {
      if (isSurehandError(error)) return { error: { code: error.code, message: error.message } }
      return { error: { code: 'INTERNAL', message: String(error) } }
    }
  }

  private noteAct(act: Act): Line {
    const last = this.lines.at(-1)?.step
    // The first of two presses was noted when it was seen.
    const isSecond = act.verb === 'dblclick' && last?.verb === 'click' && last.target.selector === act.target.selector
    if (isSecond) this.lines.pop()
    return this.note(act, 'unknown')
  }

  /** What the lines came to, as far as that shows. */
  private async judge(lines: readonly Line[], before: Snapshot, signal: AbortSignal): Promise<void> {
    const changes = await changesSince(this.live, before, signal).catch(() => undefined)
    if (changes === undefined || changes.empty) return
    for (const line of lines) line.effect = 'changed'
    if (!signal.aborted) {
      this.seenLast = { receipt: 'Seen in the program.', changes: changes.toJSON({ maxEntries: CHANGES }) }
    }
    this.live.tellOfRecording()
  }

  private async act(gesture: Gesture): Promise<Tried> {
    const { live } = this
    try {
      const { step, text } = await this.meant(gesture)
      void live.wake()
      if (this.isListOpen(step)) await live.desktop.press('Escape', { diff: false, timeout: PATIENCE })
      const receipt = await doStep(live.app, step, text)
      this.note(step, receipt.effect)
      const changes = receipt.diff?.toJSON({ maxEntries: CHANGES })
      return { receipt: receipt.toString(), ...(changes === undefined ? {} : { changes }) }
    } finally {
      // What an action did is there when its answer is.
      await live.refresh()
    }
  }

  /** The list was opened by the step before, which is not written: an option is chosen of a closed one. */
  private isListOpen(step: Step): boolean {
    const last = this.lines.at(-1)?.step
    if (step.verb !== 'selectOption' || last?.verb !== 'click') return false
    return last.target.selector === step.target.selector
  }

  private async meant(gesture: Gesture): Promise<Meant> {
    const steps = this.steps()
    if ('at' in gesture) {
      const at = await this.refAt(gesture.at)
      const to = gesture.kind === 'drag' ? await this.refAt(gesture.to) : undefined
      const snapshot = await this.look()
      return { step: pointed(gesture, this.node(snapshot, at), to === undefined ? undefined : this.node(snapshot, to)) }
    }
    const snapshot = await this.look()
    if (gesture.kind === 'type') return typed(gesture.text, snapshot, steps)
    if (gesture.kind === 'press') return keyed(gesture.key, snapshot, steps)
    return picked(gesture, this.node(snapshot, gesture.ref), steps)
  }

  private async look(): Promise<Snapshot> {
    this.before = await this.live.app.snapshot({ timeout: PATIENCE })
    return this.before
  }

  private async refAt({ x, y }: Place): Promise<string> {
    const { desktop } = this.live
    const there = await desktop.elementAt(x, y, { timeout: PATIENCE })
    if (there !== undefined) return there.ref
    // A tooltip lies there. It goes when the pointer comes, as that of the person did.
    await desktop.mouse.move(x, y, { timeout: PATIENCE }).catch(() => {})
    const end = performance.now() + GOING
    while (performance.now() < end) {
      const below = await desktop.elementAt(x, y, { timeout: PATIENCE })
      if (below !== undefined) return below.ref
      await pause(GOING / 10)
    }
    throw new SurehandError('NOT_FOUND', `Nothing in the tree shows at ${x},${y}, so nothing was done there.`, { x, y })
  }

  private node(snapshot: Snapshot, ref: string): SnapshotNode {
    const node = snapshot.byRef(ref)
    if (node !== undefined) return node
    const message = `The element there (${ref}) is not in the tree of ${this.live.app}: it is gone, or another program's.`
    throw new SurehandError('NOT_FOUND', message, { ref })
  }

  private async assert(meant: { at: Place } | { ref: string }): Promise<Tried> {
    const ref = 'ref' in meant ? meant.ref : await this.refAt(meant.at)
    const snapshot = await this.live.app.snapshot({ timeout: PATIENCE })
    const gone = snapshot.byRef(ref) === undefined ? this.before?.byRef(ref) : undefined
    const node = gone ?? controlOf(this.node(snapshot, ref))
    const target = located(node)
    this.note(
      { verb: 'expect', target, claim: gone === undefined ? claimOf(node, target) : { is: 'hidden' } },
      'asserted',
    )
    return { receipt: 'Asserted.' }
  }

  private note(step: Step, effect: Line['effect']): Line {
    const last = this.lines.at(-1)
    const one = last === undefined ? undefined : merged(last.step, step)
    if (one !== undefined) this.lines.pop()
    const line = { step: one ?? step, effect }
    this.lines.push(line)
    return line
  }

  private async save(text: string): Promise<{ file?: string; error?: string }> {
    const { output } = this.options
    if (output === undefined) return {}
    try {
      await writeFile(output, text)
      return { file: output }
    } catch (error) {
      return { error: `${output} cannot be written: ${(error as NodeJS.ErrnoException).code}.` }
    }
  }
}

const ENDINGS: Record<Target, string> = { script: 'mts', vitest: 'test.ts', jest: 'test.cjs', workflow: 'yml' }

function fileName(process: string, target: Target): string {
  return `${process.replace(/[^\w.-]+/g, '-')}.${ENDINGS[target]}`
}
