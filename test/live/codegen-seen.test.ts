import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Browser, chromium } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Setup } from '../../lib/cli/codegen/step.js'
import type { PageFiles } from '../../lib/cli/inspect/page-server.js'
import { HeadlessSession } from '../../lib/sdk/headless/index.js'
import { type App, Desktop } from '../../lib/sdk/index.js'
import { onDemand } from '../long.js'
import { PATIENCE } from '../patience.js'
import { Hand } from './support/hand.js'
import { builtPage } from './support/inspected.js'
import { Recorded } from './support/recorded.js'

/** `surehand codegen` on a desktop that a person sits at: what another X client does in the program's windows is recorded. */

const ROOT = join(import.meta.dirname, '..', '..')
const SECRET = 'correct horse'
const run = promisify(execFile)

let files: PageFiles
let browser: Browser
let folder: string
beforeAll(async () => {
  files = await builtPage()
  browser = await chromium.launch({ executablePath: '/usr/bin/chromium' })
})
afterAll(() => browser.close())
beforeEach(async () => {
  await mkdir(join(ROOT, 'build'), { recursive: true })
  folder = await mkdtemp(join(ROOT, 'build', 'codegen-'))
})
afterEach(() => rm(folder, { recursive: true }))

interface Seat {
  recorded: Recorded
  app: App
  hand: Hand
  desktop: Desktop
  session: HeadlessSession
}

/** The page about a program on a display that is used as a real desktop is. */
async function atSeat(command: string, args: readonly string[], work: (seat: Seat) => Promise<void>): Promise<void> {
  await using session = await HeadlessSession.start({ width: 1280, height: 960 })
  await using desktop = await Desktop.open({ environment: session.environment })
  const app = await desktop.launch({ command, args: [...args] })
  await app.waitForIdle({ timeout: PATIENCE })
  const setup: Setup = { desktop: { kind: 'real' }, start: { command, args }, process: app.executable }
  await using recorded = await Recorded.open({ browser, files, folder }, desktop, app, setup)
  await work({ recorded, app, hand: new Hand(app, session.environment), desktop, session })
  expect(recorded.inspected.said).toEqual([])
}

/** Runs what was written, on a fresh display, and gives what it prints. */
async function replay(file: string): Promise<string> {
  await using session = await HeadlessSession.start({ width: 1280, height: 960 })
  const env = {
    ...process.env,
    ...session.environment,
    VITEST: undefined,
    TSX_TSCONFIG_PATH: join(ROOT, 'tsconfig.json'),
    PASSWORD: SECRET,
  }
  return (await run(process.execPath, ['--import', 'tsx', file], { cwd: ROOT, env })).stdout
}

const FORM = join(import.meta.dirname, '..', 'fixtures', 'apps')

test.each<[string, string[]]>([['form_gtk3.py', []], ...onDemand<[string, string[]]>(['form_qt.py', ['5']])])(
  '%s: what a person clicks, types and chooses is written, and the code does the same',
  async (program, more) => {
    await atSeat('/usr/bin/python3', [join(FORM, program), ...more], async ({ recorded, hand }) => {
      const steps = () => recorded.steps()
      const last = async () => (await steps()).at(-1)
      await expect
        .poll(() => recorded.panel.textContent())
        .toContain('What you do in the program itself is recorded, too.')
      await hand.click('role:button|name:Count|visible:true')
      await expect.poll(last).toMatch(/'count'.*\.click\(\) changed$/i)
      await hand.click('role:textbox|name:Customer')
      await hand.type('Ada Lovelace')
      await hand.press('BackSpace')
      await expect.poll(last).toBe("app.getByRole('textbox', { name: 'Customer' }).fill('Ada Lovelac') changed")
      await hand.press('Tab')
      await hand.type(SECRET)
      await hand.press('BackSpace')
      await expect
        .poll(last)
        .toMatch(/^app\.getByRole\('textbox', \{ name: 'Password' \}\)\.fill\(process\.env\.PASSWORD \?\? ''\)/)
      await hand.click('role:checkbox|name:Accept')
      await expect.poll(last).toBe("app.getByRole('checkbox', { name: 'Accept' }).check() changed")
      await hand.click('role:menubar >> name:File')
      await expect.poll(last).toBe("app.menu('File').click() changed")
      await hand.click('name:Open|visible:true')
      await expect.poll(last).toBe("app.menu('File', 'Open').click() changed")
      await hand.click('role:button|name:Delete')
      await expect.poll(last).toMatch(/'delete'.*\.click\(\) changed$/i)
      await hand.click('role:button|name:No')
      await expect.poll(last).toBe("app.getByRole('button', { name: 'No' }).click() changed")
      expect(await steps()).toHaveLength(7)
      await recorded.assert('role:textbox|name:Customer')
      await recorded.assert('name:Kept')
      await recorded.assert('role:checkbox|name:Accept')
      const said = (await Promise.all(recorded.inspected.answers)).join('\n') + (await recorded.page.content())
      expect(said).not.toMatch(/correct|horse/)
      const file = await recorded.write('script', 'seen.mts')
      expect(await readFile(file, 'utf8')).not.toMatch(/correct|horse/)
      await replay(file)
    })
  },
)

