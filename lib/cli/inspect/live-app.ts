import type { App } from '../../sdk/app.js'
import type { Desktop } from '../../sdk/desktop.js'
import { isSurehandError } from '../../sdk/errors.js'
import { encodePng } from '../../sdk/picture/png.js'
import type { Rect } from '../../sdk/tree/node.js'
import type { Snapshot } from '../../sdk/tree/snapshot.js'
import { pictureOf } from './picture-of.js'
import type { State } from './protocol.js'
import { Repeated } from './repeated.js'

// ms between two pictures, and how many follow one that was new: an animation goes on after the event that announced it.
const FRAME = 120
const FRAMES = 8

// ms; a tree or a picture that takes longer is given up, and taken again with the next change.
const PATIENCE = 20_000

/** A picture of the windows of an application, with protected fields blank. */
export interface Shown {
  png: Buffer
  bounds: Rect
}

/**
 * What an application shows, for as long as a page looks: its tree and its picture are taken when it has changed, and at no other time.
 * While no page looks, nothing is asked of the application.
 */
export class LiveApp {
  private readonly lookers = new Set<(state: State) => void>()
  private readonly trees = new Repeated(() => this.takeTree())
  private readonly pictures = new Repeated(() => this.takePicture())
  private state: State
  private looking: AbortController | undefined
  private framesLeft = 0
  private nextFrame: NodeJS.Timeout | undefined
  private tree: { snapshot: Snapshot; text: string } | undefined
  private treeAsOf = 0
  private shown: (Shown & { rgba: Uint8Array }) | undefined

  constructor(
    readonly desktop: Desktop,
    readonly app: App,
  ) {
    const { toolkit, pid } = app
    this.state = { app: app.name || app.executable, toolkit, pid, tree: 0, size: 0, cuts: [], picture: 0 }
  }

  /** Calls `tell` with every state, the one that there is now first, until the function that it gives is called. */
  look(tell: (state: State) => void): () => void {
    this.lookers.add(tell)
    tell(this.state)
    if (this.looking === undefined) this.begin()
    return () => {
      this.lookers.delete(tell)
      if (this.lookers.size === 0) this.end()
    }
  }

  /** Nothing is asked of the application any more. */
  end(): void {
    this.looking?.abort()
    this.looking = undefined
    clearTimeout(this.nextFrame)
  }

  /** The tree that was read last; the first one is waited for. */
  async snapshot(): Promise<Snapshot> {
    return (await this.read()).snapshot
  }

  /** The same as JSON, with refs. Values of protected fields are in no tree: the native library leaves them out. */
  async treeText(): Promise<string> {
    return (await this.read()).text
  }

  /** The tree that was read last, and when (`performance.now()`) it was asked for. */
  get latest(): { snapshot: Snapshot; asOf: number } | undefined {
    return this.tree && { snapshot: this.tree.snapshot, asOf: this.treeAsOf }
  }

  /** Tells the pages that what is recorded has changed. */
  tellOfRecording(): void {
    this.change({ recorded: (this.state.recorded ?? 0) + 1 })
  }

  get picture(): Shown | undefined {
    return this.shown
  }

  /** Takes a new tree and a new picture: an action was tried. */
  async refresh(): Promise<void> {
    await Promise.all([this.trees.again(), this.wake()])
  }

  /** Takes a new picture, and more while they differ. Called when the application announces something, and when an action is sent. */
  wake(): Promise<void> {
    this.framesLeft = FRAMES
    return this.pictures.again()
  }

  private async read(): Promise<{ snapshot: Snapshot; text: string }> {
    if (this.tree === undefined) await this.trees.again()
    if (this.tree === undefined) throw new Error(this.state.problem ?? 'The tree could not be read.')
    return this.tree
  }

  private begin(): void {
    const looking = new AbortController()
    this.looking = looking
    const { signal } = looking
    void this.refresh()
    void this.follow(signal)
    void this.listen(signal)
  }

  /** The tree, each time that the application has changed and come to rest. */
  private async follow(signal: AbortSignal): Promise<void> {
    try {
      for await (const _ of this.app.watch({ signal, include: 'all' })) void this.refresh()
    } catch (error) {
      this.stopped(error, signal)
    }
  }

  /** The picture, as soon as something is announced: the tree takes longer to come to rest. */
  private async listen(signal: AbortSignal): Promise<void> {
    try {
      for await (const _ of this.app.events({ signal })) void this.wake()
    } catch (error) {
      // Where there are no events, the picture comes with the tree.
      if (!isSurehandError(error, 'UNSUPPORTED')) this.stopped(error, signal)
    }
  }

  private stopped(error: unknown, signal: AbortSignal): void {
    if (signal.aborted) return
    if (isSurehandError(error, 'APP_EXITED')) this.change({ ended: error.message })
    else this.change({ problem: inWords(error) })
  }

  private async takeTree(): Promise<void> {
    try {
      const asOf = performance.now()
      const snapshot = await this.app.snapshot({ timeout: PATIENCE })
      const text = snapshot.toJSONText({ refs: true })
      this.treeAsOf = asOf
      if (text === this.tree?.text) return
      this.tree = { snapshot, text }
      const cuts = snapshot.cuts.map(
        ({ node, reason, detail }) => `${node.path}: ${reason}${detail ? ` (${detail})` : ''}`,
      )
      this.change({ tree: this.state.tree + 1, size: snapshot.size, cuts, problem: undefined })
    } catch (error) {
      this.change({ problem: inWords(error) })
    }
  }

  private async takePicture(): Promise<void> {
    try {
      const image = await pictureOf(this.desktop, this.app, PATIENCE)
      const { rgba, bounds } = image
      const before = this.shown
      if (before !== undefined && Buffer.compare(before.rgba, rgba) === 0 && sameRect(before.bounds, bounds)) return
      this.shown = { png: await encodePng(image), bounds, rgba }
      this.change({ picture: this.state.picture + 1, noPicture: undefined })
      this.takeNextFrame()
    } catch (error) {
      this.change({ noPicture: inWords(error) })
    }
  }

  private takeNextFrame(): void {
    clearTimeout(this.nextFrame)
    if (this.looking === undefined || this.framesLeft-- <= 0) return
    this.nextFrame = setTimeout(() => void this.pictures.again(), FRAME)
  }

  private change(what: Partial<State>): void {
    const before = JSON.stringify(this.state)
    this.state = { ...this.state, ...what }
    if (JSON.stringify(this.state) === before) return
    for (const tell of this.lookers) tell(this.state)
  }
}

function sameRect(one: Rect, other: Rect): boolean {
  return one.x === other.x && one.y === other.y && one.width === other.width && one.height === other.height
}

function inWords(error: unknown): string {
  return isSurehandError(error) ? `${error.code}: ${error.message}` : String(error)
}
