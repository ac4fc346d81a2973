import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PageFiles } from '../../lib/cli/inspect/page-server.js'
import { HeadlessSession } from '../../lib/sdk/headless/index.js'
import { type App, Desktop, type World } from '../../lib/sdk/index.js'
import { builtPage, Inspected } from './support/inspected.js'

/** The page of `surehand inspect` in a real browser, over a simulated desktop and over real programs. */

const SECRET = 'correct horse'

const button = (name: string, more = {}) => ({ role: 'button' as const, name, ...more })
const orders = (): World => ({
  applications: [
    {
      name: 'Orders',
      toolkit: 'Simulated 1.0',
      windows: [
        {
          role: 'window',
          name: 'Order 17',
          active: true,
          bounds: { x: 60, y: 40, width: 760, height: 520 },
          children: [
            {
              role: 'toolbar',
              name: 'Tools',
              children: [
                button('New', { description: 'Begins an order', on: { press: [{ openWindow: alert }] } }),
                button('Save', { id: 'save', on: { press: [{ set: 'status', name: 'Saved' }] } }),
                button('Print', { enabled: false }),
                button('Leave', { on: { press: [{ exit: true }] } }),
              ],
            },
            {
              role: 'group',
              name: 'Customer',
              children: [
                { role: 'textbox', name: 'Name', value: 'Ada' },
                { role: 'textbox', name: 'Password', protected: true, value: SECRET },
                { role: 'checkbox', name: 'Company' },
              ],
            },
            { role: 'group', name: 'Delivery', children: [button('Edit'), button('Edit')] },
            { role: 'group', name: 'Billing', children: [button('Edit')] },
            { role: 'list', name: 'Log', cut: { reason: 'virtual', detail: '980 rows' } },
            { role: 'status', name: 'Ready', key: 'status' },
          ],
        },
      ],
    },
  ],
})
const alert = {
  role: 'dialog' as const,
  name: 'New order',
  modal: true,
  bounds: { x: 200, y: 200, width: 300, height: 120 },
  children: [button('OK', { on: { press: [{ closeWindow: 'self' }] } })],
}

let files: PageFiles
let browser: Browser
let axe: string
beforeAll(async () => {
  files = await builtPage()
  axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  browser = await chromium.launch({ executablePath: '/usr/bin/chromium' })
})
afterAll(() => browser.close())

/** The page over the orders; what the browser says of it and what is sent to it is looked at afterwards. */
async function overOrders(work: (page: Inspected, app: App) => Promise<void>, options = {}): Promise<void> {
  await using desktop = await Desktop.open({ world: orders() })
  const app = await desktop.app('Orders')
  await using inspected = await Inspected.open(browser, desktop, app, files, options)
  await work(inspected, app)
  expect(inspected.said).toEqual([])
  expect((await Promise.all(inspected.answers)).join('\n')).not.toContain(SECRET)
}

const areaOf = async (app: App, selector: string) => {
  const bounds = (await app.snapshot()).find(selector)?.bounds
  if (bounds === undefined) throw new Error(`${selector} has no place`)
  return bounds
}

test('the pointer on the picture marks the element in the tree, and the other way round', async () => {
  await overOrders(async (inspected, app) => {
    const { page } = inspected
    const area = await areaOf(app, 'name:Save')
    const { x, y } = await inspected.at(area)
    await page.mouse.move(x, y)
    await expect.poll(() => page.locator('.tree .pointed').getAttribute('aria-label')).toBe('button, Save')
    await expect.poll(() => page.locator('.outline.pointed').getAttribute('data-label')).toBe('button “Save”')
    const outline = await page.locator('.outline.pointed').boundingBox()
    expect((outline?.x ?? 0) + (outline?.width ?? 0) / 2).toBeCloseTo(x, 0)
    expect((outline?.y ?? 0) + (outline?.height ?? 0) / 2).toBeCloseTo(y, 0)
    await inspected.row(/^checkbox, Company/).hover()
    await expect.poll(() => page.locator('.outline.pointed').getAttribute('data-label')).toBe('checkbox “Company”')
    await expect.poll(() => page.locator('.tree .pointed').getAttribute('aria-label')).toContain('Company')
    await page.mouse.move(1, 1)
    await expect.poll(() => page.locator('.pointed').count()).toBe(0)
  })
})

