import type { App } from '../../../sdk/app.js'
import type { Desktop } from '../../../sdk/desktop.js'
import { isSurehandError } from '../../../sdk/errors.js'
import type { SnapshotNode } from '../../../sdk/tree/snapshot.js'
import type { Picture } from '../screen-picture.js'
import { Announcements } from './announcements.js'
import { FocusPictures } from './focus-pictures.js'
import { activeWindow, type TabOrderResult, tryTabOrder, type Visitor } from './tab-order.js'
import { ValueTries } from './value-tries.js'

/** What pressing keys in the active window showed. */
export interface TriesResult extends TabOrderResult {
  /** Paths of controls whose value was changed and could not be put back. */
  notRestored: string[]
  /** Why pictures were not compared, where that is so. */
  noPicture?: string
}

/**
 * Leads the focus through the active window by Tab, and at each control looks whether the focus shows, changes its value by its keys, reads
 * it back and takes the change back. Protected fields and the text of editors are left alone. UNSUPPORTED and NOT_ACTIONABLE are passed on
 * where the window takes no keys.
 */
export async function tryProgram(desktop: Desktop, app: App): Promise<TriesResult> {
  const window = await activeWindow(desktop, app)
  const picture = async (): Promise<Picture> =>
    desktop.image({ area: (await window.boundingBox()) as Picture['bounds'] })
  const noPicture = await whyNone(picture)
  if (noPicture !== undefined) return { ...(await tryTabOrder(app, window)), notRestored: [], noPicture }
  using announcements = await Announcements.of(app)
  const focus = new FocusPictures(picture)
  const values = new ValueTries(app, window, picture, announcements)
  const visitor: Visitor = {
    leave: (focused) => focus.leave(focused),
    async come(node: SnapshotNode) {
      await focus.come(node)
      await values.attempt(node)
    },
  }
  const tabs = await tryTabOrder(app, window, visitor)
  const findings = [...tabs.findings, ...focus.findings, ...values.findings]
  return { ...tabs, findings, notRestored: values.notRestored }
}

async function whyNone(picture: () => Promise<Picture>): Promise<string | undefined> {
  try {
    await picture()
    return undefined
  } catch (error) {
    if (isSurehandError(error, 'UNSUPPORTED')) return error.message
    throw error
  }
}
