import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HeadlessSession } from '../../lib/sdk/headless/index.js'
import { SessionVideo } from '../../lib/sdk/headless/video.js'
import { noSway } from './support/sway.js'
import { coloursOf, placeOf, probed, recording, shown } from './support/watched.js'

/** Videos of what a session's display shows. */

const COLOURS = join(import.meta.dirname, '..', 'fixtures', 'apps', 'colours_gtk3.py')
const OWNER = join(import.meta.dirname, '..', 'fixtures', 'video-owner.mjs')

// ms: a picture is rounded to a 25th of a second, and what stamps it is another process.
const NEAR = 100

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'surehand-video-'))
})
afterAll(() => rm(folder, { recursive: true }))

const noDisplay = (display: 'x11' | 'wayland') => (display === 'wayland' ? noSway : '')

describe.each([
  ['x11', { display: 'x11' }],
  ['x11 of 30 bits', { display: 'x11', depth: 30 }],
  ['wayland', { display: 'wayland' }],
] as const)('%s', (name, options) => {
  const missing = noDisplay(options.display)
  test.skipIf(missing !== '')(
    `a video shows each change when it happened, and is as long as what it shows ${missing}`,
    async () => {
      await using session = await HeadlessSession.start(options)
      const desktop = await session.desktop()
      const app = await desktop.launch({ command: '/usr/bin/python3', args: [COLOURS] })
      const place = await placeOf(app)
      await shown(desktop, place, 'red')

      const path = join(folder, name, 'colours.webm')
      await session.video.start({ path })
      const press = async (colour: 'lime' | 'blue') => {
        const sent = Date.now()
        // It stays so for a while.
        for (let time = 0; time < 10; time++) await app.locator(`role:button|name:${colour}`).click()
        return { sent, seen: await shown(desktop, place, colour) }
      }
      const lime = await press('lime')
      const blue = await press('blue')
      const stopping = Date.now()
      const video = await session.video.stop()

      expect(video).toEqual({ path, began: expect.any(Number) })
      const { duration, ...about } = probed(path)
      expect(about).toEqual({ codec: 'vp8', width: session.width, height: session.height })
      expect(duration).toBeGreaterThan(stopping - video.began - 1_000)
      expect(duration).toBeLessThan(Date.now() - video.began + NEAR)

      const pictures = coloursOf(path, place)
      const order = pictures.map(({ colour }) => colour).filter((colour, at, all) => colour !== all[at - 1])
      expect(order).toEqual(['red', 'lime', 'blue'])
      const first = (wanted: string) =>
        video.began + (pictures.find(({ colour }) => colour === wanted)?.at ?? Number.NaN)
      expect(first('lime')).toBeGreaterThan(lime.sent - NEAR)
      expect(first('lime')).toBeLessThan(blue.sent + NEAR)
      expect(first('blue')).toBeGreaterThan(blue.sent - NEAR)
      expect(recording(session)).toEqual([])
      expect(readdirSync(session.directory).filter((name) => name.startsWith('video-'))).toEqual([])
    },
  )
})