test('a press on the picture picks the element, with its details and selectors of which the first means it alone', async () => {
  await overOrders(async (inspected, app) => {
    const { page, element, selectors } = inspected
    const { x, y } = await inspected.at(await areaOf(app, 'role:group|name:Billing >> role:button'))
    await page.mouse.click(x, y)
    await expect.poll(() => inspected.row(/Edit/).last().getAttribute('aria-selected')).toBe('true')
    await expect.poll(() => element.textContent()).toContain('toolkitSimulated 1.0')
    expect(await element.textContent()).toMatch(
      /rolebuttonnameEditstatesenabled.*actionspress.*bounds\d+, \d+; \d+ × \d+/,
    )
    const first = selectors.getByRole('listitem').first()
    await expect
      .poll(() => first.textContent())
      .toContain("app.getByRole('group', { name: 'Billing' }).getByRole('button', { name: 'Edit' })")
    expect(await first.textContent()).toContain('scoped, 1 match')
    expect(await selectors.getByRole('listitem').nth(1).textContent()).toContain('role and name, 3 matches')
    await selectors.getByRole('button', { name: 'Mark' }).nth(1).click()
    await expect.poll(() => page.locator('.outline.matched').count()).toBe(3)
  })
})

test('a cut says its reason, and a protected field shows no value', async () => {
  await overOrders(async (inspected) => {
    const { page, element } = inspected
    await inspected.row(/^list, Log/).click()
    await expect.poll(() => element.textContent()).toContain('cutvirtual: 980 rows')
    await expect.poll(() => page.getByRole('status').first().textContent()).toContain('cut in one place')
    await inspected.row(/^textbox, Password/).click()
    await expect.poll(() => element.textContent()).toContain('valueprotected, never read')
  })
})

test('what a selector matches is marked while it is typed, and it is said why nothing does', async () => {
  await overOrders(async ({ page, field }) => {
    await field.pressSequentially('role:button|name:Edit')
    await expect.poll(() => page.getByText('3 matches', { exact: true }).count()).toBe(1)
    await expect.poll(() => page.locator('.outline.matched').count()).toBe(3)
    expect(await page.locator('.tree .matched').count()).toBe(3)
    await field.fill('role:button|name:Sav')
    await expect.poll(() => page.getByText('No match', { exact: true }).count()).toBe(1)
    expect(await page.locator('.matched').count()).toBe(0)
    const why = page.getByRole('region', { name: 'Why' })
    expect(await why.textContent()).toMatch(
      /role:button +\d of \d+\n +name:Sav +0 of \d.*nearest: button "Save" fails name:Sav/s,
    )
    await field.fill('role:button|nmae:Save')
    await expect.poll(() => why.textContent()).toMatch(/^role:button\|nmae:Save\n {12}\^\n.*expected/)
    expect(await field.getAttribute('aria-invalid')).toBe('true')
    await field.fill('')
    await expect.poll(() => why.isVisible()).toBe(false)
    expect(await field.getAttribute('aria-invalid')).toBe('false')
  })
})

test('one press copies a selector as code, as text or as arguments of a tool', async () => {
  await overOrders(async (inspected) => {
    const { page, selectors } = inspected
    await inspected.row(/^button, Save/).click()
    const copied = async (form: string) => {
      await selectors
        .getByRole('button', { name: `Copy ${form}`, exact: true })
        .nth(1)
        .click()
      await expect.poll(() => selectors.getByRole('status').textContent()).not.toBe('')
      return page.evaluate<string>('navigator.clipboard.readText()')
    }
    await expect.poll(() => copied('Code')).toBe("app.getByRole('button', { name: 'Save' })")
    await expect.poll(() => copied('Selector')).toBe('role:button|name:Save')
    await expect
      .poll(async () => JSON.parse(await copied('MCP')))
      .toEqual({ process: 'Orders', selector: 'role:button|name:Save' })
  })
})

