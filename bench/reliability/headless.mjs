/** The order desk with a real toolkit, in a headless session of its own. */
import { fileURLToPath } from 'node:url'
import { Desktop } from 'surehand'
import { HeadlessSession } from 'surehand/headless'
import { DrivenPlace } from './driven.mjs'
import { TOOLKITS } from './toolkits.mjs'

/** Where runs take place, one after the other: a session and the application in it. */
export class HeadlessPlace extends DrivenPlace {
  /** @param {'gtk' | 'gtk4' | 'qt6'} desktop @param {'x11' | 'wayland'} [display] */
  static async start(desktop, display = 'x11') {
    const session = await HeadlessSession.start({ width: 1024, height: 768, display })
    const place = new HeadlessPlace(session, TOOLKITS[desktop])
    // A window of a Wayland session is active once there is a keyboard: while a desktop is open.
    if (display === 'wayland') place.keyboard = await Desktop.open({ environment: session.environment })
    await place.heard('started')
    return place
  }

  /** @param {HeadlessSession} session @param {import('./toolkits.mjs').Toolkit} toolkit */
  constructor(session, toolkit) {
    const app = fileURLToPath(new URL(toolkit.app, import.meta.url))
    super(session.spawn('/usr/bin/python3', [app], { stdio: ['pipe', 'pipe', 'ignore'] }), toolkit)
    this.session = session
    this.environment = session.environment
  }

  async stop() {
    await this.keyboard?.dispose()
    await this.session.stop()
  }
}
