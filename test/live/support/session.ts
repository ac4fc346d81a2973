import { type HeadlessOptions, HeadlessSession } from '../../../lib/sdk/headless/index.js'

/** The display that the tests of toolkits run on: `SUREHAND_DISPLAY=wayland` has them run on sway. */
export const DISPLAY = process.env.SUREHAND_DISPLAY === 'wayland' ? 'wayland' : 'x11'

export function startSession(options: HeadlessOptions = {}): Promise<HeadlessSession> {
  return HeadlessSession.start({ display: DISPLAY, ...options })
}
