/** The order desk with a real toolkit, in a headless session of its own. */
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { HeadlessSession } from 'surehand/headless'
import { TOOLKITS } from './toolkits.mjs'

/** Where runs take place, one after the other: a session and the application in it. */
export class HeadlessPlace {
  /** @param {'gtk' | 'gtk4' | 'qt6'} desktop */
  static async start(desktop) {
    const session = await HeadlessSession.start({ width: 1024, height: 768 })
    const place = new HeadlessPlace(session, TOOLKITS[desktop])
    await place.heard('started')
    return place
  }

  /** @param {HeadlessSession} session @param {import('./toolkits.mjs').Toolkit} toolkit */
  constructor(session, toolkit) {
    this.session = session
    this.environment = session.environment
    this.toolkit = toolkit
    const app = fileURLToPath(new URL(toolkit.app, import.meta.url))
    this.child = session.spawn('/usr/bin/python3', [app], { stdio: ['pipe', 'pipe', 'ignore'] })
    this.pid = this.child.pid
    /** What the application received in this run, oldest first. */
    this.record = []
    this.listeners = new Set()
    createInterface({ input: this.child.stdout }).on('line', (line) => {
      const entry = JSON.parse(line)
      if (entry.event === 'broken') throw new Error(`the order desk is broken: ${entry.error}`)
      this.record.push(entry)
      for (const listen of this.listeners) listen()
    })
  }

  /** A window for this plan; no step is due yet. */
  async reset(plan) {
    this.record.length = 0
    this.send({ reset: plan })
    await this.heard('ready')
    this.record.length = 0
  }

  async begin() {
    this.send({ begin: true })
    await this.heard('begun')
  }

  async heard(event) {
    if (!(await this.until(() => this.record.some((entry) => entry.event === event), 20_000)))
      throw new Error(`the order desk did not say '${event}'`)
  }

  /** Whether the record came to fulfil this within so many ms. */
  until(fulfilled, ms) {
    if (fulfilled()) return Promise.resolve(true)
    return new Promise((resolve) => {
      const finish = (answer) => {
        clearTimeout(timer)
        this.listeners.delete(listen)
        resolve(answer)
      }
      const timer = setTimeout(() => finish(fulfilled()), ms)
      const listen = () => fulfilled() && finish(true)
      this.listeners.add(listen)
    })
  }

  send(message) {
    this.child.stdin.write(`${JSON.stringify(message)}\n`)
  }

  stop() {
    return this.session.stop()
  }
}
