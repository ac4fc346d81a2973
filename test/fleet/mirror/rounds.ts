import { type App, type Change, Desktop, type Diff, diff, isSurehandError, type Locator, type Snapshot } from 'surehand'
import type { HeadlessSession } from 'surehand/headless'
import { type Question, Questions } from './asked.js'
import { type Difference, differences, type FlatTree, flattened } from './flat.js'
import { keptTree, untrue } from './kept.js'
import type { Random } from './random.js'
import type { Subject } from './subjects/subject.js'

/** How the long side is spoilt on purpose, to see that the comparison reports it. */
export type Break = 'stale' | 'field' | 'click'

/** What one comparison found. */
export interface Finding extends Difference {
  /** `snapshot`, `tree`, `count`, `click`, `kept`. */
  answer: string
  mutation: string
  said: string
  round: number
}

export interface Tally {
  mutations: number
  comparisons: Record<string, number>
  /** Rounds in which the program never came to rest. */
  restless: number
  /** What differed between the last two fresh reads that were not alike. */
  changing?: Difference
  /** Clicks that could not be compared, by reason. */
  leftOut: Record<string, number>
  findings: Finding[]
  byMutation: Record<string, number>
}

/** What a program has for the comparison of a press: a button that changes something small, and one that changes nothing. */
export const BUTTONS = ['Note it', 'Nothing'] as const

const QUIET_GAP = 60
const QUIET_WITHIN = 30_000
/** Of a difference, how often it has to be seen again on a tree that stays the same before it counts. */
const CONFIRMED = 2

interface Answers {
  snapshot: Snapshot
  flat: FlatTree
  tree: string
  counts: number[]
  /** Of the long side: the tree that actions look at, where one is kept. */
  kept?: FlatTree
}

export interface RoundOptions {
  /** How many new selectors are asked for each time. */
  questions: number
  /** How often a press is compared, 0 … 1. */
  clicks: number
  break?: Break
  /** These mutations alone. */
  only?: readonly string[]
  /** Says each mutation on stderr. */
  verbose: boolean
}

/** Compares what a long-lived desktop answers with what a desktop answers that was opened for the question. */
export class Rounds {
  readonly tally: Tally = {
    mutations: 0,
    comparisons: { snapshot: 0, tree: 0, kept: 0, count: 0, click: 0 },
    restless: 0,
    leftOut: {},
    findings: [],
    byMutation: {},
  }
  private readonly questions: Questions
  private held: Answers | undefined

  constructor(
    private readonly session: HeadlessSession,
    private readonly long: App,
    private readonly subject: Subject,
    private readonly random: Random,
    private readonly options: RoundOptions,
  ) {
    this.questions = new Questions(random)
  }

  /** One mutation and its comparisons. */
  async next(): Promise<void> {
    const mutation = this.random.pick(this.options.only ?? this.subject.mutations)
    // In the middle of a mutation, too, something may ask: what it reads then must not be what it believes afterwards.
    const peek = this.random.chance(0.3) ? this.long.snapshot().catch(() => undefined) : undefined
    const { said, modal } = await this.subject.mutate(mutation, this.random.below(2 ** 31))
    await peek
    if (said === undefined) return
    this.tally.mutations++
    if (this.options.verbose) console.error(`${this.tally.mutations}: ${mutation}: ${said}`)
    this.tally.byMutation[mutation] = (this.tally.byMutation[mutation] ?? 0) + 1
    const where = { mutation, said, round: this.tally.mutations }
    await using fresh = await this.opened()
    if (!(await this.compare(fresh.app, where)) || !this.random.chance(this.options.clicks)) return
    if (modal) this.leaveOut('a modal dialog is open')
    else await this.compareClick(fresh.app, where)
  }

