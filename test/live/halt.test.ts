import { expect, test } from 'vitest'
import { createRegistry, HALT_KEY } from '../../lib/agent/index.js'
import { headless } from './support/settled.js'

// A person stops an agent by a key, whatever has the keyboard.

const ROUNDS = Number(process.env.SUREHAND_ROUNDS ?? 5)

const textOf = ({ content }: { content: { type: string; text?: string }[] }) =>
  content.map(({ text = '' }) => text).join('\n')

test('the halt key ends what is under way, lets go of keys, and nothing is sent until a person says so', {
  timeout: 300_000,
}, async () => {
  await using place = await headless()
  // A hand of its own: another connection to the same display.
  await using person = await place.session.desktop()
  const pad = await place.desktop.launch({ command: 'mousepad', args: ['--disable-server'] }, { timeout: 60_000 })
  await using registry = createRegistry(place.desktop, { haltKey: HALT_KEY })
  const process = String(pad.pid)
  const type = (text: string) => registry.tool('type').run({ process, text })
  await type('a')

  const took: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const typing = type('ABC def '.repeat(20_000))
    const waiting = registry
      .tool('check')
      .run({ process, selector: 'name:Never', condition: 'visible', timeout_ms: 60_000 })
    await expect.poll(() => pad.getByRole('textbox').inputValue()).toMatch(/ABC/)
    const pressed = performance.now()
    await person.press(HALT_KEY)
    const [typed, waited] = await Promise.all([typing, waiting])
    took.push(performance.now() - pressed)

    expect(typed.structuredContent.error).toMatchObject({ code: 'ABORTED', sent: 'unknown' })
    expect(textOf(typed)).toMatch(
      /A person stopped everything with Control\+Alt\+Shift\+Escape\..* of 160000 characters/s,
    )
    expect(textOf(waited)).toContain('Nothing had been sent')

    const refused = await type('more')
    expect(refused.structuredContent.error).toMatchObject({ code: 'REFUSED', sent: 'no' })
    expect((await registry.tool('see').run({ process })).isError).toBeUndefined()
    // Nothing is held: a letter is that letter.
    await person.press('Control+a')
    await person.press('x')
    await expect.poll(() => pad.getByRole('textbox').inputValue()).toBe('x')
    // Stopping is the same twice; going on is another key.
    await person.press(HALT_KEY)
    const again = await type('more')
    expect(again.structuredContent.error, textOf(again)).toMatchObject({
      code: expect.stringMatching(/^(REFUSED|ABORTED)$/),
      sent: 'no',
    })
    await person.press('Control+Alt+Shift+Enter')
    await expect.poll(async () => textOf(await type('y'))).toContain('verified')
    await person.press('Control+a')
    await person.press('Delete')
    await expect.poll(() => pad.getByRole('textbox').inputValue()).toBe('')
  }
  if (globalThis.process.env.SUREHAND_ROUNDS)
    console.log(`ms from the key to the answers: ${took.map(Math.round).join(' ')}`)
})
