import { expect, test } from 'vitest'
import { Desktop } from '../../lib/sdk/index.js'
import type { NativeDesktop } from '../../lib/sdk/native/binding.js'
import { failure } from '../contract/program.js'
import { Form } from '../live/support/form.js'
import { PATIENCE } from '../patience.js'

const limits = { timeout: PATIENCE }

// The SDK lets go of what it holds, too; a process that ends in between does not.
test('a key that was held when input ended early is let go', async () => {
  const form = await Form.startWin32()
  const desktop = await Desktop.open({ backend: 'windows', defaultTimeout: PATIENCE })
  try {
    const app = await desktop.app({ pid: form.pid })
    await app.locator('role:textbox|name:Customer').focus()
    const { native } = (app as unknown as { scope: { native: NativeDesktop } }).scope
    const shift = { kind: 'keyDown', key: 'Shift' } as const
    const error = await failure(native.input([shift, { kind: 'keyDown', key: 'NoSuchKey' }], {}, limits))
    expect(error).toMatchObject({ code: 'INVALID_ARGUMENT' })
    const a = ['keyDown', 'keyUp'].map((kind) => ({ kind: kind as 'keyDown' | 'keyUp', key: 'a' }))
    await native.input(a, {}, limits)
    await form.received({ event: 'text', name: 'Customer' })
    expect(form.events.filter(({ event }) => event === 'text')).toEqual([
      { event: 'text', name: 'Customer', value: 'a' },
    ])
  } finally {
    await form.end()
    await desktop.dispose()
  }
})
