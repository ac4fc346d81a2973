import { expect, test } from 'vitest'
import type { World } from '../../../lib/sdk/index.js'
import { Desks } from '../../../lib/test/testkit/desk.js'

const world: World = {
  applications: [],
  launchable: {
    editor: { name: 'Editor', windows: [{ role: 'window', name: 'Editor' }] },
  },
}

test('a test that was ended has its programs ended all the same', async () => {
  const ending = new AbortController()
  const desk = await new Desks().open({ backend: 'simulated', world, signal: ending.signal })
  const app = await desk.launch('editor')
  ending.abort()
  await expect(desk.desktop.apps()).rejects.toMatchObject({ code: 'ABORTED' })
  await expect(app.locator('role:window').exists()).rejects.toMatchObject({ code: 'ABORTED' })
  await desk.end()
})
