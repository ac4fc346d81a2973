/**
 * The native layer with nothing on top: look, find, invoke. What the contestants are made of that are no users of
 * ours, so that all of them read and press through the same transport and only what they make of it differs.
 */
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { parse } from 'surehand/selector'

const nodeGypBuild = createRequire(import.meta.url)('node-gyp-build')
const binding = nodeGypBuild(fileURLToPath(new URL('../../..', import.meta.url)))

const queries = new Map()
const query = (selector) => {
  if (!queries.has(selector)) queries.set(selector, binding.compileQuery(parse(selector)))
  return queries.get(selector)
}

export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))

export class Raw {
  /** @param {{environment?: Record<string, string>, world?: unknown, pid?: number}} place */
  static async open({ environment = {}, world, pid }, timeout) {
    const backend = world === undefined ? 'linux' : 'simulated'
    const options = { backend, environment, ...(world === undefined ? {} : { world }) }
    const desktop = await binding.openDesktop(options, { timeout: 5000 })
    const applications = await desktop.applications({ timeout: 5000 })
    const { key } = pid === undefined ? applications[0] : applications.find((application) => application.pid === pid)
    return new Raw(desktop, key, timeout)
  }

  constructor(desktop, key, timeout) {
    this.desktop = desktop
    this.key = key
    /** ms for each call to the application. */
    this.timeout = timeout
  }

  /** The first match on one fresh tree, or nothing. */
  async find(selector) {
    const snapshot = await this.snapshot(performance.now() + this.timeout)
    const [node] = snapshot.match(query(selector), { limit: 1 })
    return node === undefined ? undefined : { ...snapshot.node(node), element: snapshot.element(node) }
  }

  /** Our reader asks a busy application with a short deadline of its own; other transports block until theirs. */
  async snapshot(deadline) {
    for (;;) {
      const timeout = Math.max(1, Math.ceil(deadline - performance.now()))
      try {
        return await this.desktop.snapshot({ appKey: this.key }, {}, { timeout })
      } catch (error) {
        if (error.code !== 'APP_UNRESPONSIVE' || performance.now() >= deadline) throw error
      }
    }
  }

  invoke({ element }, action) {
    return this.desktop.invoke(element, action, { timeout: this.timeout })
  }

  /** Writes over what a field holds that has the focus, key by key. */
  typeOver(text) {
    const selectAll = ['Control', 'a'].map((key) => ({ kind: 'keyDown', key }))
    const released = ['a', 'Control'].map((key) => ({ kind: 'keyUp', key }))
    return this.desktop.input([...selectAll, ...released, { kind: 'text', text }], {}, { timeout: this.timeout })
  }

  apply(effects) {
    this.desktop.apply(effects)
  }

  record() {
    return this.desktop.record()
  }

  close() {
    return this.desktop.dispose()
  }
}
