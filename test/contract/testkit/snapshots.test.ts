import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { PNG } from 'pngjs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Update } from '../../../lib/test/testkit/baseline.js'
import { matchers } from '../../../lib/test/testkit/matchers.js'
import { PATIENCE } from '../../patience.js'
import { contract } from '../stage.js'
import { afterALook } from './first-look.js'

// The matchers that compare with files, called as a runner would call them.

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'surehand-kit-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

type Name = 'toMatchTreeSnapshot' | 'toMatchScreenshot'

/** A run of a test of its own, `-u` or not, in a CI or not. */
function run(update: Update, { isNot = false } = {}) {
  const state = { _updateSnapshot: update, added: 0, updated: 0, matched: 0, unmatched: 0 }
  const context = { testPath: join(folder, 'mail.test.ts'), currentTestName: `sends > ${++runs}`, snapshotState: state }
  const asked = async (matcher: Name, subject: unknown, options: object = {}) => {
    const called = matchers[matcher] as (
      this: object,
      ...args: unknown[]
    ) => Promise<{ pass: boolean; message(): string }>
    const outcome = await called.call({ ...context, isNot }, subject, 'mail', { timeout: PATIENCE, ...options })
    return {
      passed: outcome.pass !== isNot,
      message: outcome
        .message()
        .replaceAll(folder, '')
        .replace(/\d+ ms/g, 'N ms'),
    }
  }
  return { asked, state }
}
let runs = 0

// ms; several looks at a program, and several pictures of it.
const SHORT = 400

/** What a matcher says that is to fail, and the counts of the run in which it did. */
const failing = (matcher: Name, subject: unknown, ...how: Parameters<typeof run>) =>
  afterALook(
    SHORT,
    async (timeout) => {
      const { asked, state } = run(...how)
      return { ...(await asked(matcher, subject, { timeout })), state }
    },
    ({ message }) => message,
  )

const textFile = () => join(folder, '__snapshots__', 'mail.test.ts', 'mail.tree.txt')
const pictureFile = () => join(folder, '__snapshots__', 'mail.test.ts', `mail-${process.platform}.png`)
const text = () => readFile(textFile(), 'utf8')

