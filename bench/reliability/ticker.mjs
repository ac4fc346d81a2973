/** `ticker.py` in a headless session of its own. */
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { HeadlessSession } from 'surehand/headless'

const APP = fileURLToPath(new URL('ticker.py', import.meta.url))

export class Ticker {
  /** @param {'gtk3' | 'gtk4' | 'qt6'} toolkit @param {number} others labels beside what changes */
  static async start(toolkit, others = 60) {
    const session = await HeadlessSession.start({ width: 1024, height: 768 })
    const ticker = new Ticker(session, toolkit, others)
    await ticker.said('up')
    ticker.desktop = await session.desktop()
    ticker.app = await ticker.desktop.app({ pid: ticker.child.pid }, { timeout: 20_000 })
    await ticker.app.locator('role:button|name:Go').waitFor({ timeout: 20_000 })
    await ticker.app.waitForIdle({ quiet: 1_000, timeout: 20_000 })
    return ticker
  }

  /** @param {HeadlessSession} session @param {string} toolkit @param {number} others */
  constructor(session, toolkit, others) {
    this.session = session
    this.child = session.spawn('/usr/bin/python3', [APP, toolkit, String(others)], {
      stdio: ['pipe', 'pipe', 'ignore'],
    })
    /** What it has said and nobody has asked for, and who asked for what it has not said. */
    this.lines = new Map()
    this.asked = new Map()
    createInterface({ input: this.child.stdout }).on('line', (line) => {
      const [word, n, ...rest] = line.split(' ')
      const key = n === undefined ? word : `${word} ${n}`
      const ask = this.asked.get(key)
      this.asked.delete(key)
      if (ask === undefined) this.lines.set(key, rest)
      else ask(rest)
    })
  }

  /** What it says, or said, after these words. */
  said(key) {
    const line = this.lines.get(key)
    this.lines.delete(key)
    return line === undefined ? new Promise((resolve) => this.asked.set(key, resolve)) : Promise.resolve(line)
  }

  /** Has it change in so many ms, or so many after Go is pressed; resolves when it knows. */
  async order(what, n, ms, pressed = false) {
    this.child.stdin.write(`${what} ${n} ${ms}${pressed ? ' pressed' : ''}\n`)
    await this.said(`ready ${n}`)
  }

  /** When it changed, in ms of this process's monotonic clock. */
  async changed(n) {
    const [at] = await this.said(`changed ${n}`)
    return Number(BigInt(at)) / 1e6
  }

  async reset(n) {
    this.child.stdin.write(`reset ${n} 0\n`)
    await this.said(`reset ${n}`)
  }

  stop() {
    return this.session.stop()
  }
}

/** ms of CLOCK_MONOTONIC, which the ticker's time stamps are of. */
export const now = () => Number(process.hrtime.bigint()) / 1e6
