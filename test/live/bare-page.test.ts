import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { headless } from './support/settled.js'

test('that something is not there is not said of a page of QtWebKit, which publishes nothing of it', async () => {
  await using place = await headless()
  const program = fileURLToPath(new URL('../fixtures/apps/bare_page.py', import.meta.url))
  const child = place.session.spawn('/usr/bin/python3', [program], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout as NodeJS.ReadableStream, 'data')
  const app = await place.desktop.app({ pid: child.pid as number })
  const { cuts } = await app.snapshot()
  expect(cuts.map(({ reason, node }) => [reason, node.role])).toEqual([['unpublished', 'document']])
  await expect(app.getByText('Welcome').exists()).rejects.toMatchObject({ code: 'INCOMPLETE_TREE' })
  expect(await app.getByRole('button', { name: 'Back' }).exists()).toBe(true)
  child.kill('SIGKILL')
})