contract((stage) => {
  const at = (selector: string) => stage().app.locator(selector)
  const status = () => at('role:text|name:/^(Ready|Saved|Count [0-9])$/')

  describe('toMatchTreeSnapshot', () => {
    test('the first run writes the tree, the next compares with it', async () => {
      const first = run('new')
      expect(await first.asked('toMatchTreeSnapshot', at('role:group|name:Billing'))).toMatchObject({ passed: true })
      expect(first.state).toMatchObject({ added: 1, matched: 0 })
      expect(await text()).toMatch(/^group "Billing"\n {2}button "Edit"\n/)
      const second = run('new')
      expect(await second.asked('toMatchTreeSnapshot', at('role:group|name:Billing'))).toMatchObject({ passed: true })
      expect(second.state).toMatchObject({ added: 0, matched: 1 })
    })

    test('a CI writes none: it says what to do', async () => {
      const { passed, message } = await failing('toMatchTreeSnapshot', status(), 'none')
      expect(passed).toBe(false)
      expect(message).toMatch(/Received: .*no such file, and this run writes none/)
      expect(existsSync(textFile())).toBe(false)
    })

    test('another tree fails with the lines that differ, and is waited for', async () => {
      await run('new').asked('toMatchTreeSnapshot', status())
      await at('role:button|name:Save').click()
      const { passed, message, state } = await failing('toMatchTreeSnapshot', status(), 'new')
      expect(passed).toBe(false)
      expect(message).toMatch(/\n {4}- text "Ready"\n {4}\+ text "Saved"\n/)
      expect(state).toMatchObject({ unmatched: 1, updated: 0 })
      expect(await run('new', { isNot: true }).asked('toMatchTreeSnapshot', status())).toMatchObject({ passed: true })

      await writeFile(textFile(), 'text "Count 1"\n')
      const waiting = run('new').asked('toMatchTreeSnapshot', status())
      await at('role:button|name:Count').click()
      expect(await waiting).toMatchObject({ passed: true })

      const leaving = run('new', { isNot: true })
      const gone = leaving.asked('toMatchTreeSnapshot', status())
      await at('role:button|name:Save').click()
      expect(await gone).toMatchObject({ passed: true })
      expect(leaving.state).toMatchObject({ matched: 1, updated: 0 })
      expect(await text()).toBe('text "Count 1"\n')
    })

    test('that tree, where another is wanted, fails after waiting', async () => {
      await run('new').asked('toMatchTreeSnapshot', status())
      const { passed, message } = await failing('toMatchTreeSnapshot', status(), 'new', { isNot: true })
      expect(passed).toBe(false)
      expect(message).toMatch(/failed after N ms\n {2}Expected: not the tree in .*\n {2}Received: .*: that tree\n/)
    })

    test('-u renews what differs, and keeps the regular expressions that fit', async () => {
      await run('new').asked('toMatchTreeSnapshot', at('role:group|name:Billing'))
      await writeFile(textFile(), 'group /^Bill/\n  button "Send"\n  button "Gone"\n')
      const updating = run('all')
      expect(await updating.asked('toMatchTreeSnapshot', at('role:group|name:Billing'))).toMatchObject({ passed: true })
      expect(await text()).toMatch(/^group \/\^Bill\/\n {2}button "Edit"\n(?!.*Gone)/)
      expect(updating.state).toMatchObject({ updated: 1 })
      expect(await run('none').asked('toMatchTreeSnapshot', at('role:group|name:Billing'))).toMatchObject({
        passed: true,
      })
      expect(await failing('toMatchTreeSnapshot', at('role:group|name:Shipping'), 'none')).toMatchObject({
        passed: false,
      })
    })

    test('a whole program is written without what is another at each run', async () => {
      await run('new').asked('toMatchTreeSnapshot', stage().app)
      const kept = await text()
      expect(kept).toMatch(/^ +button "Submit" disabled$/m)
      expect(kept).toMatch(/^ +radio "Small" checked$/m)
      expect(kept).toMatch(/^ +textbox "Password".* protected$/m)
      expect(kept).not.toMatch(/focused|\be\d+\b|scrollbar/)
    })
  })

  describe('toMatchScreenshot', () => {
    test('the first run writes the picture, the next compares with it', async () => {
      const first = run('new')
      expect(await first.asked('toMatchScreenshot', at('role:button|name:Save'))).toMatchObject({ passed: true })
      expect(first.state).toMatchObject({ added: 1 })
      const second = run('none')
      expect(await second.asked('toMatchScreenshot', at('role:button|name:Save'))).toMatchObject({ passed: true })
      expect(second.state).toMatchObject({ matched: 1 })
    })

    test('a CI writes none, and leaves what it saw', async () => {
      const { passed, message } = await failing('toMatchScreenshot', at('role:button|name:Save'), 'none')
      expect(passed).toBe(false)
      expect(message).toMatch(/no such file, and this run writes none/)
      const [, seen] = /Seen: (\S+)/.exec(message) ?? []
      expect(PNG.sync.read(await readFile(join(folder, seen as string))).width).toBeGreaterThan(10)
      expect(existsSync(pictureFile())).toBe(false)
    })

    test('another picture fails, with a picture of the difference; a mask and a tolerance let it pass', async () => {
      const group = at('role:checkbox|name:Accept')
      await run('new').asked('toMatchScreenshot', group)
      const before = await readFile(pictureFile())
      const { width, height, data } = PNG.sync.read(before)
      for (let pixel = 0; pixel < 60; pixel++)
        data.set([0, 0, pixel % 2 === 0 ? 200 : 0, 255], 4 * (width * 3 + 2 * (pixel % 9) + 3 * width * (pixel % 3)))
      const drawn = new PNG({ width, height })
      drawn.data = data
      await writeFile(pictureFile(), PNG.sync.write(drawn))

      const { passed, message } = await failing('toMatchScreenshot', group, 'none')
      expect(passed).toBe(false)
      expect(message).toMatch(/Received: \d+ of \d+ pixels differ \(.+ %\)/)
      expect(message).toMatch(/-u accepts/)
      const [, difference] = /Difference: (\S+)/.exec(message) ?? []
      expect(PNG.sync.read(await readFile(join(folder, difference as string)))).toMatchObject({ width, height })
      expect(await run('none', { isNot: true }).asked('toMatchScreenshot', group)).toMatchObject({ passed: true })
      const tolerant = { maxDiffPixels: 100 }
      expect(await run('none').asked('toMatchScreenshot', group, tolerant)).toMatchObject({ passed: true })
      expect(await run('none').asked('toMatchScreenshot', group, { maxDiffPixelRatio: 0.9 })).toMatchObject({
        passed: true,
      })

      expect(await run('all').asked('toMatchScreenshot', group)).toMatchObject({ passed: true })
      expect(PNG.sync.read(await readFile(pictureFile())).data.equals(PNG.sync.read(before).data)).toBe(true)
    })

    test('the picture is waited for, and so is another', async () => {
      const box = at('role:checkbox|name:Accept')
      await run('new').asked('toMatchScreenshot', box)
      const kept = await readFile(pictureFile())
      const same = await failing('toMatchScreenshot', box, 'none', { isNot: true })
      expect(same).toMatchObject({ passed: false })
      expect(same.message).toMatch(/failed after N ms\n {2}Expected: not the picture in /)

      const gone = run('none', { isNot: true }).asked('toMatchScreenshot', box)
      await box.check()
      expect(await gone).toMatchObject({ passed: true })
      expect(await readFile(pictureFile())).toEqual(kept)

      await run('all').asked('toMatchScreenshot', box)
      await box.uncheck()
      expect(await failing('toMatchScreenshot', box, 'none')).toMatchObject({ passed: false })
      const waiting = run('none').asked('toMatchScreenshot', box)
      await box.check()
      expect(await waiting).toMatchObject({ passed: true })
    })

    test('what is masked may be anything', async () => {
      const window = await stage().app.window()
      const options = { mask: [at('role:button|name:Save'), status()] }
      await run('new').asked('toMatchScreenshot', window, options)
      const { width, data } = PNG.sync.read(await readFile(pictureFile()))
      const { x, y } = (await at('role:button|name:Save').boundingBox()) as { x: number; y: number }
      const { bounds } = await window.picture()
      const at5 = 4 * ((y - bounds.y + 5) * width + (x - bounds.x + 5))
      expect([...data.subarray(at5, at5 + 4)]).toEqual([255, 0, 255, 255])
    })

    test('a picture of another size is none', async () => {
      await run('new').asked('toMatchScreenshot', at('role:button|name:Save'))
      const window = await stage().app.window()
      const { passed, message } = await failing('toMatchScreenshot', window, 'none')
      expect(passed).toBe(false)
      expect(message).toMatch(/Received: a picture of \d+x\d+ px, not of \d+x\d+/)
      expect(basename(pictureFile())).toBe(`mail-${process.platform}.png`)
    })
  })
})
