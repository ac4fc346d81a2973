import { expect, test } from 'vitest'
import { Desktop, type World } from '../../lib/sdk/index.js'

const left = { x: -800, y: -100, width: 800, height: 600 }
const right = { x: 0, y: 0, width: 1280, height: 960 }

const world: World = {
  displays: [
    { id: 'left', bounds: left, scale: 2 },
    { id: 'right', bounds: right, workArea: { ...right, height: 920 }, primary: true },
  ],
  applications: [
    {
      name: 'Mail',
      executable: 'mail',
      windows: [
        {
          role: 'window',
          name: 'Mail',
          bounds: { x: -700, y: -50, width: 400, height: 300 },
          children: [{ role: 'button', name: 'Send', bounds: { x: -600, y: -20, width: 100, height: 40 } }],
        },
      ],
    },
  ],
}

test('several displays: the primary one first, one left of the origin', async () => {
  await using desktop = await Desktop.open({ world })
  expect(await desktop.displays()).toEqual([
    { id: 'right', bounds: right, workArea: { ...right, height: 920 }, scale: 1, primary: true },
    { id: 'left', bounds: left, workArea: left, scale: 2, primary: false },
  ])
})

test('a picture of the second display is of that one alone', async () => {
  await using desktop = await Desktop.open({ world })
  const picture = await desktop.picture({ display: 'left' })
  // A display's scale says how large it shows things, a picture's how many of its pixels a screen unit has.
  expect(picture).toMatchObject({ bounds: left, scale: 1 })
  expect([picture.png.readUInt32BE(16), picture.png.readUInt32BE(20)]).toEqual([800, 600])
  expect((await desktop.picture({ display: 'right' })).bounds).toEqual(right)
})

test('what is on the second display is found and clicked at its place there', async () => {
  await using desktop = await Desktop.open({ world })
  expect((await desktop.elementAt(-550, 0))?.name).toBe('Send')
  await (await desktop.app('mail')).locator('role:button|name:Send').click({ position: { x: 10, y: 10 } })
  expect(desktop.simulation?.received()).toContainEqual(expect.objectContaining({ what: 'press', name: 'Send' }))
})
