import { expect, test } from 'vitest'
import { createRegistry } from '../../lib/agent/index.js'
import { HeadlessSession } from '../../lib/headless/index.js'

test('a tool that names a program which has ended fails at once and says that it has ended', async () => {
  await using session = await HeadlessSession.start()
  const desktop = await session.desktop()
  const registry = createRegistry(desktop)
  const call = (tool: string, input: object) => registry.tool(tool).run(input)
  expect((await call('open_application', { app_name: 'zenity', args: ['--info'] })).isError).toBeUndefined()
  const closed = await call('click_element', { process: 'zenity', selector: 'role:button|name:OK' })
  expect(closed.structuredContent).toMatchObject({ effect: 'changed' })
  const began = performance.now()
  const { structuredContent } = await call('get_window_tree', { process: 'zenity' })
  expect(structuredContent.error).toMatchObject({
    code: 'APP_NOT_FOUND',
    message: expect.stringMatching(/^zenity \(pid \d+\) has ended/),
  })
  // An unknown name is waited for longer: a program may be starting.
  const took = performance.now() - began
  const later = performance.now()
  await call('get_window_tree', { process: 'nowhere' })
  expect(performance.now() - later).toBeGreaterThan(took)
})
