import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Setup } from '../../lib/cli/codegen/step.js'
import type { PageFiles } from '../../lib/cli/inspect/page-server.js'
import { HeadlessSession } from '../../lib/sdk/headless/index.js'
import { type App, Desktop } from '../../lib/sdk/index.js'
import type { Rect } from '../../lib/sdk/tree/node.js'
import { formWorld } from '../contract/form-world.js'
import { LONG, onDemand } from '../long.js'
import { PATIENCE } from '../patience.js'
import { builtPage } from './support/inspected.js'
import { Recorded } from './support/recorded.js'

/** The page of `surehand codegen` in a real browser: what is done in its picture is done, and what is written for it does the same. */

const ROOT = join(import.meta.dirname, '..', '..')
const SECRET = 'correct horse'

let files: PageFiles
let browser: Browser
let axe: string
let folder: string
beforeAll(async () => {
  files = await builtPage()
  axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  browser = await chromium.launch({ executablePath: '/usr/bin/chromium' })
})
afterAll(() => browser.close())
beforeEach(async () => {
  // Below the project: what is written names its packages.
  await mkdir(join(ROOT, 'build'), { recursive: true })
  folder = await mkdtemp(join(ROOT, 'build', 'codegen-'))
})
afterEach(() => rm(folder, { recursive: true }))

const run = promisify(execFile)
const env = { ...process.env, VITEST: undefined, TSX_TSCONFIG_PATH: join(ROOT, 'tsconfig.json') }

async function runScript(file: string, args: string[] = []): Promise<string> {
  const all = ['--import', 'tsx', file, ...args]
  return (await run(process.execPath, all, { cwd: ROOT, env: { ...env, PASSWORD: SECRET } })).stdout
}

async function runVitest(file: string): Promise<string> {
  const config = join(folder, 'vitest.config.ts')
  await writeFile(
    config,
    `import { defineConfig } from 'vitest/config'
import project from '../../vitest.config.js'
export default defineConfig({ resolve: project.resolve, test: { root: ${JSON.stringify(folder)}, include: ['*.test.ts'] } })\n`,
  )
  const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs')
  const { stdout } = await run(process.execPath, [vitest, 'run', '--config', config, file], {
    cwd: folder,
    env: { ...env, NO_COLOR: '1', PASSWORD: SECRET },
  })
  return stdout
}

const FORM = (world: string): Setup => ({
  desktop: { kind: 'simulated', world },
  start: { app: 'order-form' },
  process: 'order-form',
})

/** The page over the simulated form. */
async function overForm(work: (recorded: Recorded, app: App, world: string) => Promise<void>, options = {}) {
  const world = join(folder, 'form.json')
  await writeFile(world, JSON.stringify(formWorld))
  await using desktop = await Desktop.open({ world: formWorld })
  const app = await desktop.app('order-form')
  await using recorded = await Recorded.open({ browser, files, folder }, desktop, app, FORM(world), options)
  await work(recorded, app, world)
  expect(recorded.inspected.said).toEqual([])
}

