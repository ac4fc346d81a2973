import { expect, test } from 'vitest'
import { policy } from '../../lib/agent/policy/index.js'
import { Desktop, type Ended, type Outgoing, type World } from '../../lib/sdk/index.js'
import { PATIENCE } from '../patience.js'
import { failure } from './program.js'

/** An element is its owner's, whoever lists it: one application shows another's in its tree. */

const world: World = {
  applications: [
    {
      name: 'Shell',
      id: 'org.example.Shell',
      executable: 'shell',
      windows: [
        {
          role: 'window',
          name: 'Main',
          children: [
            { role: 'button', name: 'Own' },
            {
              role: 'group',
              name: 'Socket',
              ownedBy: 'Vault',
              children: [
                { role: 'button', name: 'Press' },
                { role: 'textbox', name: 'Note' },
              ],
            },
          ],
        },
      ],
    },
    { name: 'Vault', id: 'org.example.Vault', executable: 'vault', windows: [{ role: 'window', name: 'Vault' }] },
  ],
}

test('hooks, receipts and nodes name the owner of an embedded element', async () => {
  const asked: Outgoing[] = []
  const told: Ended[] = []
  await using desktop = await Desktop.open({
    world,
    defaultTimeout: PATIENCE,
    hooks: { beforeDispatch: (outgoing) => void asked.push(outgoing), afterAction: (ended) => void told.push(ended) },
  })
  const shell = await desktop.app('Shell')
  const vault = await desktop.app('Vault')
  const receipt = await shell.locator('name:Press').click()
  const owner = { name: 'Vault', id: 'org.example.Vault', executable: 'vault', pid: vault.pid }
  expect(asked).toMatchObject([{ verb: 'click', app: owner, element: { name: 'Press' } }])
  expect(told).toMatchObject([{ verb: 'click', app: owner }])
  expect(receipt.element.app).toEqual(owner)
  expect(`${receipt}`).toContain(`of vault (pid ${vault.pid})`)
  expect(receipt.toJSON().element).toMatchObject({ app: owner })
  const nodes = (await shell.snapshot()).findAll('role:Button|name:*')
  expect(nodes.map(({ name, process, pid }) => [name, process, pid])).toEqual([
    ['Own', 'shell', shell.pid],
    ['Press', 'vault', vault.pid],
  ])

  asked.length = told.length = 0
  const own = await shell.locator('name:Own').click()
  expect(asked).toMatchObject([{ app: { name: 'Shell', pid: shell.pid } }])
  expect(told).toMatchObject([{ app: { name: 'Shell', pid: shell.pid } }])
  expect(own.element.app).toBeUndefined()
})

test('a denied application is not reached through the tree of an allowed one', async () => {
  await using desktop = await Desktop.open({
    world,
    defaultTimeout: PATIENCE,
    hooks: policy({ apps: { deny: ['vault'] } }),
  })
  const shell = await desktop.app('Shell')
  const acts = [
    () => shell.locator('name:Press').click(),
    () => shell.locator('name:Press').click({ route: 'input' }),
    () => shell.locator('name:Press').focus(),
    () => shell.locator('name:Note').fill('text'),
    () => shell.locator('name:Note').press('a'),
  ]
  for (const act of acts) expect(await failure(act())).toMatchObject({ code: 'REFUSED', details: { rule: 'apps' } })
  expect(desktop.simulation?.received()).toEqual([])
  await shell.locator('name:Own').click()
  expect(desktop.simulation?.received()).toHaveLength(1)
})
