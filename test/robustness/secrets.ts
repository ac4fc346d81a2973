import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, readSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { gunzipSync, inflateRawSync } from 'node:zlib'
import { HeadlessSession } from '../../lib/sdk/headless/index.js'
import { Form } from '../live/support/form.js'
import type { Outcome, Values } from './part.js'

/**
 * A canary in a password field: it is typed, filled, typed by tools and fails to be typed, with tracing and without. Everything that the
 * process gives its caller, writes to its streams and its files is searched for it, and so is its memory, after a collection.
 */

const CHILD = ['--import', 'tsx', join(import.meta.dirname, 'secrets-child.ts')]
/** Copies in memory more than those of a process that only makes the text; strings of JavaScript cannot be wiped. */
export const MOST_COPIES = 24

const MiB = 2 ** 20

function copiesIn(haystack: Buffer, needle: Buffer): number {
  let found = 0
  for (let at = haystack.indexOf(needle); at >= 0; at = haystack.indexOf(needle, at + 1)) found++
  return found
}

/** As UTF-8 and as UTF-16, in all that the process can write. */
export function copiesInMemory(pid: number, text: string): number {
  const needles = [Buffer.from(text, 'utf8'), Buffer.from(text, 'utf16le')]
  const memory = openSync(`/proc/${pid}/mem`, 'r')
  let found = 0
  try {
    for (const line of readFileSync(`/proc/${pid}/maps`, 'utf8').split('\n')) {
      const [, from, to] = /^([0-9a-f]+)-([0-9a-f]+) rw/.exec(line) ?? []
      if (from === undefined || to === undefined) continue
      const [begin, end] = [Number.parseInt(from, 16), Number.parseInt(to, 16)]
      for (let at = begin; at < end; at += 16 * MiB) {
        // Over the seam once more.
        const part = Buffer.alloc(Math.min(16 * MiB + 2 * text.length - 1, end - at))
        try {
          const length = readSync(memory, part, 0, part.length, at)
          for (const needle of needles) found += copiesIn(part.subarray(0, length), needle)
        } catch {
          break // what is mapped and cannot be read
        }
      }
    }
  } finally {
    closeSync(memory)
  }
  return found
}

/** All files below a folder, also what is packed in them. */
function textsBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    if (!entry.isFile()) return []
    const data = readFileSync(join(entry.parentPath, entry.name))
    const texts = [data.toString('latin1')]
    for (const unpack of [gunzipSync, inflateRawSync]) {
      try {
        texts.push(unpack(data).toString('latin1'))
      } catch {
        // not packed so
      }
    }
    // What an HTML page holds as Base64.
    for (const [, packed] of texts[0]?.matchAll(/([A-Za-z0-9+/]{200,}={0,2})/g) ?? []) {
      const bytes = Buffer.from(packed as string, 'base64')
      texts.push(bytes.toString('latin1'))
      try {
        texts.push(gunzipSync(bytes).toString('latin1'))
      } catch {
        // not packed
      }
    }
    return texts
  })
}

export interface Searched {
  copies: number
  /** Where it was found outside of the memory. */
  leaks: string[]
  /** Characters that were searched. */
  searched: number
}

export async function searchFor(use: 'none' | 'typed', tracing: boolean): Promise<Searched> {
  await using session = await HeadlessSession.start()
  const form = await Form.start(session, 'gtk3')
  const canary = `canary-${randomBytes(8).toString('hex')}`
  const folder = mkdtempSync(join(tmpdir(), 'surehand-canary-'))
  const masked = Buffer.from(Buffer.from(canary).map((byte) => byte ^ 0x5a)).toString('hex')
  const environment = { ...session.environment, TMPDIR: folder }
  const job = { environment, pid: form.pid, masked, use, ...(tracing ? { trace: join(folder, 'trace.html') } : {}) }
  const child = spawn(process.execPath, [...CHILD, JSON.stringify(job)], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, TMPDIR: folder },
  })
  let errors = ''
  child.stderr.on('data', (chunk) => {
    errors += chunk
  })
  const lines: string[] = []
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      if (line === 'done') break
      lines.push(line)
    }
    if (child.exitCode !== null) throw new Error(`the process that types ended: ${errors}`)
    const typed = form.events.some(({ event, value }) => event === 'text' && String(value).includes(canary))
    if (use === 'typed' && !typed) throw new Error(`the form was not given the canary: ${errors}`)
    const files = textsBelow(folder)
    const places = { 'what the calls gave': lines, 'the streams': [errors], 'the files': files }
    const leaks = Object.entries(places).flatMap(([name, texts]) =>
      texts.some((text) => text.includes(canary)) ? [name] : [],
    )
    const searched = Object.values(places)
      .flat()
      .reduce((sum, text) => sum + text.length, 0)
    return { copies: copiesInMemory(child.pid as number, canary), leaks, searched }
  } finally {
    child.kill('SIGKILL')
    await form.end()
    rmSync(folder, { recursive: true, force: true })
  }
}

export async function secrets(_: Values): Promise<Outcome> {
  const own = await searchFor('none', false)
  const typed = await searchFor('typed', false)
  const traced = await searchFor('typed', true)
  const faults: string[] = []
  for (const [name, { leaks, copies }] of Object.entries({ typed, traced })) {
    for (const place of leaks) faults.push(`${name}: the canary is in ${place}`)
    if (copies > own.copies + MOST_COPIES) faults.push(`${name}: ${copies} copies in the memory, ${own.copies} without`)
  }
  return { figures: { own, typed, traced }, faults }
}
