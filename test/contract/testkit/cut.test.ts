import { afterEach, test } from 'vitest'
import { type App, Desktop, type SimulatedNode } from '../../../lib/sdk/index.js'
import { expect } from '../../../lib/test/testkit/vitest.js'

// What a matcher says of a tree that is not all there.

let desktop: Desktop | undefined
afterEach(() => desktop?.dispose())

async function listing(): Promise<App> {
  const item = (name: string) => ({ role: 'listitem' as const, name })
  desktop = await Desktop.open({
    world: {
      applications: [
        {
          name: 'Mail',
          windows: [
            {
              role: 'window',
              name: 'Mail',
              children: [
                {
                  role: 'list',
                  name: 'Inbox',
                  children: [item('First'), item('Second')],
                  cut: { reason: 'virtual', detail: '500 rows' },
                },
              ],
            },
          ],
        },
      ],
    },
  })
  return desktop.app('Mail')
}

const messageOf = (asked: Promise<void>) =>
  asked.then(
    () => 'it passed',
    (error: Error) => error.message.replace(/\d+ ms/g, 'N ms').replace(/last of \d+ looks?/, 'last of N looks'),
  )

test('so many as were seen is no count while there could be more', async () => {
  const items = (await listing()).locator('role:listitem')
  expect(await messageOf(expect(items).toHaveCount(2, { timeout: 500 }))).toMatchInlineSnapshot(`
    "expect(role:listitem in Mail).toHaveCount() failed after N ms
      Expected: 2 elements
      Received: 2 elements:
        window "Mail" > list "Inbox" > listitem "First" (e1)
        window "Mail" > list "Inbox" > listitem "Second" (e2), in a tree that is cut where more could be:
        window "Mail" > list "Inbox" (virtual)
      (last of N looks, at N ms)"
  `)
  expect(await messageOf(expect(items).not.toHaveCount(2, { timeout: 500 }))).toMatch(/cut where more could be/)
  expect(await messageOf(expect(items).toHaveCount(3, { timeout: 500 }))).toMatch(/cut where more could be/)
})

test('more than were expected are too many, whatever else there is', async () => {
  const items = (await listing()).locator('role:listitem')
  await expect(items).not.toHaveCount(1)
  expect(await messageOf(expect(items).toHaveCount(1, { timeout: 500 }))).not.toMatch(/cut/)
})

test('what cannot be in the rows that are not there is counted', async () => {
  const app = await listing()
  await expect(app.locator('role:dialog')).toHaveCount(0)
  await expect(app.locator('role:window')).toHaveCount(1)
})

test('what was seen is told, not that the time was up in the middle of a last look', async () => {
  const send: SimulatedNode = { role: 'button', name: 'Send', key: 'send', visible: false }
  const window: SimulatedNode = { role: 'window', name: 'Mail', key: 'mail', children: [send] }
  desktop = await Desktop.open({ world: { applications: [{ name: 'Mail', windows: [window] }] } })
  const app = await desktop.app('Mail')
  const asked = messageOf(expect(app.locator('role:button')).toBeVisible({ timeout: 1000 }))
  await expect(app.locator('role:button')).toBeAttached()
  desktop.simulation?.apply([
    { remove: 'send' },
    { add: { role: 'list', name: 'Rest', cut: { reason: 'deadline' } }, to: 'mail', after: 0 },
  ])
  expect(await asked).toMatch(/Received: button "Send" \(e\d+\): hidden/)
})

test('a value that time was too short to read does not satisfy a negation', async () => {
  const field: SimulatedNode = { role: 'textbox', name: 'Name', cut: { reason: 'deadline' } }
  const windows: SimulatedNode[] = [{ role: 'window', name: 'Mail', children: [field] }]
  desktop = await Desktop.open({ world: { applications: [{ name: 'Mail', windows }] } })
  const name = (await desktop.app('Mail')).locator('role:textbox')
  expect(await messageOf(expect(name).not.toHaveValue('Ada', { timeout: 300 }))).not.toBe('it passed')
  // What is seen counts all the same.
  await expect(name).toHaveRole('textbox', { timeout: 300 })
})