test('the simulated form: what is recorded does the same as a test, as a script and as a workflow', async () => {
  await overForm(async (recorded, app, world) => {
    const { page } = recorded
    await recorded.click('role:button|name:Save')
    await recorded.assert('name:Saved')
    await recorded.click('role:textbox|name:Customer')
    await recorded.keys(() => page.keyboard.type("Ada O'Hara"))
    await recorded.keys(() => page.keyboard.press('Backspace'))
    await recorded.assert('role:textbox|name:Customer')
    await recorded.click('role:textbox|name:Password')
    await recorded.keys(() => page.keyboard.type(SECRET.slice(0, 7)))
    await recorded.keys(() => page.keyboard.type(SECRET.slice(7)))
    await recorded.assert('role:textbox|name:Password')
    await recorded.click('role:checkbox|name:Accept')
    await recorded.assert('role:checkbox|name:Accept')
    await recorded.click('role:menuitem|name:File')
    await recorded.click('role:menuitem|name:Open')
    await recorded.click('role:combobox|name:Country')
    await recorded.click('role:option|name:Brazil')
    await recorded.click('role:radio|name:Large')
    await recorded.at('name:"Item 3"', ({ x, y }) => page.mouse.dblclick(x, y))
    await recorded.at('name:"Item 3"', async ({ x, y }) => {
      await page.mouse.move(x, y)
      await page.mouse.wheel(0, 300)
    })
    await recorded.at('name:Delete', ({ x, y }) => page.mouse.click(x, y, { button: 'right' }))
    await recorded.keys(() => page.keyboard.press('Control+o'))
    await recorded.click('name:Delete')
    await recorded.click('name:No')
    // What an action changed is listed, also what went.
    await recorded.panel.getByRole('button', { name: '− went: dialog' }).click()
    await expect
      .poll(() => recorded.steps())
      .toEqual([
        "app.getByRole('button', { name: 'Save' }).click() changed",
        "expect(app.getByRole('text', { name: 'Saved' })).toBeVisible() asserted",
        "app.getByRole('textbox', { name: 'Customer' }).fill('Ada O\\'Har') verified",
        "expect(app.getByRole('textbox', { name: 'Customer' })).toHaveValue('Ada O\\'Har') asserted",
        "app.getByRole('textbox', { name: 'Password' }).fill(process.env.PASSWORD ?? '') unknown",
        "expect(app.getByRole('textbox', { name: 'Password' })).toBeVisible() asserted",
        "app.getByRole('checkbox', { name: 'Accept' }).check() verified",
        "expect(app.getByRole('checkbox', { name: 'Accept' })).toBeChecked() asserted",
        "app.menu('File', 'Open').click() changed",
        "app.getByRole('combobox', { name: 'Country' }).selectOption('Brazil') verified",
        "app.getByRole('radio', { name: 'Large' }).check() verified",
        "app.getByRole('listitem', { name: 'Item 3' }).dblclick() changed",
        "app.getByRole('list', { name: 'Items' }).scroll({ y: 3 }) changed",
        "app.getByRole('button', { name: 'Delete' }).rightClick() unknown",
        "app.window().press('Control+o') unknown",
        "app.getByRole('button', { name: 'Delete' }).click() changed",
        "app.getByRole('button', { name: 'No' }).click() changed",
        "expect(app.getByRole('dialog', { name: 'Really delete?' })).toBeHidden() asserted",
      ])
    expect(await app.getByRole('combobox', { name: 'Country' }).inputValue()).toBe('Brazil')
    expect((await Promise.all(recorded.inspected.answers)).join('\n')).not.toMatch(/correct|horse/)
    expect(await runVitest(await recorded.write('vitest', 'form.test.ts'))).toContain('1 passed')
    await runScript(await recorded.write('script', 'form.mts'))
    const workflow = await recorded.write('workflow', 'form.yml')
    const given = ['--world', world, '--data-directory', folder, '--input', `password=${SECRET}`]
    expect(await runScript(join(ROOT, 'lib', 'cli', 'bin.ts'), ['run', workflow, ...given])).toContain('Done after')
  })
})

test('what the person wrote into the code stays when the recording goes on, and the last line can be taken back', async () => {
  await overForm(async (recorded) => {
    await recorded.click('role:button|name:Save')
    await recorded.click('role:button|name:Count')
    await expect.poll(() => recorded.code.inputValue()).toMatch(/'Save' \}\)\.click\(\)\n.*'Count'/)
    const code = await recorded.code.inputValue()
    await recorded.code.fill(code.replace('  const app', '  // The form is open.\n  const app'))
    await recorded.panel.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => recorded.steps()).toHaveLength(1)
    await recorded.click('role:radio|name:Large')
    await expect
      .poll(() => recorded.code.inputValue())
      .toMatch(/\/\/ The form is open\.\n {2}const app.*\n.*'Save' \}\)\.click\(\)\n.*'Large' \}\)\.check\(\)\n\}\)\n$/)
    await recorded.panel.getByRole('button', { name: 'Copy' }).click()
    await expect.poll(() => recorded.said()).toBe('Copied.')
    expect(await recorded.page.evaluate<string>('navigator.clipboard.readText()')).toContain('// The form is open.')
    // Another target has another text; the edits of this one are there again when it is.
    await recorded.panel.getByRole('combobox', { name: 'Write' }).selectOption('script')
    await expect.poll(() => recorded.code.inputValue()).toContain('await using desktop')
    await recorded.panel.getByRole('combobox', { name: 'Write' }).selectOption('vitest')
    await expect.poll(() => recorded.code.inputValue()).toContain('// The form is open.')
  })
})

test('a step that fails is shown and not recorded, and while nothing is recorded a click picks', async () => {
  await overForm(async (recorded, app) => {
    await recorded.click('role:button|name:Submit')
    await expect.poll(() => recorded.said()).toMatch(/^Not recorded\. NOT_ACTIONABLE: button "Submit".* it is disabled/)
    expect(await recorded.steps()).toEqual([])
    await recorded.panel.getByRole('button', { name: 'Record' }).click()
    const { inspected, page } = recorded
    const bounds = (await app.snapshot()).find('role:button|name:Save')?.bounds
    const { x, y } = await inspected.at(bounds as Rect)
    await page.mouse.click(x, y)
    await expect.poll(() => inspected.element.textContent()).toContain('nameSave')
    expect(await recorded.steps()).toEqual([])
    expect((await app.snapshot()).find('name:Saved')).toBeUndefined()
  })
})