test('an action that is tried shows its receipt and what changed, and the application is changed', async () => {
  await overOrders(async (inspected, app) => {
    await inspected.row(/^button, Save/).click()
    const said = await inspected.attempt('click')
    expect(said).toMatch(/click button "Save" e\d+: changed, by action/)
    expect(said).toContain('~ changed: status “Saved”: name "Ready" → "Saved"')
    expect((await app.snapshot()).find('name:Saved')).toBeDefined()
    await expect.poll(() => inspected.row(/^status, Saved/).count()).toBe(1)
    await inspected.row(/^textbox, Name/).click()
    expect(await inspected.attempt('fill', 'Grace "Hopper"')).toContain('"Ada" → "Grace \\"Hopper\\""')
    await expect.poll(() => inspected.element.textContent()).toContain('valueGrace "Hopper"')
    await inspected.row(/^checkbox, Company/).click()
    expect(await inspected.attempt('check')).toContain('verified')
    expect(await app.getByRole('checkbox', { name: 'Company' }).isChecked()).toBe(true)
  })
})

test('what is typed into a protected field is not sent back', async () => {
  await overOrders(async (inspected) => {
    await inspected.row(/^textbox, Password/).click()
    expect(await inspected.attempt('fill', 'a new secret')).toContain('fill textbox "Password"')
    expect((await Promise.all(inspected.answers)).join('\n')).not.toContain('a new secret')
  })
})

test('what blocks an action is said before it is tried, and its error after', async () => {
  await overOrders(async (inspected) => {
    const obstacles = inspected.try.getByRole('listitem')
    await inspected.row(/^button, Save/).click()
    await expect.poll(() => obstacles.allTextContents()).toEqual(['Nothing blocks it.'])
    await inspected.row(/^button, Print/).click()
    await expect.poll(() => obstacles.allTextContents()).toEqual(['Blocks every action: it is disabled.'])
    expect(await inspected.attempt('click')).toMatch(/NOT_ACTIONABLE: button "Print".* it is disabled/)
    await inspected.row(/^button, New/).click()
    await inspected.attempt('click')
    await expect.poll(() => inspected.row(/^dialog, New order/).count()).toBe(1)
    await inspected.row(/^button, Save/).click()
    await expect
      .poll(() => obstacles.allTextContents())
      .toEqual(['Blocks every action: dialog "New order" is modal and takes every click.'])
  })
})

test('the page is used by the keyboard alone', async () => {
  await overOrders(async (inspected) => {
    const { page, element } = inspected
    await page.keyboard.press('Tab')
    await page.keyboard.type('name:Save')
    await expect.poll(() => page.locator('.tree .matched').count()).toBe(1)
    await page.keyboard.press('Tab')
    expect(await page.locator(':focus').getAttribute('role')).toBe('tree')
    const active = async () => {
      const id = await page.getByRole('tree').getAttribute('aria-activedescendant')
      return page.locator(`#${id}`).getAttribute('aria-label')
    }
    for (const key of ['Home', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'ArrowDown']) await page.keyboard.press(key)
    await expect.poll(active).toBe('button, Save, matches')
    await expect.poll(() => element.textContent()).toContain('nameSave')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowLeft')
    await expect.poll(active).toBe('toolbar, Tools')
    await expect.poll(() => inspected.row(/^button, Save/).count()).toBe(0)
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect.poll(active).toBe('button, Save, matches')
    const action = inspected.try.getByRole('button', { name: 'Try' })
    for (let tabs = 0; tabs < 30 && !((await action.and(page.locator(':focus')).count()) > 0); tabs++)
      await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect.poll(() => inspected.try.textContent()).toContain('click button "Save"')
  })
})

test('a change of the application comes to the page by itself, and a picture that is the same is not sent again', async () => {
  await overOrders(async (inspected, app) => {
    const pictures = () => inspected.asked.filter((name) => name === 'picture').length
    const before = pictures()
    // A simulated picture has no texts.
    await app.getByRole('button', { name: 'Save' }).click()
    await expect.poll(() => inspected.row(/^status, Saved/).count()).toBe(1)
    await app.getByRole('button', { name: 'New' }).click()
    await expect.poll(() => inspected.row(/^dialog, New order/).count()).toBe(1)
    await expect.poll(pictures).toBe(before + 1)
    await app.getByRole('button', { name: 'OK' }).click()
    await expect.poll(() => inspected.row(/^dialog, New order/).count()).toBe(0)
    await expect.poll(pictures).toBe(before + 2)
  })
})

