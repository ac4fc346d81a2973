/** The order desk as a program of its own, which is told on standard input what to do and says on standard output what it received. */
import { createInterface } from 'node:readline'

export class DrivenPlace {
  /** @param {import('node:child_process').ChildProcess} child @param {import('./toolkits.mjs').Toolkit} toolkit */
  constructor(child, toolkit) {
    this.toolkit = toolkit
    this.child = child
    this.pid = child.pid
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
}
