/** The order desk with a real toolkit, in a headless session of its own. */
import { fileURLToPath } from 'node:url'
import { HeadlessSession } from 'surehand/headless'
import { DrivenPlace } from './driven.mjs'
import { TOOLKITS } from './toolkits.mjs'

/** Where runs take place, one after the other: a session and the application in it. */
export class HeadlessPlace extends DrivenPlace {
  /** @param {'gtk' | 'gtk4' | 'qt6'} desktop */
  static async start(desktop) {
    const session = await HeadlessSession.start({ width: 1024, height: 768 })
    const place = new HeadlessPlace(session, TOOLKITS[desktop])
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

  stop() {
    return this.session.stop()
  }
}
