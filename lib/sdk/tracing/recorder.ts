import { basename } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Payload } from '../action/hooks.js'
import type { Beginning, Ending, Recorder, Recording } from '../action/recording.js'
import { Limits } from '../call/limits.js'
import { isSurehandError } from '../errors.js'
import type { Found } from '../look/look.js'
import type { AppIdentity } from '../look/scope.js'
import type {
  NativeApplication,
  NativeBinding,
  NativeDesktop,
  NativeEvent,
  NativeImage,
  NativeSnapshot,
} from '../native/binding.js'
import type { Receipt } from '../receipt.js'
import type { Rect } from '../tree/node.js'
import { Output } from './output.js'
import { Pictures } from './pictures.js'
import { callingPlace } from './place.js'
import { Protected } from './protected.js'
import { Secrets } from './secrets.js'
import { sourcesOf } from './sources.js'
import { Store } from './store.js'
import {
  type End,
  type EventsEntry,
  type Header,
  MASK,
  type ReceiptOfStep,
  type Sent,
  type StepEntry,
  type VideoEntry,
} from './trace-format.js'
import { WrittenTrees } from './trees.js'

// What is read of an application when a step has failed: as actions read it, so that the difference shows what happened.
const READS = { bounds: true, text: true, actions: false, attributes: false }

// ms; an application that hangs answers nothing, and the test is to go on.
const LOOK = 1_500
const PICTURE = 1_000

// Entries of each list of a diff.
const CHANGES = 100

// Of one batch; what floods is told as a number.
const EVENTS = 100

// ms in which events are told as one batch.
const BATCH = 20

export interface RecorderOptions {
  title: string
  maxBytes: number
  pictures: boolean
}

/** Writes a trace. What takes time and can wait is done while the application is waited for, one thing after the other. */
export class TraceRecorder implements Recorder {
  private readonly start = performance.now()
  private readonly header: Header
  private readonly store: Store
  private readonly trees = new WrittenTrees()
  private readonly pictures = new Pictures()
  private readonly secrets = new Secrets()
  private readonly fields: Protected
  private readonly output: Output
  private readonly apps = new Map<number, number>()
  private readonly pids = new Map<string, number>()
  private readonly files = new Set<string>()
  private steps = 0
  private batch: EventsEntry | undefined
  private work: Promise<unknown> = Promise.resolve()

  constructor(
    private readonly binding: NativeBinding,
    private readonly native: NativeDesktop,
    private readonly options: RecorderOptions,
  ) {
    const { title, maxBytes } = options
    const { backend } = native
    const system = `${process.platform} ${process.arch}, Node ${process.versions.node}`
    this.header = { type: 'trace', version: 1, title, began: Date.now(), backend, system }
    this.store = new Store(maxBytes, () => {
      this.trees.startAnew()
      this.pictures.startAnew()
    })
    this.fields = new Protected(native)
    this.output = new Output(native)
  }

  began({ kind, verb, selector, app, scope }: Beginning): Recording {
    const place = callingPlace()
    if (place !== undefined) this.files.add(place.file)
    const appKey = scope?.target.appKey
    if (appKey !== undefined && app !== undefined) this.pids.set(appKey, app.pid)
    const sent: Sent[] = []
    const entry: StepEntry = { type: 'step', step: this.steps++, kind, verb, selector, began: this.now, ended: 0, sent }
    if (place !== undefined) entry.place = place
    const step: Step = { entry, app, appKey, found: undefined, picture: undefined }
    return {
      sending: async ({ part, payload, found }) => {
        if (payload.kind === 'text' && payload.protected) this.secrets.add(payload.text)
        sent.push({ at: this.now, part, what: inWords(payload) })
        if (found === undefined || part === 'prepares') return
        step.found = found
        await this.guarded(() => this.photograph(step, found))
      },
      ended: (ending) => this.guarded(() => this.end(step, ending)),
    }
  }

  launched(process: number, { key, name, pid, executable }: NativeApplication): void {
    this.pids.set(key, pid)
    this.output.follow(process)
    void this.later(() => this.appNumber({ name, pid, id: '', executable }))
  }

  heard(appKey: string, events: readonly NativeEvent[], dropped: number): void {
    const pid = this.pids.get(appKey)
    const app = pid === undefined ? undefined : this.apps.get(pid)
    if (this.batch === undefined || this.batch.app !== app || this.now - this.batch.at > BATCH) {
      this.flushEvents()
      this.batch = { type: 'events', ...(app === undefined ? {} : { app }), at: this.now, events: [], dropped: 0 }
    }
    const { batch } = this
    const room = EVENTS - batch.events.length
    const told = events.slice(0, room).map(({ kind, detail, name }) => ({ kind, detail, ...(name ? { name } : {}) }))
    batch.events = [...batch.events, ...told]
    batch.dropped += dropped + events.length - told.length
  }

