import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { HeadlessSession } from '../../lib/sdk/headless/index.js'
import { headless } from './support/settled.js'

// Two agents, each a process of its own, at the keyboard and the pointer of one desktop: what each types goes where it was meant.

const ROUNDS = Number(process.env.SUREHAND_ROUNDS ?? 12)
const agent = join(import.meta.dirname, 'support', 'turn-taker.ts')

/** What an agent says failed; nothing when all went well. */
function take({ environment }: HeadlessSession, ...args: string[]): Promise<string> {
  const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), agent, ...args], { env: environment })
  let said = ''
  child.stdout.on('data', (text) => (said += text))
  child.stderr.on('data', (text) => (said += text))
  return new Promise((resolve) => child.on('close', () => resolve(said)))
}

test('two programs type and click on one desktop, and nothing is mixed or lost', { timeout: 180_000 }, async () => {
  await using place = await headless()
  const { session, desktop } = place
  const texts = ['the first agent writes this', 'THE OTHER ONE WROTE THAT']
  const pads = await Promise.all(
    texts.map(() => desktop.launch({ command: 'mousepad', args: ['--disable-server'] }, { timeout: 60_000 })),
  )
  const name = session.display
  const failed = await Promise.all(
    texts.map((text, at) => take(session, String(pads[at]?.pid), text, String(ROUNDS), name)),
  )
  expect(failed).toEqual(['', ''])
  for (const [at, text] of texts.entries()) {
    expect(await pads[at]?.getByRole('textbox').inputValue()).toBe(`${text}\n`.repeat(ROUNDS))
  }
})
