import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Receipt } from '../../lib/sdk/index.js'
import { PATIENCE } from '../patience.js'
import { windowsPage } from './support/windows-page.js'

// Calls as they are made from outside, against the program with Windows' own controls.

const page = windowsPage()

const clicks = () => page.form.events.filter(({ event }) => event === 'clicked').map(({ name }) => name)
/** Who was pressed, by which route, and how it was found; without what differs from run to run: how long it took, and whether the box was
 * answered before its opener was left to a thread of its own. */
const gist = (text: string) =>
  text
    .replaceAll('\r', '')
    .replaceAll(', which had not returned', '')
    .replace(/\d+(\.\d+)? m?s\b/g, '… ms')
    .replace(/\be\d+\b/g, 'e…')

/** That the page on receipts has this one, as it came: `SUREHAND_RECEIPTS=FILE` writes what came there, for a new page. */
function documented(...receipts: Receipt[]): void {
  const [page, written] = [join(import.meta.dirname, 'receipt.md'), process.env.SUREHAND_RECEIPTS]
  for (const receipt of receipts) {
    if (written !== undefined) appendFileSync(written, `${receipt}\n\n${JSON.stringify(receipt, undefined, 2)}\n\n`)
    const [first, second] = gist(String(receipt)).split('\n')
    expect(gist(readFileSync(page, 'utf8'))).toContain(`${first}\n${second}\n`)
  }
}

test('a press with alternatives, a fallback, retries and a verification is made once, and its receipt says how', async () => {
  const receipt = await page.app.locator('role:Button|name:Reply').click({
    alternatives: ['role:Button|name:Reply All', 'role:Button|automationid:btnReply'],
    fallbacks: ['role:MenuItem|name:Reply'],
    retries: 3,
    verify: { exists: 'role:text|name:Replying' },
  })
  await page.form.received({ event: 'clicked', name: 'Reply' })
  expect(clicks()).toEqual(['Reply'])
  expect(receipt).toMatchObject({
    effect: 'verified',
    heldBefore: false,
    pending: false,
    route: 'action',
    detail: 'Invoke',
    element: { role: 'button', name: 'Reply' },
    choices: [
      { selector: 'role:Button|name:Reply', count: 1, element: 'same' },
      { selector: 'role:Button|name:Reply All', count: 0, element: 'none' },
      { selector: 'role:Button|automationid:btnReply', count: 0, element: 'none' },
    ],
    attempts: [{ selector: 'role:Button|name:Reply', step: 'done' }],
  })
  documented(receipt)
})

test('a message box is opened by one call and answered by another while the first is under way', async () => {
  const [asked, answered] = await Promise.all([
    page.app
      .locator('role:button|name:Message')
      .click({ verify: { exists: 'role:text|name:Sent', timeout: PATIENCE } }),
    page.app
      .locator('role:dialog|name:Question >> role:button|name:Yes')
      .click({ verify: { notExists: 'role:dialog' } }),
  ])
  expect(clicks()).toEqual(['Message'])
  expect(asked).toMatchObject({ effect: 'verified', element: { name: 'Message' } })
  expect(answered).toMatchObject({ effect: 'verified', pending: false, element: { name: 'Yes' } })
  documented(asked, answered)
})
