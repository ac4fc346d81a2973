// What goes wrong says what was tried, what was seen and what to do.
//   npx tsx examples/errors.ts
import { Desktop, isSurehandError } from 'surehand'

await using desktop = await Desktop.open({
  world: {
    applications: [
      {
        name: 'Mail',
        windows: [
          {
            role: 'window',
            name: 'Inbox',
            bounds: { x: 0, y: 0, width: 640, height: 400 },
            children: [
              { role: 'group', name: 'From Ada', children: [{ role: 'button', name: 'Reply' }] },
              { role: 'group', name: 'From Grace', children: [{ role: 'button', name: 'Reply' }] },
              { role: 'button', name: 'Reply All' },
              { role: 'button', name: 'Send', enabled: false },
            ],
          },
        ],
      },
    ],
  },
})
const mail = await desktop.app('Mail')

async function attempt(what: string, work: () => unknown) {
  try {
    await work()
  } catch (error) {
    if (!isSurehandError(error)) throw error
    console.log(`${what}\n  ${error.code}: ${error.message.replaceAll('\n', '\n  ')}\n`)
  }
}

// Two buttons have this name. Neither is pressed; each candidate comes with a selector that is unique for it.
await attempt('Press Reply', () => mail.locator('role:button|name:Reply').click())
// None has this one. The nearest misses, and the term that each one fails.
await attempt('Press Replay', () => mail.locator('role:button|name:Replay').click({ timeout: 200 }))
// It is there and cannot be pressed.
await attempt('Press Send', () => mail.locator('role:button|name:Send').click({ timeout: 200 }))
// A selector is checked when it is written, not when it is used.
await attempt('A typing error', () => mail.locator('rol:button'))
// There is no such application, and no other is taken for it.
await attempt('Another program', () => desktop.app('Mall', { timeout: 200 }))

// One of the two, in the open.
await mail.locator('name:"From Grace" >> role:button|name:Reply').click()
console.log(
  'pressed:',
  desktop.simulation?.received().map(({ what, name }) => `${what} ${name}`),
)
