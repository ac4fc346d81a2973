import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { App } from '../../lib/sdk/index.js'
import { PATIENCE } from '../patience.js'
import { headless } from './support/settled.js'

const TWINS = join(import.meta.dirname, '..', 'fixtures', 'apps', 'twins.py')
const PROGRAM = ['/usr/bin/python3', TWINS, 'gtk3']

/** That each of its windows takes what it is sent says that they were found. */
async function takesText(app: App): Promise<void> {
  await expect.poll(async () => (await app.windows()).length, { timeout: PATIENCE }).toBe(3)
  const letters = (await app.windows()).filter((window) => `${window}`.includes('"Letter"'))
  for (const letter of letters) await letter.type('x')
  await expect.poll(() => app.program?.stdout(), { timeout: PATIENCE }).toBe('0 x\n1 x\n')
}

test.each([[], ['--new-session']])(
  'a program in a pid namespace of its own is launched and driven %s',
  async (...more) => {
    await using place = await headless()
    const args = ['--dev-bind', '/', '/', '--proc', '/proc', '--unshare-pid', ...more, ...PROGRAM]
    const app = await place.desktop.launch({ command: 'bwrap', args })
    await takesText(app)
    // As this machine numbers processes.
    expect((await place.desktop.app({ pid: app.pid })).executable).toMatch(/^python3/)
  },
)

test('a program behind a proxy of the bus is known by its own process', async () => {
  await using place = await headless()
  const folder = await mkdtemp(join(tmpdir(), 'surehand-'))
  const proxied = `
    address=$(dbus-send --session --print-reply=literal --dest=org.a11y.Bus /org/a11y/bus org.a11y.Bus.GetAddress | tr -d ' ')
    xdg-dbus-proxy "$address" ${folder}/bus &
    while [ ! -S ${folder}/bus ]; do sleep 0.02; done
    export AT_SPI_BUS_ADDRESS=unix:path=${folder}/bus
    ${PROGRAM.join(' ')}`
  try {
    const app = await place.desktop.launch({ command: 'sh', args: ['-c', proxied] })
    await takesText(app)
    expect(app.executable).toMatch(/^python3/)
    expect((await place.desktop.app({ pid: app.pid })).executable).toBe(app.executable)
    await app.quit({ force: true })
    await expect(app.windows()).rejects.toMatchObject({ code: 'APP_EXITED' })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
