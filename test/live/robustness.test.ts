import { expect, test } from 'vitest'
import { DEATHS, playDeaths } from '../robustness/deaths.js'
import { runLong } from '../robustness/long.js'
import { opens } from '../robustness/opens.js'
import { growth } from '../robustness/resources.js'
import { secrets } from '../robustness/secrets.js'
import { moved, traced } from '../robustness/surprise.js'

// The short forms of `npm run test:robustness` (docs/internals/robustness.md). None is judged by a clock: what ends late is for the long form.

test('desktops and sessions that were closed leave no descriptor, thread or match rule', async () => {
  expect((await opens({ desktops: '40', sessions: '2' })).faults).toEqual([])
})

test('actions on programs that come and go leave no descriptor, thread or match rule', async () => {
  // The first program of each toolkit brings what is kept: threads, the display.
  const { descriptors, threads, rules } = growth((await runLong({ actions: 100 })).samples.slice(4))
  for (const { first, last } of [descriptors, threads, rules]) expect(last - first).toBeLessThanOrEqual(8)
})

test('a typed password is in no answer, stream or file, nor in more memory than its handling takes', async () => {
  expect((await secrets({})).faults).toEqual([])
})

test.each(['gtk3', 'qt6'] as const)(
  'snapshots of %s move no focus, selection, scroll position or window',
  async (toolkit) => {
    expect(await moved(toolkit, 30)).toEqual([])
  },
)

test('reading opens no file, socket or process', async () => {
  expect((await traced(10)).surprises).toEqual([])
})

test('a program that stops, dies, works or shows a dialog at any moment of a press gets one press at most, and the desktop goes on', async () => {
  const faults = DEATHS.filter((fault) => fault.startsWith('program'))
  const played = await playDeaths('gtk3', faults, 1)
  expect(played).toHaveLength(4 * faults.length)
  const wrong = played.flatMap(({ fault, moment, wrong }) => wrong.map((what) => `${fault}, ${moment}: ${what}`))
  expect(wrong.filter((what) => !what.includes('past its deadline'))).toEqual([])
})

test('a registry that is killed and started anew takes no GTK 4 program with it', async () => {
  const played = await playDeaths('gtk4', ['registry killed'], 1)
  const wrong = played.flatMap(({ moment, wrong }) => wrong.map((what) => `${moment}: ${what}`))
  expect(wrong.filter((what) => !what.includes('past its deadline'))).toEqual([])
})
