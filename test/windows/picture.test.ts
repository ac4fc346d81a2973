import { expect, test } from 'vitest'
import { Desktop } from '../../lib/sdk/index.js'
import type { NativeDesktop, NativeRect } from '../../lib/sdk/native/binding.js'
import { Form } from '../live/support/form.js'
import { PATIENCE } from '../patience.js'

test('a chosen row is blue in a picture, as Windows paints it', async () => {
  const form = await Form.startWin32()
  const desktop = await Desktop.open({ backend: 'windows', defaultTimeout: PATIENCE })
  try {
    const app = await desktop.app({ pid: form.pid })
    const row = app.locator('name:"Item 1"')
    await row.select()
    const area = await row.boundingBox()
    const { native } = (app as unknown as { scope: { native: NativeDesktop } }).scope
    const blueness = async () => {
      const { rgba } = await native.screenshot({ area: area as NativeRect }, { timeout: PATIENCE })
      let sum = 0
      for (let at = 0; at < rgba.length; at += 4) sum += (rgba[at + 2] as number) - (rgba[at] as number)
      return sum / (rgba.length / 4)
    }
    // It is painted after it was chosen.
    await expect.poll(blueness).toBeGreaterThan(20)
  } finally {
    await form.end()
    await desktop.dispose()
  }
})
