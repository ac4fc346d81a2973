import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { Turns } from '../../lib/agent/turns.js'
import type { Outgoing } from '../../lib/sdk/action/hooks.js'

const KEYS = { route: 'input', payload: { kind: 'keys', keys: ['a'], protected: false } } as unknown as Outgoing
const PRESS = { route: 'action', payload: { kind: 'action', action: 'press' } } as unknown as Outgoing

let desktops = 0
/** Turns of two processes on one desktop, as far as they are told apart: each has its own. */
function two(): [Turns, Turns] {
  const desktop = `test-${process.pid}-${desktops++}`
  return [new Turns(desktop), new Turns(desktop)]
}
const send = (turns: Turns, outgoing = KEYS) => turns.hooks.beforeDispatch?.(outgoing)

describe('turns at the keyboard and the pointer', () => {
  test.each(['of one process', 'of two'])('calls %s have them one after the other', async (whose) => {
    const [one, other] = two()
    const next = whose === 'of two' ? other : one
    const order: string[] = []
    let end = () => {}
    const working = new Promise<void>((resolve) => {
      end = resolve
    })
    const first = one.during(async () => {
      await send(one)
      order.push('first begins')
      await working
      await send(one)
      order.push('first ends')
    })
    await expect.poll(() => order).toEqual(['first begins'])
    const second = next.during(async () => {
      await send(next, PRESS)
      order.push('second presses')
      await send(next)
      order.push('second begins')
    })
    await expect.poll(() => order).toEqual(['first begins', 'second presses'])
    end()
    await Promise.all([first, second])
    expect(order.slice(2)).toEqual(['first ends', 'second begins'])
  })

  test('a call that fails gives its turn back, and one outside of a call takes none', async () => {
    const [one, other] = two()
    await expect(
      one.during(async () => {
        await send(one)
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect(await send(one)).toBeUndefined()
    await other.during(async () => expect(await send(other)).toBeUndefined())
  })

  test('a call that ends while it waits for its turn keeps it from no other', async () => {
    const [one, other] = two()
    let late: unknown
    await one.during(async () => {
      await send(one)
      await other.during(async () => {
        late = send(other)
      })
    })
    await late
    await one.during(async () => expect(await send(one)).toBeUndefined())
  })

  test.skipIf(process.platform === 'darwin')('a process that is killed has it no longer', async () => {
    const desktop = `test-${process.pid}-killed`
    const code = `import { Turns } from ${JSON.stringify(new URL('../../lib/agent/turns.ts', import.meta.url).href)}
      const turns = new Turns(${JSON.stringify(desktop)})
      await turns.during(async () => {
        await turns.hooks.beforeDispatch({ route: 'input', payload: { kind: 'keys' } })
        console.log('has it')
        await new Promise((resolve) => setTimeout(resolve, 60_000))
      })`
    const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), '--input-type=module', '-e', code])
    await once(child.stdout, 'data')
    const turns = new Turns(desktop)
    let has = false
    const waiting = turns.during(async () => {
      await send(turns)
      has = true
    })
    expect(has).toBe(false)
    child.kill('SIGKILL')
    await waiting
    expect(has).toBe(true)
  })
})