test('without a file to write to, the browser downloads the code', async () => {
  await using desktop = await Desktop.open({ world: formWorld })
  const app = await desktop.app('order-form')
  await using recorded = await Recorded.open({ browser, files, folder }, desktop, app, FORM('form.json'), {}, false)
  const downloading = recorded.page.waitForEvent('download')
  await recorded.panel.getByRole('button', { name: 'Save' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('order-form.test.ts')
  expect(await readFile(await download.path(), 'utf8')).toBe(await recorded.code.inputValue())
  expect(recorded.inspected.said).toEqual([])
})

test('a recording is made by the keyboard alone: picked in the tree, tried, typed into the picture, asserted', async () => {
  await overForm(async (recorded) => {
    const { page, inspected } = recorded
    const to = async (target: ReturnType<Page['getByRole']>) => {
      for (let tabs = 0; tabs < 40 && (await target.and(page.locator(':focus')).count()) === 0; tabs++)
        await page.keyboard.press('Tab')
      expect(await target.and(page.locator(':focus')).count()).toBe(1)
    }
    await to(inspected.field)
    await page.keyboard.type('role:textbox|name:Customer')
    await expect.poll(() => page.locator('.tree .matched').count()).toBe(1)
    await to(page.getByRole('tree'))
    await page.keyboard.press('End')
    const active = () => page.locator('.tree [aria-selected="true"]').getAttribute('aria-label')
    for (let row = 0; row < 260 && !(await active())?.startsWith('textbox, Customer'); row++)
      await page.keyboard.press('ArrowUp')
    await to(inspected.try.getByRole('combobox'))
    await page.keyboard.type('focus')
    await to(inspected.try.getByRole('button', { name: 'Try' }))
    await recorded.keys(() => page.keyboard.press('Enter'))
    await page.evaluate('document.activeElement.blur(); document.body.focus()')
    await to(page.getByRole('application'))
    await recorded.keys(() => page.keyboard.type('Grace'))
    await to(recorded.panel.getByRole('button', { name: '~ changed: textbox “Customer”' }))
    await recorded.keys(() => page.keyboard.press('Enter'))
    expect(await recorded.steps()).toEqual([
      "app.getByRole('textbox', { name: 'Customer' }).focus() verified",
      "app.getByRole('textbox', { name: 'Customer' }).fill('Grace') verified",
      "expect(app.getByRole('textbox', { name: 'Customer' })).toHaveValue('Grace') asserted",
    ])
  })
})

test.each(['light', 'dark'] as const)('axe finds nothing in the page in recording mode, %s', async (colorScheme) => {
  const violations = async (page: Page) => {
    await page.evaluate(axe)
    const found = (await page.evaluate('axe.run({ resultTypes: ["violations"] })')) as {
      violations: { id: string; nodes: { html: string; failureSummary: string }[] }[]
    }
    return found.violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
    )
  }
  await overForm(
    async (recorded) => {
      expect(await violations(recorded.page)).toEqual([])
      await recorded.click('role:button|name:Save')
      await recorded.assert('name:Saved')
      await recorded.click('role:checkbox|name:Accept')
      expect(await violations(recorded.page)).toEqual([])
      await recorded.click('role:button|name:Undo|first')
      await recorded.panel.getByRole('button', { name: 'Assert this' }).click()
      expect(await violations(recorded.page)).toEqual([])
    },
    { colorScheme },
  )
})

/** The page over a program on a private desktop. */
async function overProgram(
  command: string,
  args: readonly string[],
  work: (recorded: Recorded, app: App, desktop: Desktop) => Promise<void>,
): Promise<void> {
  await using session = await HeadlessSession.start()
  const desktop = await session.desktop()
  const app = await desktop.launch({ command, args: [...args] })
  await app.waitForIdle({ timeout: PATIENCE })
  const setup: Setup = { desktop: { kind: 'headless' }, start: { command, args }, process: command }
  await using recorded = await Recorded.open({ browser, files, folder }, desktop, app, setup)
  await work(recorded, app, desktop)
  expect(recorded.inspected.said).toEqual([])
}

test.runIf(LONG)('gnome-calculator: keys that are clicked in the picture, and what the display shows', async () => {
  await overProgram('gnome-calculator', [], async (recorded) => {
    for (const name of ['6', '×', '7']) await recorded.click(`role:button|name:"${name}"`)
    await recorded.keys(() => recorded.page.keyboard.press('Enter'))
    await recorded.assert('role:textbox|focused:true')
    const steps = await recorded.steps()
    expect(steps.slice(0, 3)).toEqual(
      ['6', '×', '7'].map((name) => `app.getByRole('button', { name: '${name}' }).click() changed`),
    )
    expect(steps.at(-1)).toMatch(/^expect\(app.*\)\.toHaveValue\('42'\) asserted$/)
    expect(await runVitest(await recorded.write('vitest', 'calculator.test.ts'))).toContain('1 passed')
    await runScript(await recorded.write('script', 'calculator.mts'))
  })
})

test.each<[string, string[]]>([
  ['mousepad', ['--disable-server']],
  ...onDemand<[string, string[]]>(['featherpad', ['--standalone']]),
])('%s: a text, a shortcut, and an entry of a menu', async (command, args) => {
  await overProgram(command, args, async (recorded) => {
    const { page } = recorded
    await recorded.click('role:textbox|focused:true')
    await recorded.keys(() => page.keyboard.type('Dear all'))
    await recorded.assert('role:textbox|focused:true')
    await recorded.keys(() => page.keyboard.press('Control+End'))
    await recorded.keys(() => page.keyboard.type(', hello'))
    await recorded.click('role:menubar >> name:Edit|visible:true')
    await recorded.click('name:"Select All"|visible:true')
    await recorded.keys(() => page.keyboard.press('Delete'))
    await recorded.assert('role:textbox|focused:true')
    const steps = await recorded.steps()
    expect(steps.join('\n')).toMatch(/\.fill\('Dear all'\) verified\n.*toHaveValue\('Dear all'\)/)
    expect(steps.join('\n')).toContain("app.menu('Edit', 'Select All').click()")
    expect(steps.at(-1)).toMatch(/toHaveValue\(''\) asserted$/)
    await runScript(await recorded.write('script', 'editor.mts'))
  })
})

const TICKETS = `<!doctype html><title>Tickets</title><style>body { font: 18px sans-serif } p { margin: 24px }</style><h1>Tickets</h1>
<p><label>Name <input></label></p><p><label>Code <input type="password"></label></p>
<p><label><input type="checkbox"> By post</label></p>
<p><label>Class <select><option>First<option>Second</select></label></p><p><button>Book</button></p>
<script>
  const [name, code, post] = document.querySelectorAll('input')
  document.querySelector('button').onclick = () => {
    const what = [name.value, code.value.length, post.checked, document.querySelector('select').value]
    document.querySelector('h1').textContent = what.join(', ')
  }
</script>`

test('a page in Chromium: a form that is filled in in the picture', async () => {
  const file = join(folder, 'tickets.html')
  await writeFile(file, TICKETS)
  const quiet = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--force-renderer-accessibility']
  const args = [...quiet, `--app=file://${file}`]
  await overProgram('chromium', args, async (recorded, app) => {
    const { page } = recorded
    await app.getByRole('heading', { name: 'Tickets' }).waitFor({ timeout: PATIENCE })
    await recorded.click('role:textbox|name:Name')
    await recorded.keys(() => page.keyboard.type('Ada'))
    await recorded.click('role:textbox|name:Code')
    await recorded.keys(() => page.keyboard.type(SECRET))
    await recorded.click('role:checkbox|name:"By post"')
    await recorded.click('role:combobox|name:Class')
    await recorded.click('role:combobox >> name:Second')
    await recorded.click('role:button|name:Book')
    await recorded.assert('role:heading')
    expect(await recorded.steps()).toEqual([
      "app.getByRole('textbox', { name: 'Name' }).fill('Ada') verified",
      "app.getByRole('textbox', { name: 'Code' }).fill(process.env.PASSWORD ?? '') unknown",
      "app.getByRole('checkbox', { name: 'By post' }).check() verified",
      "app.getByRole('combobox', { name: 'Class' }).selectOption('Second') verified",
      "app.getByRole('button', { name: 'Book' }).click() changed",
      "expect(app.getByRole('heading', { name: 'Ada, 13, true, Second' })).toBeVisible() asserted",
    ])
    expect((await Promise.all(recorded.inspected.answers)).join('\n')).not.toMatch(/correct|horse/)
    await runScript(await recorded.write('script', 'tickets.mts'))
  })
})

test('what a tooltip covers is recorded, as for a person who points at it', async () => {
  const program = join(ROOT, 'test', 'fixtures', 'apps', 'tooltip_gtk3.py')
  await overProgram('/usr/bin/python3', [program], async (recorded, app, desktop) => {
    const middle = async (name: string) => {
      const { x, y, width, height } = (await app.getByRole('button', { name }).boundingBox()) as Rect
      return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) }
    }
    const [above, below] = [await middle('Above'), await middle('Below')]
    await desktop.mouse.move(above.x, above.y + 25)
    await expect.poll(() => desktop.elementAt(below.x, below.y)).toBeUndefined()
    await recorded.click('role:button|name:Below')
    expect(await recorded.steps()).toEqual([
      expect.stringMatching(/^app.getByRole\('button', \{ name: 'Below' \}\).click\(\)/),
    ])
    await expect.poll(() => app.program?.stdout()).toBe('Below\n')
  })
})