test('only what is done in the windows of the program is written, once, and only while the page records', async () => {
  await atSeat('/usr/bin/python3', [join(FORM, 'form_gtk3.py')], async ({ recorded, hand, desktop, session }) => {
    const count = async () => (await recorded.steps()).length
    // What the page does with the pointer is no person's.
    await recorded.at('name:"Item 3"', ({ x, y }) => recorded.page.mouse.dblclick(x, y))
    await expect.poll(() => recorded.steps()).toEqual([expect.stringContaining("'Item 3' }).dblclick()")])
    await hand.click('name:"Item 4"')
    await expect.poll(count).toBe(2)
    // Keys that go to another program.
    const other = await desktop.launch({ command: 'mousepad', args: ['--disable-server'] })
    await other.waitForIdle({ timeout: PATIENCE })
    const stranger = new Hand(other, session.environment)
    await stranger.click('role:textbox|focused:true')
    await stranger.type('to another program')
    await expect.poll(() => other.getByRole('textbox').inputValue()).toBe('to another program')
    await other[Symbol.asyncDispose]()
    await recorded.keys(() => recorded.panel.getByRole('button', { name: 'Record' }).click())
    await hand.click('name:"Item 5"')
    await expect.poll(() => hand.selected('name:"Item 5"')).toBe(true)
    await recorded.keys(() => recorded.panel.getByRole('button', { name: 'Record' }).click())
    await hand.click('name:"Item 6"')
    await expect.poll(count).toBe(3)
    expect((await recorded.steps()).at(-1)).toContain("'Item 6'")
    const answers = (await Promise.all(recorded.inspected.answers)).filter((answer) => answer.startsWith('{"target"'))
    expect(answers.join('\n')).not.toContain('"error"')
  })
})

test('keys are steps where they do something, and what is typed where no field is, is told and not written', async () => {
  await atSeat('/usr/bin/python3', [join(FORM, 'form_gtk3.py')], async ({ recorded, hand }) => {
    const last = async () => (await recorded.steps()).at(-1)
    await hand.click('role:textbox|name:Customer')
    await hand.type('Ada')
    // Right after the last character.
    await hand.press('Return')
    await expect.poll(last).toMatch(/^app\.getByRole\('textbox', \{ name: 'Customer' \}\)\.press\('Enter'\)/)
    expect((await recorded.steps()).at(-2)).toContain(".fill('Ada')")
    await hand.press('ctrl+o')
    await expect.poll(last).toContain("app.window().press('Control+o')")
    await hand.click('role:spinbutton|name:Quantity')
    await expect.poll(last).toContain("'Quantity' }).click(")
    await hand.press('Up')
    await expect.poll(last).toBe("app.getByRole('spinbutton', { name: 'Quantity' }).press('ArrowUp') changed")
    await hand.click('role:textbox|name:Password')
    await hand.press('Left', 'ctrl+c', 'Escape')
    await expect.poll(last).toMatch(/Password.*\.press\('Escape'\)/)
    expect((await recorded.steps()).join()).not.toMatch(/ArrowLeft|Control\+c/)
    await hand.click('name:"Item 3"')
    await expect.poll(last).toContain("'Item 3'")
    await hand.type('zzz')
    await expect
      .poll(() => recorded.said())
      .toMatch(/^Not recorded\. NOT_ACTIONABLE: .*is no field, so what was typed is not written\./)
    await hand.click('role:menubar >> name:File')
    await expect.poll(last).toBe("app.menu('File').click() changed")
    await hand.click('name:Quit|visible:true')
    await expect.poll(last).toContain("app.menu('File', 'Quit').click()")
  })
})

test('pointer: a double click, a right click, the wheel and a drag', async () => {
  await atSeat('/usr/bin/python3', [join(FORM, 'form_gtk3.py')], async ({ recorded, hand }) => {
    const last = async () => (await recorded.steps()).at(-1)
    await hand.click('name:"Item 3"', 1, 2)
    await expect.poll(last).toContain("'Item 3' }).dblclick()")
    expect(await recorded.steps()).toHaveLength(1)
    await hand.click('name:"Item 2"', 3)
    await expect.poll(last).toContain("'Item 2' }).rightClick()")
    await hand.click('name:"Item 2"', 5, 3)
    await expect.poll(last).toContain("app.getByRole('listbox', { name: 'Items' }).scroll({ y: 3 })")
    await hand.click('role:button|name:Count|visible:true', 1, 2)
    await expect.poll(() => recorded.steps()).toHaveLength(5)
    await hand.drag('role:button|name:Save', 'role:button|name:Delete')
    await expect.poll(last).toMatch(/save.*\.dragTo\(.*delete/i)
  })
})

test('nothing is left of a watch that has ended', async () => {
  await using session = await HeadlessSession.start()
  await using desktop = await Desktop.open({ environment: session.environment })
  const threads = async () => (await readdir('/proc/self/task')).length
  const once = async () => (await desktop.userInput(() => {}))[Symbol.dispose]()
  await once()
  const before = await threads()
  for (let times = 0; times < 20; times++) await once()
  expect(await threads()).toBeLessThanOrEqual(before)
})