  /** Ends it, and gives what writes it to a file. */
  async finish(
    outcome: Pick<End, 'status' | 'error'>,
    path: string | undefined,
    video?: { path: string; began: number },
  ): Promise<void> {
    const photo = path === undefined ? undefined : this.photoSoon()
    this.flushEvents()
    void this.later(() => this.addOutput(true))
    await this.work
    if (path === undefined) return
    const picture = await photo?.number
    const last = picture === undefined ? {} : { picture }
    const sources = await sourcesOf(this.files)
    const videos = video === undefined ? [] : [this.videoEntry(video)]
    const { leftOut } = this.store
    const end: End = { type: 'end', at: this.now, ...outcome, ...last, leftOut }
    await this.store.write(path, this.header, this.secrets, [...videos, ...sources, end])
  }

  private videoEntry({ path, began }: { path: string; began: number }): VideoEntry {
    return { type: 'video', file: basename(path), at: Math.round(began - this.header.began) }
  }

  private get now(): number {
    return Math.round((performance.now() - this.start) * 1000) / 1000
  }

  private limits(ms: number): Limits {
    return new Limits(this.binding, undefined, ms)
  }

  /** A trace that cannot be written is no failure of what it is about. */
  private async guarded(work: () => Promise<unknown>): Promise<void> {
    try {
      await work()
    } catch (error) {
      // The desktop was let go of, or the application is gone: that is told by the step itself.
      if (isSurehandError(error)) return
      process.emitWarning(
        `The trace misses something: ${error instanceof Error ? error.stack : error}`,
        'SurehandWarning',
      )
    }
  }

  /** Does it when the event loop has nothing else to do, after what was to be done before. */
  private later<T>(work: () => T | Promise<T>): Promise<T | undefined> {
    const done = this.work.then(async () => {
      await nextTurn()
      return work()
    })
    const result: Promise<T | undefined> = done.catch((error: unknown) => {
      void this.guarded(() => Promise.reject(error))
      return undefined
    })
    this.work = result
    return result
  }

  /** Right before something is sent, which waits for it: both questions are asked at once. */
  private async photograph(step: Step, found: Found): Promise<void> {
    if (!this.options.pictures) return
    const { appKey } = step
    const seen = appKey === undefined ? undefined : this.fields.seeFound(appKey, found, this.limits(PICTURE))
    const [image] = await Promise.all([this.shoot(), seen])
    step.picture = this.developed({ image, areas: this.fields.all })
  }

  /** Takes it at once; what it comes to is seen to later. `undefined`: there are to be none. */
  private async photo(): Promise<Photo | undefined> {
    if (!this.options.pictures) return undefined
    return this.developed({ image: await this.shoot(), areas: this.fields.all })
  }

  private developed(shot: Shot): Photo {
    return { number: this.later(() => this.develop(shot)) }
  }

  /** Takes it as soon as what was to be done before is done. It is not waited for. */
  private photoSoon(): Photo | undefined {
    if (!this.options.pictures) return undefined
    return { number: this.later(async () => this.develop({ image: await this.shoot(), areas: this.fields.all })) }
  }

  private shoot(): Promise<NativeImage> {
    return this.limits(PICTURE).call((native) => this.native.screenshot({}, native))
  }

  private async develop({ image, areas }: Shot): Promise<number> {
    const entry = await this.pictures.add(image, areas)
    if (typeof entry === 'number') return entry
    this.store.add(entry)
    return entry.picture
  }

  private async end(step: Step, ending: Ending): Promise<void> {
    const { entry, app, appKey, found } = step
    const { receipt, error, seen } = ending
    entry.ended = this.now
    this.flushEvents()
    if (error !== undefined) entry.error = errorOf(error)
    if (seen !== undefined) entry.seen = seen
    const before = receipt?.diff?.before.native ?? found?.snapshot
    let after = receipt?.after?.native ?? ending.tree
    if (error !== undefined && appKey !== undefined && after === undefined) after = await this.look(appKey, entry)
    if (after !== undefined && appKey !== undefined && found?.near === undefined) this.fields.see(appKey, after)
    if (error !== undefined) {
      await this.guarded(async () => {
        step.picture = await this.photo()
      })
    } else if (entry.kind === 'expect') step.picture = this.photoSoon()
    if (receipt !== undefined) entry.receipt = receiptOf(receipt)
    void this.later(async () => {
      if (app !== undefined) entry.app = this.appNumber(app)
      const how = ending.tree !== undefined ? 'expect' : found?.near === true ? 'near' : 'action'
      if (before !== undefined) entry.before = this.addTree(before, entry, how)
      if (after !== undefined) entry.after = this.addTree(after, entry, how)
      const element = elementOf(step, ending, before ?? after)
      if (element !== undefined) entry.element = element
      const picture = await step.picture?.number
      if (picture !== undefined) entry.picture = picture
      this.store.add(entry)
      await this.addOutput()
    })
  }

