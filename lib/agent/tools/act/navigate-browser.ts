import type { App } from '../../../sdk/app.js'
import { isSurehandError, SurehandError } from '../../../sdk/errors.js'
import type { Locator } from '../../../sdk/locator.js'
import type { SnapshotNode } from '../../../sdk/tree/snapshot.js'
import type { Window } from '../../../sdk/window.js'
import { act, actionResult } from '../../acting.js'
import { Deadline } from '../../deadline.js'
import { windowActionOptions } from '../../options/index.js'
import { resultSchema } from '../../result-schema.js'
import { input } from '../../schema.js'
import { placeOf, wrong } from '../../target.js'
import { ACTS, type Call, tool } from '../../tool.js'

// ms; a browser takes its time to show an address bar that was asked for.
const TIMEOUT = 15_000

const SCHEMES = ['http:', 'https:', 'file:', 'about:']

// What Chromium, Firefox, Safari and Edge go to their address bar by.
const ADDRESS_BAR = process.platform === 'darwin' ? 'Meta+l' : 'Control+l'

export const navigateBrowser = tool({
  name: 'navigate_browser',
  title: 'Go to an address',
  description:
    'Goes to an address in the open tab of a browser, by its address bar. `verify_element_exists` says whether the page came.',
  inputSchema: input(
    {
      url: { type: 'string', minLength: 1, description: 'With its scheme: http, https, file or about.' },
      ...windowActionOptions,
    },
    'url',
    'process',
  ),
  outputSchema: resultSchema(actionResult),
  annotations: ACTS,
  run: async ({ url, process, window_selector, ...input }, session, call) => {
    if (!URL.canParse(url) || !SCHEMES.includes(new URL(url).protocol))
      throw wrong(`${JSON.stringify(url)} is no address that begins with ${SCHEMES.join(', ')}`)
    const deadline = new Deadline(input.timeout_ms ?? TIMEOUT)
    const { app, window } = await placeOf(session.desktop, { process, window_selector }, deadline, call)
    const own = window ?? (await app.window(undefined, { timeout: deadline.remaining, signal: call.signal }))
    return act(session, input, call, { app, window: own, deadline }, async ({ onAmbiguous: _, ...options }) => {
      const { verify: ___, highlight: ____, ...before } = options
      const bar = await addressBar(app, own, deadline, call)
      const { element } = await bar.fill(url, { ...before, diff: false, timeout: deadline.remaining })
      return session.desktop.ref(element.ref).press('Enter', { ...options, timeout: deadline.remaining })
    })
  },
})

const FIELDS = 'role:toolbar >> (role:textbox || role:combobox || role:searchbox)'

/** The field that a browser gives the keyboard when its address bar is asked for: one of its own, never one of the page. */
async function addressBar(app: App, window: Window, deadline: Deadline, { signal }: Call): Promise<Locator> {
  const limits = () => ({ timeout: deadline.remaining, signal })
  const fields = (await window.snapshot({ ...limits(), actions: false }))
    .findAll(FIELDS)
    .filter((field) => !isOfPage(field))
  if (fields.length === 0) throw noBar(`${app} shows no address bar in ${window}`, 'no')
  await window.press(ADDRESS_BAR, { ...limits(), diff: false })
  const focused = window.locator(`(${fields.map(({ ref }) => `ref:${ref}`).join(' || ')}) | focused:true`)
  try {
    await focused.waitFor(limits())
  } catch (error) {
    if (!isSurehandError(error, 'TIMEOUT')) throw error
    throw noBar(`${ADDRESS_BAR} was pressed in ${window}, and its address bar did not get the keyboard`, 'unknown')
  }
  return focused
}

function isOfPage(field: SnapshotNode): boolean {
  for (let at: SnapshotNode | undefined = field; at !== undefined; at = at.parent)
    if (at.role === 'document') return true
  return false
}

function noBar(what: string, sent: 'no' | 'unknown'): SurehandError {
  const message = `${what}. Is it a browser, and does its window show the toolbar? Otherwise open_application with the address.`
  return new SurehandError('NOT_ACTIONABLE', message, { check: 'focused' }, { sent })
}