  /** Asks both sides until they agree, or differ on a tree that stays the same. `false`: the program never came to rest. */
  private async compare(app: App, where: Where): Promise<boolean> {
    let questions: Question[] | undefined
    let found: Finding[] = []
    let ofLongIsKept = false
    for (let again = 0; again <= CONFIRMED; again++) {
      const before = await this.still(app)
      if (before === undefined) {
        this.tally.restless++
        if (this.options.verbose) console.error('  not at rest', this.tally.changing)
        return false
      }
      questions ??= this.questions.about(before, this.options.questions)
      const ofLong = this.spoilt(await this.answers(this.long, questions), where.round)
      ofLongIsKept = ofLong.kept !== undefined
      const ofFresh = await this.answersAfresh(app, questions, ofLong.counts)
      const asked = questions
      found = this.compared(ofLong, ofFresh, asked).map((difference) => ({ ...difference, ...where }))
      if (found.length === 0 || differences(flattened(before, this.subject.renewing), ofFresh.flat).length > 0) {
        if (found.length === 0) break
        // The program changed meanwhile: that says nothing.
        again--
        if (Date.now() > this.patience(where)) break
      }
    }
    this.tally.comparisons.snapshot!++
    this.tally.comparisons.tree!++
    if (ofLongIsKept) this.tally.comparisons.kept!++
    this.tally.comparisons.count! += questions?.length ?? 0
    this.tally.findings.push(...found)
    return true
  }

  private deadline = { round: 0, at: 0 }
  private patience({ round }: Where): number {
    if (this.deadline.round !== round) this.deadline = { round, at: Date.now() + QUIET_WITHIN }
    return this.deadline.at
  }

  private compared(long: Answers, fresh: Answers, questions: readonly Question[]): (Difference & { answer: string })[] {
    const found: (Difference & { answer: string })[] = []
    for (const difference of differences(long.flat, fresh.flat)) found.push({ answer: 'snapshot', ...difference })
    if (JSON.stringify(long.snapshot.toJSON()) !== JSON.stringify(fresh.snapshot.toJSON()) && found.length === 0) {
      found.push({ answer: 'snapshot', field: 'toJSON', node: 'the tree', path: '', long: 'differs', fresh: '' })
    }
    const [ours, theirs] = [long.tree.split('\n'), fresh.tree.split('\n')]
    const line = theirs.findIndex((text, index) => text !== ours[index])
    if (long.tree !== fresh.tree) {
      const at = line < 0 ? theirs.length : line
      found.push({ answer: 'tree', field: 'line', node: `line ${at}`, path: '', long: ours[at], fresh: theirs[at] })
    }
    if (long.kept !== undefined) {
      for (const difference of untrue(long.kept, fresh.flat)) found.push({ answer: 'kept', ...difference })
    }
    questions.forEach(({ text }, index) => {
      const [one, other] = [long.counts[index], fresh.counts[index]]
      if (one !== other) found.push({ answer: 'count', field: 'count', node: text, path: '', long: one, fresh: other })
    })
    return found
  }

  private async answers(app: App, questions: readonly Question[]): Promise<Answers> {
    const first = this.random.chance(0.5)
    const count = () => Promise.all(questions.map(({ locator }) => countOf(locator(app))))
    const early = first ? await count() : undefined
    const snapshot = await app.snapshot()
    // Refs are numbered by each desktop for itself.
    const tree = await app.tree({ refs: false })
    const counts = early ?? (await count())
    const kept = app === this.long ? await keptTree(app, this.subject.renewing) : undefined
    return { snapshot, flat: flattened(snapshot, this.subject.renewing), tree, counts, ...(kept && { kept }) }
  }

  /** The same of one fresh tree; where a count of it differs, the desktop is asked itself. */
  private async answersAfresh(app: App, questions: readonly Question[], others: readonly number[]): Promise<Answers> {
    const answers = await this.answers(app, [])
    for (const [index, question] of questions.entries()) {
      const count = question.countIn(answers.snapshot)
      answers.counts.push(count === others[index] ? count : await countOf(question.locator(app)))
    }
    return answers
  }

