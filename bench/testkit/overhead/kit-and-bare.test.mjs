import { writeFileSync } from 'node:fs'
import { HeadlessSession } from 'surehand/headless'
import { expect, test } from 'surehand/vitest'
import { afterAll, beforeAll, beforeEach } from 'vitest'

// The same test in turns: with the kit, and by hand with what the SDK has. `overhead.mjs` reads when each began.

const PAIRS = Number(process.env.PAIRS ?? '20')
const display = 'role:TextBox|visible:true'

const began = []
beforeEach(({ task }) => {
  began.push({ name: task.name, at: performance.now() })
})

let session
beforeAll(async () => {
  session = await HeadlessSession.start()
})
afterAll(async () => {
  await session.stop()
  writeFileSync(process.env.RESULT, JSON.stringify(began))
})

for (let pair = 0; pair <= PAIRS; pair++) {
  test(`kit ${pair}`, async ({ launch }) => {
    const app = await launch('galculator')
    for (const key of ['6', '*', '7', '=']) await app.locator(`role:Button|name:"${key}"`).click()
    await expect(app.locator(display)).toHaveValue(/^42/)
  })

  test(`bare ${pair}`, async () => {
    const desktop = await session.desktop()
    try {
      const app = await desktop.launch('galculator')
      for (const key of ['6', '*', '7', '=']) await app.locator(`role:Button|name:"${key}"`).click()
      await app.locator(`${display}|value:42*`).waitFor()
      await app.quit({ force: true })
    } finally {
      await desktop.dispose()
    }
  })
}

// The last of the others ends where this one begins.
test('end', () => {})