  private async look(appKey: string, entry: StepEntry): Promise<NativeSnapshot | undefined> {
    try {
      return await this.limits(LOOK).call((native) => this.native.snapshot({ appKey }, READS, native))
    } catch (error) {
      entry.noTree = isSurehandError(error) ? `${error.code}: ${error.message}` : String(error)
      return undefined
    }
  }

  private addTree(snapshot: NativeSnapshot, { app = -1 }: StepEntry, how: string): number {
    const entry = this.trees.add(snapshot, app, how)
    if (typeof entry === 'number') return entry
    this.store.add(entry)
    return entry.tree
  }

  private appNumber({ name, executable, pid }: AppIdentity): number {
    const known = this.apps.get(pid)
    if (known !== undefined) return known
    const app = this.apps.size
    this.apps.set(pid, app)
    this.store.add({ type: 'app', app, name: name || executable, pid })
    return app
  }

  private flushEvents(): void {
    const { batch } = this
    this.batch = undefined
    if (batch !== undefined) void this.later(() => this.store.add(batch))
  }

  private async addOutput(last = false): Promise<void> {
    const entries = await this.output.sinceLast(this.limits(PICTURE), last)
    for (const entry of entries) this.store.add({ ...entry, at: this.now })
  }
}

/** A step while it goes on. */
interface Step {
  entry: StepEntry
  app: AppIdentity | undefined
  appKey: string | undefined
  found: Found | undefined
  picture: Photo | undefined
}

interface Photo {
  number: Promise<number | undefined>
}

/** What was taken, and what is to be blank in it. */
interface Shot {
  image: NativeImage
  areas: readonly Rect[]
}

function errorOf(error: unknown): NonNullable<StepEntry['error']> {
  if (isSurehandError(error)) return { code: error.code, message: error.message }
  return { message: error instanceof Error ? error.message : String(error) }
}

function receiptOf(receipt: Receipt): ReceiptOfStep {
  const { effect, route, detail, confirmed, pending, choices, attempts, awaited, heldBefore, diff } = receipt
  return {
    ...{ effect, route, detail, confirmed, pending, text: receipt.toString(), choices, attempts },
    ...(awaited === undefined ? {} : { awaited }),
    ...(heldBefore === undefined ? {} : { heldBefore }),
    ...(diff === undefined ? {} : { changes: diff.toJSON({ maxEntries: CHANGES }) }),
  }
}

function elementOf(
  { found }: Step,
  { receipt, error, tree, node }: Ending,
  snapshot: NativeSnapshot | undefined,
): StepEntry['element'] {
  if (tree !== undefined && node !== undefined) return elementIn(tree, node)
  if (found !== undefined) return elementIn(found.snapshot, found.node)
  const acted = receipt?.element ?? namedBy(error)
  if (acted === undefined || acted.role === '') return undefined
  const at = acted.ref === '' ? -1 : (snapshot?.byRef(acted.ref) ?? -1)
  if (snapshot !== undefined && at >= 0) return elementIn(snapshot, at)
  return { role: acted.role, ref: acted.ref, ...(acted.name === undefined ? {} : { name: acted.name }) }
}

/** What could not be acted on. */
function namedBy(error: unknown): StepEntry['element'] {
  if (!isSurehandError(error)) return undefined
  const { ref, role, name } = error.details
  if (typeof ref !== 'string' || typeof role !== 'string') return undefined
  return { ref, role, ...(typeof name === 'string' ? { name } : {}) }
}

function elementIn(snapshot: NativeSnapshot, node: number): NonNullable<StepEntry['element']> {
  const { role, name, bounds } = snapshot.node(node)
  return {
    ...{ role, ref: snapshot.ref(node) },
    ...(name === undefined ? {} : { name }),
    ...(bounds === undefined ? {} : { bounds }),
  }
}

/** Never what is typed. */
function inWords(payload: Payload): string {
  switch (payload.kind) {
    case 'action':
      return `action ${payload.name ?? payload.action}`
    case 'text':
      return `text (${payload.length} characters)`
    case 'clipboard':
      return `clipboard (${payload.length} characters)`
    case 'value':
      return `value ${payload.number}`
    case 'keys':
      return `keys ${payload.protected ? MASK : payload.keys.join(' ')}`
    case 'pointer':
      return `pointer${payload.x === undefined ? '' : ` at ${payload.x}, ${payload.y}`}${payload.wheel ? ', wheel' : ''}${payload.buttons.length > 0 ? ', click' : ''}`
    case 'window':
      return `window ${payload.operation}`
    case 'launch':
      return `start ${[payload.command, ...payload.args].join(' ')}`
    case 'quit':
      return payload.force ? 'end it by force' : 'ask it to quit'
  }
}
