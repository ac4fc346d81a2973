import { writeFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { encodePng } from '../../../lib/sdk/picture/png.js'
import { partsOf, type Run } from '../../../lib/sdk/tracing/runs.js'
import type { Entry, StepEntry } from '../../../lib/test/trace/index.js'

// Rows.
const SHOWN = 30

const SIZE = { width: 1280, height: 800 }

/** Writes a trace of so many steps over trees of so many nodes: each presses another row, and the last one fails. */
export async function writeLongTrace(path: string, steps: number, nodes: number): Promise<void> {
  const frame = { ...SIZE, bounds: { x: 0, y: 0, ...SIZE } }
  const screen = await picture(SIZE.width, SIZE.height)
  const entries: Entry[] = [
    { type: 'trace', version: 1, title: 'A long test', began: 0, backend: 'linux', system: 'linux x64, Node 20' },
    { type: 'app', app: 0, name: 'Ledger', pid: 1 },
    { type: 'picture', picture: 0, x: 0, y: 0, ...frame, png: screen },
  ]
  const small = await picture(400, 22)
  for (let step = 0; step < steps; step++) {
    // Only rows that show differ: the rest is as it was.
    const runs: Run[] = partsOf(JSON.stringify(tree(step === 0 ? nodes : SHOWN + 3, step)))
    if (step > 0) runs.splice(-1, 1, [SHOWN + 2, nodes - SHOWN - 2])
    entries.push({ type: 'tree', tree: step, app: 0, ...(step === 0 ? {} : { from: step - 1 }), runs })
    if (step > 0) {
      const layer = { picture: step, ...(step % 12 === 0 ? {} : { on: step - 1 }) }
      const whole = step % 12 === 0
      const [x, y] = whole ? [0, 0] : [40, 40 + (step % SHOWN) * 22]
      entries.push({ type: 'picture', ...layer, x, y, ...frame, png: whole ? screen : small })
    }
    entries.push(stepEntry(step, step === steps - 1))
  }
  entries.push({ type: 'output', process: 1, stream: 'stderr', at: steps * 20, text: 'Ledger: no such row\n' })
  entries.push({ type: 'source', file: '/tests/ledger.test.ts', text: source(steps) })
  entries.push({ type: 'end', at: steps * 20 + 10, status: 'failed', error: 'NOT_FOUND: no row', leftOut: 0 })
  await writeFile(path, gzipSync(entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''), { level: 1 }))
}

function stepEntry(step: number, failed: boolean): StepEntry {
  const row = step % SHOWN
  const element = { role: 'row', name: `Row ${row}`, ref: `e${row + 2}`, bounds: boundsOf(row) }
  const common = { step, kind: 'action', verb: 'click', app: 0, began: step * 20, ended: step * 20 + 15 } as const
  const place = { file: '/tests/ledger.test.ts', line: step + 1, column: 7 }
  if (failed) {
    const message = 'name:Row none matches nothing in Ledger'
    const error = { code: 'NOT_FOUND', message }
    return { type: 'step', ...common, selector: 'name:Row none', place, sent: [], error, after: step, picture: step }
  }
  return {
    ...{ type: 'step', ...common, selector: `name:Row ${row}`, place, element },
    ...{
      sent: [{ at: step * 20 + 1, part: 'acts', what: 'action press' }],
      before: Math.max(0, step - 1),
      after: step,
    },
    picture: step,
  }
}

const boundsOf = (row: number) => ({ x: 40, y: 40 + row * 22, width: 400, height: 22 })

function tree(nodes: number, step: number) {
  const states = ['enabled', 'visible']
  const rows = Array.from({ length: nodes - 2 }, (_, row) => ({
    ...{ role: 'row', ref: `e${row + 2}`, name: `Row ${row}`, bounds: boundsOf(row) },
    ...{
      value: row === step % SHOWN ? `pressed in step ${step}` : 'quiet',
      states: row < SHOWN ? states : ['enabled'],
    },
  }))
  const bounds = { x: 0, y: 0, ...SIZE }
  const window = { role: 'window', ref: 'e1', name: 'Ledger', bounds, states, children: rows }
  return { role: 'application', ref: 'e0', name: 'Ledger', states, children: [window] }
}

/** Stripes: no worse to look at than an empty window, and no smaller than one. */
async function picture(width: number, height: number): Promise<string> {
  const rgba = Buffer.alloc(width * height * 4, 255)
  for (let row = 0; row < height; row++) {
    if (Math.floor(row / 22) % 2 === 1)
      rgba.fill(Buffer.from([225, 230, 240, 255]), row * width * 4, (row + 1) * width * 4)
  }
  return (await encodePng({ width, height, rgba })).toString('base64')
}

function source(steps: number): string {
  return Array.from({ length: steps }, (_, step) => `await app.locator('name:Row ${step % SHOWN}').click()`).join('\n')
}
