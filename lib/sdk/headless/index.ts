/**
 * Private desktops without a screen, on Linux. Start at {@link HeadlessSession.start}.
 *
 * @module surehand/headless
 */

export { type HeadlessOptions, HeadlessSession } from './session.js'
export type { RecordedVideo, SessionVideo, VideoOptions } from './video.js'
