import { expect, test } from 'vitest'
import { createRegistry } from '../../lib/agent/index.js'
import { HeadlessSession } from '../../lib/sdk/headless/index.js'

test('a tool that names a program which has ended says that it has ended', async () => {
  await using session = await HeadlessSession.start()
  const desktop = await session.desktop()
  const registry = createRegistry(desktop)
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