test('the end of the application is said', async () => {
  await overOrders(async (inspected) => {
    await inspected.row(/^button, Leave/).click()
    await inspected.attempt('click')
    await expect.poll(() => inspected.page.getByRole('status').first().textContent()).toMatch(/ended|exited|gone/)
  })
})

test('of 18,000 elements only the rows that show are in the page', async () => {
  const row = (index: number) => ({ role: 'row' as const, children: [{ role: 'cell' as const, name: `Row ${index}` }] })
  const children = [
    { role: 'table' as const, name: 'Rows', children: Array.from({ length: 9_000 }, (_, index) => row(index)) },
  ]
  const world: World = { applications: [{ name: 'Large', windows: [{ role: 'window', name: 'Large', children }] }] }
  await using desktop = await Desktop.open({ world })
  await using inspected = await Inspected.open(browser, desktop, await desktop.app('Large'), files)
  const { page } = inspected
  await expect.poll(() => page.getByRole('status').first().textContent()).toContain('18003 elements')
  const tree = page.getByRole('tree')
  await tree.focus()
  await page.keyboard.press('End')
  await expect.poll(() => inspected.row(/^cell, Row 8999/).getAttribute('aria-selected')).toBe('true')
  expect(await page.getByRole('treeitem').count()).toBeLessThan(100)
  await inspected.field.fill('name:"Row 4567"')
  await expect.poll(() => inspected.row(/Row 4567/).count()).toBe(1)
  expect(inspected.said).toEqual([])
})

test.each([
  ['a small window', 300, 420],
  ['a wide one', 1200, 120],
  ['a tall one', 200, 740],
])('the picture of %s keeps its proportions, and is not larger than the window', async (_, width, height) => {
  const bounds = { x: 10, y: 10, width, height }
  await using desktop = await Desktop.open({
    world: { applications: [{ name: 'Shape', windows: [{ role: 'window', name: 'Shape', active: true, bounds }] }] },
  })
  await using inspected = await Inspected.open(browser, desktop, await desktop.app('Shape'), files)
  for (const size of [
    { width: 1280, height: 900 },
    { width: 1000, height: 500 },
    { width: 700, height: 1000 },
  ]) {
    await inspected.page.setViewportSize(size)
    const canvas = await inspected.page.locator('canvas').boundingBox()
    const panel = await inspected.page.getByRole('region', { name: 'Picture' }).boundingBox()
    expect((canvas?.width ?? 0) / (canvas?.height ?? 1)).toBeCloseTo(width / height, 1)
    expect(canvas?.width).toBeLessThanOrEqual(Math.min(width, panel?.width ?? 0) + 1)
    expect(canvas?.height).toBeLessThanOrEqual(Math.min(height, panel?.height ?? 0) + 1)
    expect(canvas?.height).toBeGreaterThan(20)
  }
})

