import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'surehand/vitest'

// Forty tests of four programs: ten tasks each, of which every one starts its program anew.

/** ms; starting a browser on a full machine takes a while. */
const PATIENCE = 30_000

/** Keys that are pressed one after the other, and what is to be read then. */
const pressed = async (app, keys, button) => {
  for (const key of keys.split(' ')) await app.locator(button(key)).click()
}

/**
 * Its keys are toggle buttons that it lets go of after a while: one that is pressed again before is let go of, and types nothing. So no
 * sum has a digit twice.
 *
 * @param {readonly (readonly [keys: string, result: string])[]} sums
 */
export function galculator(sums) {
  test.override({ deskOptions: { timeout: PATIENCE } })
  for (const [keys, result] of sums) {
    test(`galculator (GTK 3): ${keys}`, async ({ launch }) => {
      const app = await launch('galculator')
      await pressed(app, keys, (key) => `role:Button|name:"${key}"`)
      await expect(app.locator('role:TextBox|visible:true')).toHaveValue(new RegExp(`^${result}`))
    })
  }
}

/** @param {readonly (readonly [keys: string, result: string])[]} sums */
export function gnomeCalculator(sums) {
  test.override({ deskOptions: { timeout: PATIENCE } })
  for (const [keys, result] of sums) {
    test(`gnome-calculator (GTK 4): ${keys}`, async ({ launch }) => {
      const app = await launch('gnome-calculator')
      await pressed(app, keys, (key) => `role:Button|name:/^([${key}] )?[${key}]$/`)
      await expect(app.locator(`role:TextBox|value:/${result}/|first`)).toBeVisible()
    })
  }
}

/** @param {readonly (readonly [sum: string, result: string])[]} sums */
export function speedcrunch(sums) {
  test.override({ deskOptions: { timeout: PATIENCE } })
  for (const [sum, result] of sums) {
    test(`speedcrunch (Qt): ${sum}`, async ({ launch }) => {
      const app = await launch('speedcrunch')
      const entry = app.locator('role:TextBox|focused:true|editable:true')
      await entry.fill(sum)
      await entry.press('Enter')
      await expect(app.locator(`role:TextBox|value:/= ${result}/|first`)).toBeVisible()
    })
  }
}

const FLAGS = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking', '--disable-sync']

/** @param {readonly (readonly [name: string, greeting: string])[]} guests */
export function chromium(guests) {
  test.override({ deskOptions: { timeout: PATIENCE } })
  for (const [name, greeting] of guests) {
    test(`Chromium: ${name}`, async ({ launch, onTestFinished }) => {
      const home = await mkdtemp(join(tmpdir(), 'guests-'))
      onTestFinished(() => rm(home, { recursive: true, force: true, maxRetries: 5 }))
      const page = `<title>Guests</title><label>Name <input id=n></label>
        <button onclick="o.textContent = 'Hello ' + n.value">Greet</button><p id=o role=status>Nobody</p>`
      const address = `data:text/html,${encodeURIComponent(page)}`
      const app = await launch({
        command: 'chromium',
        args: [...FLAGS, '--force-renderer-accessibility', `--user-data-dir=${home}`, address],
      })
      await app.locator('role:TextBox|name:Name').fill(name)
      await app.locator('role:Button|name:Greet').click()
      await expect(app.locator('id:o')).toContainText(greeting)
    })
  }
}
