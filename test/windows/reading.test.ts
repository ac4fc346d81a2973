import { describe, expect, test } from 'vitest'
import { Desktop } from '../../lib/sdk/index.js'
import type {
  NativeDesktop,
  NativeElement,
  NativeNode,
  NativeSnapshot,
  NativeTarget,
} from '../../lib/sdk/native/binding.js'
import { loadNative } from '../../lib/sdk/native/load.js'
import { parse } from '../../lib/sdk/selector/index.js'
import { Form } from '../live/support/form.js'
import { PATIENCE } from '../patience.js'
import { simulator } from './support/simulator.js'
import { button, GROUP, LIST, LIST_ITEM, Virtual, world } from './support/virtual.js'

const FOR_EVER = 60_000

interface Inside {
  scope: { native: NativeDesktop; target: NativeTarget }
}

describe('a provider that hangs', () => {
  test('in one part of a window leaves the rest of it to be read, with a cut, in time', async () => {
    await using shown = await Virtual.show(
      world(
        [
          button('Before'),
          {
            ControlType: GROUP,
            Name: 'Slow',
            faults: { read: { delay: FOR_EVER }, 'read subtree': { delay: FOR_EVER } },
            children: [button('Inside')],
          },
          button('After'),
        ],
        { faults: { 'read subtree': { delay: FOR_EVER, times: 1 } } },
      ),
    )
    const began = performance.now()
    const snapshot = await shown.app.snapshot({ timeout: 3000 })
    expect(performance.now() - began).toBeLessThan(3000 + 500)
    expect(snapshot.find('role:button|name:Before')).toBeDefined()
    expect(snapshot.find('role:button|name:After')).toBeDefined()
    expect(snapshot.find('role:button|name:Inside')).toBeUndefined()
    expect(snapshot.complete).toBe(false)
  })
})

describe('elements asked of one by one', () => {
  const query = (selector: string) => loadNative().compileQuery(parse(selector))
  const limits = { timeout: PATIENCE }

  /** An element and what it is in, from the application down. */
  function lineage(snapshot: NativeSnapshot, node: number): NativeNode[] {
    const above = snapshot.parent(node)
    return [...(above < 0 ? [] : lineage(snapshot, above)), snapshot.node(node)]
  }

  test('match as they do in the tree, at the cost of what they are in', async () => {
    await using shown = await Virtual.show(
      world([
        {
          ControlType: GROUP,
          Name: 'Outer',
          children: [
            { ControlType: LIST, Name: 'Rows', children: [{ ControlType: LIST_ITEM, Name: 'Row' }] },
            button('OK', { IsEnabled: false }),
          ],
        },
        { repeat: 300, node: button('Other {i}') },
      ]),
    )
    const { native, target } = (shown.app as unknown as Inside).scope
    for (const selector of ['role:listitem|name:Row', 'role:button|enabled:false', 'role:group|name:Outer']) {
      const whole = await native.find(target, query(selector), {}, limits)
      expect(whole.nodes, selector).toHaveLength(1)
      const { identity } = whole.snapshot.element(whole.nodes[0] as number) as NativeElement
      simulator.forgetTrips()
      const among = await native.findAmong([identity], target, query(selector), limits)
      // The element, and each that it is in: the simulator asks twice for a parent.
      expect(simulator.trips(), simulator.latest().join('\n')).toBeLessThanOrEqual(8)
      expect(among.nodes, selector).toHaveLength(1)
      const [alone, inTree] = [among, whole].map(({ snapshot, nodes }) => lineage(snapshot, nodes[0] as number))
      expect(alone).toEqual(inTree)
    }
  })
})

test('a minimized window has no place, and its tree is there all the same', async () => {
  const desktop = await Desktop.open({ backend: 'windows', defaultTimeout: PATIENCE })
  const form = await Form.startWin32()
  try {
    const app = await desktop.app({ pid: form.pid })
    const window = await app.window()
    await window.minimize()
    // Windows has it at -32000, -32000.
    expect(await window.boundingBox()).toBeUndefined()
    expect((await app.snapshot()).find('role:button|name:Save')).toBeDefined()
  } finally {
    await form.end()
    await desktop.dispose()
  }
})

test('what was read is let go of: no object of COM is left when a desktop is closed, and none grows with looking', async () => {
  const before = simulator.objects()
  {
    await using shown = await Virtual.show(world([{ repeat: 50, node: button('Row {i}') }]))
    const held: number[] = []
    for (let look = 0; look < 60; look++) {
      await shown.app.snapshot()
      if (look % 20 === 19) {
        globalThis.gc?.()
        await shown.app.snapshot()
        held.push(simulator.objects())
      }
    }
    expect(held[2]).toBeLessThanOrEqual((held[0] as number) + 10)
  }
  expect(simulator.objects()).toBe(before)
})