describe.each(['x11', 'wayland'] as const)('%s', (display) => {
  const missing = noDisplay(display)
  test.skipIf(missing !== '').each(['is killed', 'leaves'])(
    `when the process of the session %s, the file plays and nothing is left ${missing}`,
    async (how) => {
      const path = join(folder, `${display} ${how}.webm`)
      const leave = how === 'leaves' ? ['leave'] : []
      const owner = spawn(process.execPath, ['--import', 'tsx', OWNER, path, display, ...leave], {
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const gone = once(owner, 'exit')
      const [said] = (await once(owner.stdout, 'data')) as [Buffer]
      const directory = said.toString().trim()
      if (how === 'is killed') owner.kill('SIGKILL')
      expect(await gone).toEqual(how === 'is killed' ? [null, 'SIGKILL'] : [0, null])
      await expect.poll(() => recording({ directory })).toEqual([])
      await expect.poll(() => existsSync(directory)).toBe(false)
      expect(probed(path).duration).toBeGreaterThan(0)
    },
  )

  test.skipIf(missing !== '')(
    `a session that another process stops ends the recording, and stop() says so ${missing}`,
    async () => {
      const session = await HeadlessSession.start({ display })
      const video = new SessionVideo(session.environment)
      const path = join(folder, `${display} gone.webm`)
      await video.start({ path })
      await session.stop()
      await expect.poll(() => recording(session)).toEqual([])
      await expect(video.stop()).rejects.toMatchObject({ code: 'NO_DESKTOP' })
      expect(probed(path).codec).toBe('vp8')
    },
  )
})

test('a smaller size keeps the proportions, and fewer pictures are as long', async () => {
  await using session = await HeadlessSession.start({ width: 1000, height: 500 })
  const path = join(folder, 'small.webm')
  await session.video.start({ path, size: { width: 400, height: 400 }, fps: 5 })
  await session.video.stop()
  expect(probed(path)).toMatchObject({ width: 400, height: 200 })
})

test('a second video of the same session is another file', async () => {
  await using session = await HeadlessSession.start()
  for (const name of ['one.webm', 'two.webm']) {
    await session.video.start({ path: join(folder, name) })
    await session.video.stop()
    expect(probed(join(folder, name)).codec).toBe('vp8')
  }
})

test('stopping the session finishes the file and leaves no process', async () => {
  const session = await HeadlessSession.start()
  const path = join(folder, 'unstopped.webm')
  await session.video.start({ path })
  const pids = recording(session)
  expect(pids.length).toBeGreaterThan(0)
  await session.stop()
  expect(pids.filter((pid) => existsSync(`/proc/${pid}`))).toEqual([])
  expect(probed(path).duration).toBeGreaterThan(0)
  await expect(session.video.start({ path })).rejects.toMatchObject({ code: 'NO_DESKTOP' })
})

test('when the process that records is killed, the recording ends, its file plays, and the session stays', async () => {
  await using session = await HeadlessSession.start()
  const path = join(folder, 'killed.webm')
  const owner = spawn(process.execPath, ['--import', 'tsx', OWNER, path], {
    env: { ...session.environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(owner.stdout, 'data')
  expect(recording(session).length).toBeGreaterThan(0)
  owner.kill('SIGKILL')
  await expect.poll(() => recording(session)).toEqual([])
  expect(probed(path).codec).toBe('vp8')
  await (await session.desktop()).screenshot()
})

test('where ffmpeg ends by itself, stop() says so and what it said', async () => {
  await using session = await HeadlessSession.start()
  await session.video.start({ path: join(folder, 'ended.webm') })
  for (const pid of recording(session)) process.kill(pid, 'SIGKILL')
  await expect.poll(() => recording(session)).toEqual([])
  const ended = expect.objectContaining({
    code: 'NO_DESKTOP',
    message: expect.stringMatching(/ended\.webm ends early: ffmpeg ended \(SIGKILL\); it said: ./),
  })
  await expect(session.video.stop()).rejects.toEqual(ended)
})

test('without ffmpeg the error names the package; an ffmpeg that cannot record says why', async () => {
  await using session = await HeadlessSession.start()
  const path = join(folder, 'none.webm')
  const without = new SessionVideo({ ...session.environment, PATH: folder })
  await expect(without.start({ path })).rejects.toMatchObject({
    code: 'UNSUPPORTED',
    message: expect.stringMatching(/^A video of a session needs ffmpeg .*apt-get install ffmpeg\./),
    details: { missing: ['ffmpeg'] },
  })
  await writeFile(join(folder, 'ffmpeg'), '#!/bin/sh\necho "Unknown encoder" >&2\nexit 1\n', { mode: 0o755 })
  const broken = new SessionVideo({ ...session.environment, PATH: folder })
  await expect(broken.start({ path })).rejects.toMatchObject({
    code: 'UNSUPPORTED',
    message: expect.stringContaining('ffmpeg ended (exit code 1) before its first picture; it said: Unknown encoder'),
  })
})

test('wrong calls are refused', async () => {
  await using session = await HeadlessSession.start()
  const { video } = session
  const path = join(folder, 'refused.webm')
  const refused = { code: 'INVALID_ARGUMENT' }
  await expect(video.stop()).rejects.toMatchObject(refused)
  await expect(video.start({ path: join(folder, 'refused.mp4') })).rejects.toMatchObject(refused)
  await expect(video.start({ path, fps: 0 })).rejects.toMatchObject(refused)
  await expect(video.start({ path, size: { width: 5, height: 400 } })).rejects.toMatchObject(refused)
  await video.start({ path })
  await expect(video.start({ path })).rejects.toMatchObject(refused)
  await video.stop()
})
