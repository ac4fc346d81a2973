// A desktop that misbehaves on purpose: late, moving, disabled, lying. Nothing here sleeps.
//   npx tsx examples/hard-desktop.ts
import { Desktop, isSurehandError } from 'surehand'

await using desktop = await Desktop.open({
  world: {
    applications: [
      {
        name: 'Installer',
        windows: [
          {
            role: 'window',
            name: 'Setup',
            bounds: { x: 0, y: 0, width: 480, height: 300 },
            children: [
              { role: 'button', name: 'Late', faults: { late: 200 } },
              { role: 'button', name: 'Moving', faults: { moving: 500 } },
              { role: 'button', name: 'Busy', faults: { disabled: 800 } },
              { role: 'checkbox', name: 'Liar', faults: { lying: true } },
            ],
          },
        ],
      },
    ],
  },
})
const setup = await desktop.app('Installer')

for (const name of ['Late', 'Moving', 'Busy']) {
  const receipt = await setup.locator(`role:button|name:${name}`).click({ route: 'input' })
  console.log(`${name}: pressed after ${Math.round(receipt.duration)} ms and ${receipt.attempts[0]?.looks} looks`)
}

try {
  await setup.locator('role:checkbox|name:Liar').check({ timeout: 300 })
} catch (error) {
  // It said that it was checked and is not. It was pressed once, and nobody claims that it worked.
  if (!isSurehandError(error, 'VERIFY_FAILED')) throw error
  console.log(error.message)
}

// What the application really received.
for (const { what, name, by, at } of desktop.simulation?.received() ?? []) {
  if (what === 'press') console.log(`${Math.round(at)} ms: ${name} pressed by ${by}`)
}

// Every wait ends when its signal says so.
const never = setup.locator('role:button|name:Never').click({ signal: AbortSignal.timeout(100) })
await never.catch((error: unknown) => console.log(isSurehandError(error) && error.code))
