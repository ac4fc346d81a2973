import type {
  End,
  Entry,
  EventsEntry,
  Header,
  OutputEntry,
  PictureEntry,
  StepEntry,
  VideoEntry,
} from '../../../sdk/tracing/trace-format.js'
import { type TraceTree, Trees } from '../rebuilt.js'

/** A trace as it is shown. */
export class Recorded {
  header: Header | undefined
  end: End | undefined
  readonly steps: StepEntry[] = []
  readonly apps = new Map<number, string>()
  readonly pictures = new Map<number, PictureEntry>()
  readonly events: EventsEntry[] = []
  readonly output: OutputEntry[] = []
  video: VideoEntry | undefined
  readonly sources = new Map<string, string>()
  private readonly trees = new Trees()

  constructor(lines: readonly string[]) {
    for (const line of lines) this.add(JSON.parse(line) as Entry)
    this.steps.sort((a, b) => a.step - b.step)
  }

  /** ms. */
  get duration(): number {
    return Math.max(1, this.end?.at ?? 0, ...this.steps.slice(-1).map(({ ended }) => ended))
  }

  tree(number: number | undefined): TraceTree | undefined {
    return number === undefined ? undefined : this.trees.tree(number)
  }

  /** The trees before and after a step. Of what failed there is only one, of then: what it was before is what the step before left. */
  treesOf(step: StepEntry): { before: TraceTree | undefined; after: TraceTree | undefined } {
    const earlier = this.steps.slice(0, this.steps.indexOf(step)).reverse()
    const left = earlier.find(({ app, after }) => app === step.app && after !== undefined)?.after
    return { before: this.tree(step.before ?? left), after: this.tree(step.after) }
  }

  /** Until when what happens belongs to the step. */
  until(step: StepEntry): number {
    return this.steps[this.steps.indexOf(step) + 1]?.began ?? Number.POSITIVE_INFINITY
  }

  private add(entry: Entry): void {
    if (entry.type === 'trace') this.header = entry
    else if (entry.type === 'end') this.end = entry
    else if (entry.type === 'step') this.steps.push(entry)
    else if (entry.type === 'app') this.apps.set(entry.app, entry.name)
    else if (entry.type === 'picture') this.pictures.set(entry.picture, entry)
    else if (entry.type === 'events') this.events.push(entry)
    else if (entry.type === 'output') this.output.push(entry)
    else if (entry.type === 'video') this.video = entry
    else if (entry.type === 'source') this.sources.set(entry.file, entry.text)
    else if (entry.type === 'tree') this.trees.add(entry)
  }
}

/** What the page holds: the file, in Base64. */
export async function recordedIn(base64: string): Promise<Recorded> {
  const file = bytesOf(base64)
  const text = await new Response(new Blob([file]).stream().pipeThrough(new DecompressionStream('gzip'))).text()
  return new Recorded(text.trimEnd().split('\n'))
}

export function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const binary = atob(base64)
  const bytes = new Uint8Array(binary.length)
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at)
  return bytes
}