async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  const found = (await page.evaluate('axe.run({ resultTypes: ["violations"] })')) as {
    violations: { id: string; nodes: { html: string; failureSummary: string }[] }[]
  }
  return found.violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`))
}

test.each(['light', 'dark'] as const)('axe finds nothing in the page, %s', async (colorScheme) => {
  await overOrders(
    async (inspected) => {
      const { page } = inspected
      expect(await violations(page)).toEqual([])
      await inspected.row(/^button, Save/).click()
      await inspected.attempt('click')
      await inspected.row(/^button, Print/).click()
      await inspected.attempt('click')
      await inspected.field.fill('name:Edit')
      await expect.poll(() => page.locator('.tree .matched').count()).toBe(3)
      expect(await violations(page)).toEqual([])
      await inspected.field.fill('nmae:Edit')
      await expect.poll(() => page.getByRole('region', { name: 'Why' }).isVisible()).toBe(true)
      expect(await violations(page)).toEqual([])
    },
    { colorScheme },
  )
})

test('gnome-calculator: a press on the picture picks a key, and trying it enters a digit', async () => {
  await using session = await HeadlessSession.start()
  const desktop = await session.desktop()
  const app = await desktop.launch('gnome-calculator')
  await using inspected = await Inspected.open(browser, desktop, app, files)
  const { page, selectors } = inspected
  const { x, y } = await inspected.at(await areaOf(app, 'role:button|name:7'))
  await page.mouse.move(x, y)
  await expect.poll(() => page.locator('.outline.pointed').getAttribute('data-label')).toMatch(/“7”/)
  await expect.poll(() => page.locator('.tree .pointed').getAttribute('aria-label')).toMatch(/, 7/)
  await inspected.field.fill('role:button|name:7')
  await expect.poll(() => page.locator('.tree .matched').count()).toBe(1)
  await page.locator('.tree .matched').click()
  await expect
    .poll(() => selectors.getByRole('listitem').first().textContent())
    .toContain("app.getByRole('button', { name: '7' })")
  const pictures = () => inspected.asked.filter((name) => name === 'picture').length
  const before = pictures()
  expect(await inspected.attempt('click')).toMatch(/click button "7" e\d+: (changed|verified)/)
  expect(await app.getByRole('textbox').first().inputValue()).toBe('7')
  await expect.poll(pictures).toBeGreaterThan(before)
  expect(inspected.said).toEqual([])
})

test.each([
  ['mousepad', ['--disable-server']],
  ['featherpad', ['--standalone']],
])('%s: a text is filled in, and a menu that is opened shows in the tree and in the picture', async (command, args) => {
  await using session = await HeadlessSession.start()
  const desktop = await session.desktop()
  const app = await desktop.launch({ command, args })
  await using inspected = await Inspected.open(browser, desktop, app, files)
  const picked = inspected.page.locator('.tree .matched')
  await inspected.field.fill('role:textbox|focused:true')
  await picked.click()
  expect(await inspected.attempt('fill', 'Dear all')).toMatch(/fill \w+.*: (verified|changed)/)
  await expect.poll(() => inspected.element.textContent()).toContain('valueDear all')
  await inspected.field.fill('role:menubar >> name:Edit|visible:true')
  await expect.poll(() => picked.getAttribute('aria-label')).toMatch(/^menu(item)?, Edit/)
  await picked.click()
  await inspected.attempt('click')
  await inspected.field.fill('name:"Select All"')
  await expect.poll(() => inspected.page.locator('.tree .matched:not(.hidden)').count()).toBe(1)
  await expect.poll(() => inspected.page.locator('.outline.matched').count()).toBe(1)
  expect(inspected.said).toEqual([])
})

test('a page in Chromium: a link below the pointer is marked, and a button that is tried changes the page', async () => {
  await using session = await HeadlessSession.start()
  const desktop = await session.desktop()
  const file = join(session.directory, 'page.html')
  const script = "document.querySelector('h1').textContent = 'Sent'"
  await writeFile(
    file,
    `<title>Letter</title><h1>Draft</h1><a href="#a">Terms</a><button onclick="${script}">Send</button>`,
  )
  const quiet = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--force-renderer-accessibility']
  const args = [...quiet, `--user-data-dir=${join(session.directory, 'profile')}`, `--app=file://${file}`]
  const app = await desktop.launch({ command: 'chromium', args }, { timeout: 60_000 })
  await app.getByRole('heading', { name: 'Draft' }).waitFor()
  await using inspected = await Inspected.open(browser, desktop, app, files)
  const { page, selectors } = inspected
  const { x, y } = await inspected.at(await areaOf(app, 'role:link|name:Terms'))
  await page.mouse.move(x, y)
  await expect.poll(() => page.locator('.outline.pointed').getAttribute('data-label')).toBe('link “Terms”')
  const send = await inspected.at(await areaOf(app, 'role:button|name:Send'))
  await page.mouse.click(send.x, send.y)
  await expect
    .poll(() => selectors.getByRole('listitem').first().textContent())
    .toContain("app.getByRole('button', { name: 'Send' })")
  expect(await inspected.attempt('click')).toContain('"Draft" → "Sent"')
  await expect.poll(() => inspected.row(/^heading, Sent/).count()).toBe(1)
  expect(inspected.said).toEqual([])
})
