import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createRegistry } from '../../lib/agent/index.js'
import { HeadlessSession } from '../../lib/sdk/headless/index.js'

test('a tool that names a program which has ended says that it has ended', async () => {
  await using session = await HeadlessSession.start()
  const desktop = await session.desktop()
  const registry = createRegistry(desktop, { profile: 'terminator' })
  const call = (tool: string, input: object) => registry.tool(tool).run(input)
  expect((await call('open_application', { app_name: 'zenity', args: ['--info'] })).isError).toBeUndefined()
  const closed = await call('click_element', { process: 'zenity', selector: 'role:button|name:OK' })
  expect(closed.structuredContent).toMatchObject({ effect: 'changed' })
  const { structuredContent } = await call('get_window_tree', { process: 'zenity' })
  expect(structuredContent.error).toMatchObject({
    code: 'APP_NOT_FOUND',
    message: expect.stringMatching(/^zenity \(pid \d+\) has ended/),
  })
})

const LEAVES = join(import.meta.dirname, '..', 'fixtures', 'apps', 'leaves_qt.py')

test.each(['5', '6'])(
  'a program of Qt %s that has no tree for a while before it ends has ended by the action that made it end',
  async (version) => {
    await using session = await HeadlessSession.start()
    const desktop = await session.desktop()
    const app = await desktop.launch({ command: '/usr/bin/python3', args: [LEAVES, version] })
    const receipt = await app.locator('role:button|name:Leave').click()
    expect(receipt.toJSON()).toMatchObject({ effect: 'changed', ended: { code: 0 } })
  },
)
