import { open, readFile } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import type { Entry } from '../../sdk/tracing/trace-format.js'

// Bytes. Base64 makes a third more of it; a browser opens a page of that size without a pause that is felt.
const EMBEDDED = 32 * 1024 * 1024

/** How a WebM file begins. */
const EBML = '1a45dfa3'

/** The video of a trace: in the page, or, when it is large, beside it. */
export type PageVideo = { base64: string } | { href: string }

/**
 * `undefined`: the trace has none, or it is not there. A trace may come from anywhere, so its video is a WebM file in its own folder and no
 * other file of this machine. `page`: the file that shows it.
 */
export async function videoOf(
  trace: string,
  entries: readonly Entry[],
  page: string,
  embedded = EMBEDDED,
): Promise<PageVideo | undefined> {
  const entry = entries.find(({ type }) => type === 'video')
  if (entry?.type !== 'video' || basename(entry.file) !== entry.file || !entry.file.endsWith('.webm')) return undefined
  const path = join(dirname(trace), entry.file)
  const size = await sizeOfWebm(path)
  if (size === undefined) return undefined
  if (size <= embedded) return { base64: (await readFile(path)).toString('base64') }
  const parts = relative(dirname(page), path).split(/[\\/]/)
  return { href: parts.map(encodeURIComponent).join('/') }
}

async function sizeOfWebm(path: string): Promise<number | undefined> {
  const file = await open(path).catch(() => undefined)
  if (file === undefined) return undefined
  try {
    const stat = await file.stat()
    if (!stat.isFile()) return undefined
    const { buffer } = await file.read(Buffer.alloc(EBML.length / 2), 0, EBML.length / 2, 0)
    return buffer.toString('hex') === EBML ? stat.size : undefined
  } finally {
    await file.close()
  }
}
