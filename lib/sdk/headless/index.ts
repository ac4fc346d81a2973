/** Private desktops without a screen, on Linux. Start at {@link HeadlessSession.start}. */

export { type HeadlessOptions, HeadlessSession } from './session.js'
