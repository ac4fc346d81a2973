// One call that finds, acts, knows whether it worked, and does something about it when it did not.
//   npx tsx examples/reliability.ts
import { Desktop, isSurehandError } from 'surehand'

await using desktop = await Desktop.open({
  world: {
    applications: [
      {
        name: 'Mail',
        windows: [
          {
            role: 'window',
            name: 'Drafts',
            bounds: { x: 0, y: 0, width: 480, height: 300 },
            children: [
              // The new version calls it Submit. Every second press is lost, and an answer takes its time.
              {
                role: 'button',
                name: 'Submit',
                faults: { lostPresses: 2 },
                on: { press: [{ set: 'state', name: 'Sent', after: 120 }] },
              },
              { role: 'button', name: 'Delete', on: { press: [{ set: 'state', name: 'Deleted' }] } },
              { role: 'text', name: 'Draft', key: 'state' },
            ],
          },
        ],
      },
    ],
  },
})
const mail = await desktop.app('Mail')

// Both names are looked for on the same tree. After the press that is lost nothing shows the message as sent, and nothing else
// changed either, so pressing again is safe.
for (const message of ['first message', 'second message']) {
  desktop.simulation?.apply([{ set: 'state', name: 'Draft' }])
  const receipt = await mail.locator('role:button|name:Send').click({
    alternatives: ['role:button|name:Submit'],
    verify: { exists: 'role:text|name:Sent', timeout: 400 },
    retries: 2,
  })
  console.log(`${message}, attempts: ${receipt.attempts.length}\n${receipt}`)
}

// What is not known to have worked is not called done.
const error = await mail
  .locator('role:button|name:Delete')
  .click({ verify: { exists: 'role:text|name:Archived', timeout: 200 } })
  .catch((reason: unknown) => reason)
if (isSurehandError(error)) console.log(`${error.code}: ${error.message}`)

// Somebody is asked before something is done that cannot be undone.
await mail
  .locator('role:button|name:Delete')
  .click({ confirm: () => false })
  .catch((reason: unknown) => console.log(isSurehandError(reason) && reason.code))

// What any code of yours changed, as a diff.
const changes = await mail.changes(async () => {
  desktop.simulation?.apply([{ set: 'state', name: 'Draft' }])
})
console.log(`${changes}`)
