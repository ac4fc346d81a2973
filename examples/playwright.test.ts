// Only names that Playwright has. npx vitest run --project live examples/playwright.test.ts
import { expect, test } from 'surehand/vitest'

test('gnome-calculator (GTK 4) computes', async ({ launch }) => {
  const app = await launch('gnome-calculator')
  for (const name of ['6', '×', '7', '=']) await app.getByRole('button', { name }).click()
  await expect(app.getByRole('textbox').first()).toHaveValue(/42/)
  await expect(app.getByRole('button', { name: 'Undo' })).toBeEnabled()
  await app.getByRole('button').filter({ hasText: 'Clear' }).click()
  await expect(app.getByRole('textbox').first()).toBeEmpty()
})

test('mousepad (GTK 3) edits', async ({ launch }) => {
  const app = await launch('mousepad', ['--disable-server'])
  const text = app.getByRole('textbox').nth(0)
  await text.fill('one two')
  await text.dblclick({ position: { x: 10, y: 10 } })
  await text.press('Delete')
  expect(await text.inputValue()).not.toContain('one')
  await app.getByRole('menu', { name: 'Search' }).click()
  await app.getByRole('menuitem', { name: 'Find…' }).click()
  await expect(app.getByRole('textbox', { focused: true })).toBeEmpty()
})

test('featherpad (Qt 5) marks', async ({ desktop, launch }) => {
  await launch('featherpad')
  const window = desktop.app('featherpad').window()
  await window.getByRole('textbox').first().pressSequentially('milk')
  await expect(window.getByRole('button', { name: 'Undo' })).toBeEnabled()
  await expect(window.getByDescription('Match Case (F5)')).not.toBeChecked()
  await window.getByRole('button', { name: 'Replace' }).click()
  await expect(window.getByText('Replace with:')).toBeVisible()
})
