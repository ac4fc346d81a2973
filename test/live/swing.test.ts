import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { HeadlessSession } from '../../lib/sdk/headless/index.js'
import type { SnapshotNode } from '../../lib/sdk/index.js'
import { PATIENCE } from '../patience.js'

// Swing publishes a tree with java-atk-wrapper. Debian: default-jdk-headless (it compiles the program), default-jre, libatk-wrapper-java-jni.

const WRAPPER =
  '-Djavax.accessibility.assistive_technologies=org.GNOME.Accessibility.AtkWrapper ' +
  '-Xbootclasspath/a:/usr/share/java/java-atk-wrapper.jar'

test('numbers, options, rows and branches of Swing are set, and the program has each', async () => {
  await using session = await HeadlessSession.start({ environment: { JAVA_TOOL_OPTIONS: WRAPPER } })
  const desktop = await session.desktop({ defaultTimeout: PATIENCE })
  const log = join(session.environment.HOME as string, 'log')
  const said = () =>
    readFileSync(log, 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.trim())
  const program = join(import.meta.dirname, '..', 'fixtures', 'apps', 'Kinds.java')
  const app = await desktop.launch({ command: 'java', args: [program, log] }, { timeout: 60_000 })

  // Swing says of no window where it is; the window system does.
  expect(await app.window().boundingBox()).toMatchObject({ width: expect.any(Number) })
  expect((await app.screenshot()).byteLength).toBeGreaterThan(1_000)
  expect((await app.locator('role:spinbutton|name:Count').setValue(5)).effect).toBe('verified')
  expect(said().at(-1)).toBe('count 5')
  expect((await app.locator('role:slider|name:Level').setValue(3)).effect).toBe('verified')
  expect(said().at(-1)).toBe('level 3')
  expect((await app.locator('role:slider|name:Level').setValue(1)).effect).toBe('verified')
  expect(said().at(-1)).toBe('level 1')
  expect((await app.locator('role:combobox|name:Town').selectOption('Berlin')).effect).toBe('verified')
  expect(said().at(-1)).toBe('town Berlin')
  expect((await app.locator('role:cell|name:"Order 5"').select()).effect).toBe('verified')
  expect(said().at(-1)).toBe('row 5')
  // Its scroll bar takes no value: below it the wheel is turned, though combo boxes and a slider lie above the table.
  expect((await app.locator('role:table|name:Orders').scroll({ x: 0, y: 3 })).effect).toBe('changed')
  // Swing may take longer to select a row than a click without a `verify` waits for a sign: then it is said not to be known.
  expect(['changed', 'unknown']).toContain((await app.locator('role:cell|name:"Order 60"').click()).effect)
  await expect.poll(() => said().at(-1)).toBe('row 60')
  expect((await app.locator('role:treeitem|name:Work').expand()).effect).toBe('verified')
  expect(said().at(-1)).toBe('expanded [Root, Work]')
  // Nothing of this went to the field that has the focus.
  expect(said()).not.toContain('line')
})

test("a combo box of Swing's says what is chosen in it, not what its list points at", async () => {
  await using session = await HeadlessSession.start({ environment: { JAVA_TOOL_OPTIONS: WRAPPER } })
  const desktop = await session.desktop({ defaultTimeout: PATIENCE })
  const log = join(session.environment.HOME as string, 'log')
  const said = () => readFileSync(log, 'utf8').trim().split('\n').at(-1)?.trim()
  const program = join(import.meta.dirname, '..', 'fixtures', 'apps', 'Kinds.java')
  const app = await desktop.launch({ command: 'java', args: [program, log] }, { timeout: 60_000 })
  await app.window().move(200, 100)
  const colour = app.locator('role:combobox').last()
  expect([await colour.name(), await colour.inputValue()]).toEqual(['Red', 'Red'])

  // Swing takes the choice away before it sets another one. The program fails at that, and the combo box stays empty until it is clicked.
  expect((await colour.selectOption('Blue')).effect).toBe('verified')
  expect(said()).toBe('colour Blue')
  expect(await colour.inputValue()).toBe('Blue')

  await colour.click()
  const green = app.locator('role:listitem|name:Green')
  await green.waitFor()
  // The list has a window of its own. Where that is, Swing says wrongly; where its items are, rightly.
  const { bounds } = (await app.snapshot()).find('role:listitem|name:Green') as SnapshotNode
  expect(bounds).toEqual(await green.boundingBox())
  await green.hover()
  expect([await colour.name(), await colour.inputValue(), await green.isSelected()]).toEqual(['Blue', 'Blue', false])
  const receipt = await green.click()
  expect(receipt.route).toBe('input')
  await expect.poll(said).toBe('colour Green')
  expect(await colour.inputValue()).toBe('Green')
})
