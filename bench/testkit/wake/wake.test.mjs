import { writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Desktop } from 'surehand'
import { HeadlessSession } from 'surehand/headless'
import { expect, test } from 'surehand/vitest'

// How soon a matcher passes after a button has come, beside a loop that looks every 50 ms, in turns. `wake.mjs` reads the times.

const ROUNDS = Number(process.env.ROUNDS ?? '20')
const FORM = fileURLToPath(new URL('../../../test/fixtures/apps/form_gtk3.py', import.meta.url))
const LATER = 'role:button|name:Later'
const LATE = 'role:button|name:Late'

const woken = (late) => expect(late).toBeVisible({ timeout: 10_000 })
const polled = async (late) => {
  while (!(await late.isVisible())) await delay(50)
}

const world = {
  applications: [
    {
      name: 'Form',
      windows: [
        {
          role: 'window',
          name: 'Form',
          key: 'form',
          children: [
            {
              role: 'button',
              name: 'Later',
              on: { press: [{ add: { role: 'button', name: 'Late' }, to: 'form', after: 400 }] },
            },
            ...Array.from({ length: 60 }, (_, index) => ({ role: 'text', name: `Text ${index}` })),
          ],
        },
      ],
    },
  ],
}

async function onGtk(wait) {
  const desktop = await session.desktop()
  try {
    const app = await desktop.launch({ command: '/usr/bin/python3', args: [FORM] })
    return await timed(app, wait)
  } finally {
    for (const app of await desktop.apps()) await app.quit({ force: true })
    await desktop.dispose()
  }
}

async function onSimulated(wait) {
  const desktop = await Desktop.open({ world })
  try {
    return await timed(await desktop.app('Form'), wait)
  } finally {
    await desktop.dispose()
  }
}

/** ms from the press to when it is known that the button is there. */
async function timed(app, wait) {
  const late = app.locator(LATE)
  await late.exists()
  await app.locator(LATER).click({ diff: false })
  const began = performance.now()
  await wait(late)
  return performance.now() - began
}

let session
test('takes turns', async () => {
  session = await HeadlessSession.start()
  const took = { 'GTK 3': { woken: [], polled: [] }, simulated: { woken: [], polled: [] } }
  try {
    for (let round = 0; round <= ROUNDS; round++) {
      for (const [name, place] of Object.entries({ 'GTK 3': onGtk, simulated: onSimulated })) {
        for (const [kind, wait] of Object.entries({ woken, polled })) {
          const ms = await place(wait)
          if (round > 0) took[name][kind].push(ms)
        }
      }
    }
  } finally {
    await session.stop()
  }
  writeFileSync(process.env.RESULT, JSON.stringify(took))
}, 600_000)
