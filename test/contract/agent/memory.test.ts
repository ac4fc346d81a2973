import { expect, test } from 'vitest'
import { mail, textOf, worked } from './mail.js'

// A selector that found an element before, and finds it no longer: what is most like it is proposed, and not pressed.

test('an element that got another name is proposed, with how sure that is', async () => {
  await using stage = await mail()
  const click = { process: 'outlook', selector: 'role:button|name:Reply' }
  worked(await stage.call('click_element', click))
  stage.desktop.simulation?.apply([{ set: 'reply', name: 'Answer' }])
  const failed = await stage.call('click_element', click)
  expect(failed.structuredContent.error).toMatchObject({
    code: 'NOT_FOUND',
    sent: 'no',
    healed: [{ role: 'button', name: 'Answer', ref: expect.stringMatching(/^e\d+$/) }],
  })
  expect(textOf(failed)).toMatch(/it was button "Reply"; most like it now: button "Answer" e\d+ \(\d\d %\)/)
})

test('of what was never found nothing is proposed', async () => {
  await using stage = await mail()
  const failed = await stage.call('click_element', { process: 'outlook', selector: 'role:button|name:Answer' })
  expect(failed.structuredContent.error).not.toHaveProperty('healed')
})
