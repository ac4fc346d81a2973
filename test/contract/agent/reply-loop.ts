import { expect } from 'vitest'
import type { Mail } from './mail.js'
import type { ModelServer, Turn } from './model-server.js'

const outlook = { process: 'outlook' }
const call = (name: string, input: Record<string, unknown>) => ({ name, input })

/** What the model does in every loop: nine turns, one that goes by what it was told, one of two calls of which the first fails, one that is wrong. */
export const REPLY: readonly Turn[] = [
  [call('get_applications_and_windows_list', {})],
  [call('get_window_tree', outlook)],
  ([tree]) => {
    const index = Number(/"Reply" e(\d+)/.exec(tree?.text ?? '')?.[1])
    return [call('click_element', { index, verify_element_exists: 'role:document|name:Message' })]
  },
  [call('type_into_element', { ...outlook, selector: 'role:textbox|name:To', text_to_type: 'ann@example.com{Enter}' })],
  [call('wait_for_element', { ...outlook, selector: 'name:"Recipient taken"' })],
  [
    call('click_element', { ...outlook, selector: 'role:button|name:Archiv', timeout_ms: 500 }),
    call('click_element', { ...outlook, selector: 'role:button|name:Archive' }),
  ],
  [call('click_element', { ...outlook, selektor: 'role:button|name:Archive' })],
  [call('validate_element', { ...outlook, selector: 'role:button|name:Archive' })],
  [call('capture_screenshot', outlook)],
]

/** How a vendor tells a model of pictures that a tool took. */
export type Pictures = 'in the result' | 'in words' | 'afterwards'

/** What the applications came to, and what the model was told. */
export async function judge(stage: Mail, model: ModelServer, pictures: Pictures): Promise<void> {
  // The mail program's own record.
  expect(stage.received('press')).toEqual(['Reply'])
  const app = await stage.desktop.app('outlook')
  expect(await app.locator('role:textbox|name:To').inputValue()).toBe('ann@example.com')
  expect(await app.locator('role:button|name:Archive').count()).toBe(1)

  expect(model.told).toHaveLength(REPLY.length)
  const [apps, tree, click, type, wait, failed, wrong, valid, picture] = model.told
  expect(apps?.[0]?.text).toContain('outlook (pid 2001)')
  expect(tree?.[0]?.text).toMatch(/<untrusted>\n[\s\S]*"Reply" e\d+/)
  expect(click?.[0]?.text).toContain('click: verified.')
  expect(type?.[0]).toMatchObject({ isError: false })
  expect(wait?.[0]).toMatchObject({ isError: false })
  expect(failed).toMatchObject([{ isError: true }, { isError: true }])
  expect(failed?.[0]?.text).toMatch(/NOT_FOUND[\s\S]*nearly: button "Archive"/)
  expect(failed?.[1]?.text).toMatch(/ABORTED[\s\S]*click_element, called before it in the same turn, failed/)
  expect(wrong).toMatchObject([{ isError: true, text: expect.stringContaining('did you mean selector') }])
  expect(valid?.[0]).toMatchObject({ isError: false })
  expect(picture?.[0]?.text).toContain('A picture of 0,0 800×600')
  const png = /(^|base64,)iVBOR/
  if (pictures === 'in the result') {
    expect(picture?.[0]?.pictures).toEqual([expect.stringMatching(png)])
  } else {
    expect(picture?.[0]?.pictures).toEqual([])
    expect(picture?.[0]?.text).toContain('A picture (image/png) was taken')
  }
  const afterwards = JSON.stringify(model.requests.at(-1)?.messages?.at(-1) ?? '')
  expect(/base64,iVBOR/.test(afterwards)).toBe(pictures === 'afterwards')
}
