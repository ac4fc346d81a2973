import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { HeadlessSession } from '../../lib/sdk/headless/index.js'
import { type DeskOptions, Desks } from '../../lib/test/testkit/desk.js'
import { readTrace } from '../../lib/test/trace/index.js'
import { coloursOf, placeOf, probed, recording, shown } from './support/watched.js'

/** The video that the kit makes of each test of a real program. */

const COLOURS = join(import.meta.dirname, '..', 'fixtures', 'apps', 'colours_gtk3.py')

let desks: Desks
let folder: string
beforeEach(async () => {
  desks = new Desks()
  folder = await mkdtemp(join(tmpdir(), 'surehand-kit-video-'))
})
afterEach(async () => {
  await desks.end()
  await rm(folder, { recursive: true })
})

/** What a test does that turns the window into that colour, and then fails, or does not; gives the files and the colours of its video. */
async function tested(name: string, colour: 'lime' | 'blue', options: DeskOptions, failure?: string) {
  const desk = await desks.open(options, name)
  const app = await desk.launch('/usr/bin/python3', [COLOURS])
  const place = await placeOf(app)
  await shown(desk.desktop, place, 'red')
  for (let press = 0; press < 3; press++) await app.locator(`role:button|name:${colour}`).click()
  await shown(desk.desktop, place, colour)
  const files = await desk.keepRecords(join(folder, name), failure)
  await desk.end()
  const video = files.find((file) => file.endsWith('.webm'))
  const seen = video === undefined ? [] : coloursOf(video, place).map((picture) => picture.colour)
  return { files, seen: new Set(seen) }
}

const named = (name: string, ...files: string[]) => files.map((file) => join(folder, name, file))

test('each test that fails has a video of its own beside its trace, which knows of it; one that passes has none', async () => {
  const options: DeskOptions = { video: 'retain-on-failure', trace: 'retain-on-failure' }
  const first = await tested('first', 'lime', options, 'it is not red')
  expect(first.files).toEqual(named('first', 'video.webm', 'test.trace'))
  expect(first.seen.has('red') && first.seen.has('lime')).toBe(true)
  expect(first.seen.has('blue')).toBe(false)
  const entries = await readTrace(join(folder, 'first', 'test.trace'))
  expect(entries).toContainEqual({ type: 'video', file: 'video.webm', at: expect.any(Number) })

  // On the same display.
  const second = await tested('second', 'blue', options, 'it is not red')
  expect(second.seen.has('blue')).toBe(true)
  expect(second.seen.has('lime')).toBe(false)

  expect((await tested('third', 'blue', options)).files).toEqual([])
  expect(existsSync(join(folder, 'third'))).toBe(false)
})

test('all videos are kept when all are wanted, also without a trace, and in a session that another process started', async () => {
  await using session = await HeadlessSession.start({ width: 900, height: 700 })
  const { files } = await tested('passes', 'lime', { video: 'on', session: session.environment })
  expect(files).toEqual(named('passes', 'video.webm'))
  expect(probed(files[0] as string)).toMatchObject({ codec: 'vp8', width: 900, height: 700 })
  expect(readdirSync(session.directory).filter((name) => /video|webm/.test(name))).toEqual([])
})

test('a test that is ended before its records are kept leaves no video and no process that records', async () => {
  await using session = await HeadlessSession.start()
  const desk = await desks.open({ video: 'on', session: session.environment })
  expect(readdirSync(session.directory).filter((name) => /video|webm/.test(name))).toHaveLength(2)
  await desk.end()
  expect(readdirSync(session.directory).filter((name) => /video|webm/.test(name))).toEqual([])
})

test('a video that ended early is no failure of its test', async () => {
  await using session = await HeadlessSession.start()
  const desk = await desks.open({ video: 'on', trace: 'on', session: session.environment })
  const warned = new Promise<Error>((resolve) => process.once('warning', resolve))
  await session.stop()
  await expect.poll(() => recording(session)).toEqual([])
  expect(await desk.keepRecords(folder, undefined)).toEqual([join(folder, 'test.trace')])
  expect((await warned).message).toMatch(/^A test has no video: The video .* ends early/)
  await desk.end().catch(() => {})
})
