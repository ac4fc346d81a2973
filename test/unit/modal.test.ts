import { expect, test } from 'vitest'
import { mayBeModal } from '../../lib/sdk/look/modal.js'
import type { NativeWindow } from '../../lib/sdk/native/binding.js'

const window = (title: string, modality: NativeWindow['modality'], active = false): NativeWindow => ({
  element: { appKey: 'app', identity: title },
  title,
  role: modality === 'none' ? 'window' : 'dialog',
  active,
  modality,
  minimized: false,
  maximized: false,
})
const over = (own: string, windows: NativeWindow[]) => mayBeModal(windows, ({ identity }) => identity === own)?.title

test('a dialog of which nothing tells whether it is modal may be it for all that was opened before it', () => {
  const [main, ask, sure] = [window('main', 'none'), window('ask', 'unknown'), window('sure', 'unknown', true)]
  expect(over('main', [main, ask, sure])).toBe('ask')
  expect(over('ask', [main, ask, sure])).toBe('sure')
  expect(over('sure', [main, ask, sure])).toBeUndefined()
  expect(over('main', [main])).toBeUndefined()
  // Made long before it was shown.
  expect(over('main', [{ ...ask, active: true }, main])).toBe('ask')
  expect(over('main', [ask, main])).toBeUndefined()
  expect(over('a popup', [main, ask])).toBeUndefined()
})