  /** What `--break` makes of an answer of the long side. */
  private spoilt(answers: Answers, round: number): Answers {
    const { held } = this
    if (this.options.break === 'stale') {
      // Refreshed each third time only.
      if (held !== undefined && round % 3 !== 0) return { ...held, counts: answers.counts }
      this.held = answers
    }
    if (this.options.break === 'field' && round % 5 === 0) {
      const node = this.random.pick([...answers.flat.values()])
      node.fields.description = 'broken on purpose'
    }
    return answers
  }

  private async compareClick(app: App, where: Where): Promise<void> {
    const name = this.random.pick(BUTTONS)
    // What has come to rest may yet be activated by the window manager: a press is compared with what was there just before it.
    const rested = await this.still(app)
    if (rested === undefined) return
    let receipt: Awaited<ReturnType<ReturnType<App['getByRole']>['click']>>
    try {
      receipt = await this.long.getByRole('button', { name }).click({ timeout: 15_000 })
    } catch (error) {
      // A button that is not to be used at the time: the same for both.
      if (isSurehandError(error, 'NOT_ACTIONABLE') || isSurehandError(error, 'NOT_FOUND')) {
        this.leaveOut(error.code)
        return
      }
      throw error
    }
    const after = await this.still(app)
    if (after === undefined) return
    const expected = await diff(rested, after)
    const seen = this.options.break === 'click' && where.round % 3 === 0 ? await diff(rested, rested) : receipt.diff
    this.tally.comparisons.click!++
    const add = (field: string, long: unknown, fresh: unknown) => {
      if (JSON.stringify(long) === JSON.stringify(fresh)) return
      this.tally.findings.push({ answer: 'click', field, node: `button "${name}"`, path: '', long, fresh, ...where })
    }
    if (seen === undefined) {
      add('diff', receipt.effect, expected.summary)
      return
    }
    const effect = receipt.effect === 'unknown' && isEmpty(expected) ? 'unchanged' : receipt.effect
    add('effect', effect, isEmpty(expected) ? 'unchanged' : 'changed')
    for (const list of ['added', 'removed', 'modified'] as const) {
      add(list, namesOf(seen, list), namesOf(expected, list))
    }
  }

  private leaveOut(reason: string): void {
    this.tally.leftOut[reason] = (this.tally.leftOut[reason] ?? 0) + 1
  }

  /** Two fresh reads that are alike; the later one. */
  private async still(app: App): Promise<Snapshot | undefined> {
    const deadline = Date.now() + QUIET_WITHIN
    let last: FlatTree | undefined
    while (Date.now() < deadline) {
      const snapshot = await app.snapshot()
      const flat = flattened(snapshot, this.subject.renewing)
      const changed = last === undefined ? [] : differences(last, flat)
      if (last !== undefined && changed.length === 0) return snapshot
      this.tally.changing = changed[0]
      last = flat
      await new Promise((resolve) => setTimeout(resolve, QUIET_GAP))
    }
    return
  }

  private async opened(): Promise<AsyncDisposable & { app: App }> {
    const desktop = await Desktop.open({ environment: this.session.environment, defaultTimeout: 30_000 })
    const app = await desktop.app({ pid: this.subject.pid })
    return { app, [Symbol.asyncDispose]: () => desktop.dispose() }
  }
}

interface Where {
  mutation: string
  said: string
  round: number
}

const isEmpty = (of: Diff) => of.added.length + of.removed.length + of.modified.length + of.moved.length === 0

const namesOf = (of: Diff, list: 'added' | 'removed' | 'modified'): string[] =>
  of[list]
    .map((entry) => {
      const changes = 'changes' in entry ? (entry.changes as readonly Change[]).map(({ attribute }) => attribute) : []
      return `${entry.role} ${JSON.stringify(entry.name ?? '')} ${changes.sort().join()}`.trim()
    })
    .sort()

/** Of a tree that is cut (Qt publishes no more of some views), as far as it goes. */
async function countOf(locator: Locator): Promise<number> {
  const count = await locator.count({ atLeast: true })
  return typeof count === 'number' ? count : count.atLeast
}
