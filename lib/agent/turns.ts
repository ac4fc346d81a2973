import { AsyncLocalStorage } from 'node:async_hooks'
import { createHash } from 'node:crypto'
import { connect, createServer, type Socket } from 'node:net'
import { userInfo } from 'node:os'
import type { Hooks, Outgoing } from '../sdk/action/hooks.js'

// ms that one program may keep others waiting for the keyboard and the pointer. A call that waits for longer is refused.
const PATIENCE = 15_000
// ms, at random: of two that wait, either may be the next.
const JITTER = 5
// ms after which it is tried again where the end of the other one's turn was not noticed.
const AGAIN = 100

/** The turn that a call has taken. */
interface Held {
  release?: () => void
  /** The call ended, maybe while it waited for its turn. */
  isOver?: true
}

/**
 * The keyboard and the pointer of a desktop are one for all programs. A call takes its turn with the first of what it sends there (a window that is
 * brought to the front and a focus that is moved among it) and has it until it ends, so that the keys of two agents never mix. Between processes of
 * one user: an abstract socket (Linux), a pipe (Windows), which end with their process. On macOS only within one process.
 */
export class Turns {
  readonly #current = new AsyncLocalStorage<Held>()
  readonly #address: string | undefined
  /** Resolves when those before it in this process have ended. */
  #last: Promise<void> = Promise.resolve()

  /** `desktop`: what its programs know it by, `:0`. */
  constructor(desktop: string) {
    this.#address = addressOf(desktop)
  }

  /** Asked before all that is sent. */
  readonly hooks: Hooks = {
    beforeDispatch: async (outgoing) => {
      const held = this.#current.getStore()
      if (held === undefined || held.release !== undefined || !isShared(outgoing)) return
      const release = await this.#take()
      if (held.isOver) release?.()
      else if (release !== undefined) held.release = release
      else
        return {
          refuse: `another program has had the keyboard and the pointer for ${PATIENCE / 1000} s`,
          rule: 'turns',
        }
    },
  }

  /** The turn that is taken meanwhile ends with it. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    const held: Held = {}
    try {
      return await this.#current.run(held, work)
    } finally {
      held.isOver = true
      held.release?.()
    }
  }

  async #take(): Promise<(() => void) | undefined> {
    const before = this.#last
    let done = () => {}
    this.#last = new Promise((resolve) => {
      done = resolve
    })
    const end = performance.now() + PATIENCE
    if (!(await within(before, PATIENCE))) {
      // Who comes after it still waits for those before it.
      before.then(done)
      return undefined
    }
    const leave = this.#address === undefined ? () => {} : await taken(this.#address, end)
    if (leave === undefined) {
      done()
      return undefined
    }
    return () => {
      leave()
      done()
    }
  }
}

/** What goes to whatever has the focus or lies below the pointer, or decides what that is. */
function isShared({ route, payload }: Outgoing): boolean {
  if (route === 'input') return true
  return payload.kind === 'window' || (payload.kind === 'action' && payload.action === 'focus')
}

function addressOf(desktop: string): string | undefined {
  const { uid, username } = userInfo()
  const name = `surehand-turn-${createHash('sha256').update(`${uid} ${username} ${desktop}`).digest('hex').slice(0, 24)}`
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`
  return process.platform === 'linux' ? `\0${name}` : undefined
}

/** Listens there as soon as it is free; `undefined` when that did not come. */
async function taken(address: string, end: number): Promise<(() => void) | undefined> {
  for (;;) {
    const leave = await listening(address)
    if (leave !== undefined || performance.now() >= end) return leave
    await ended(address)
    await new Promise((resolve) => setTimeout(resolve, Math.random() * JITTER))
  }
}

/** `undefined` where another one listens. Who waits is connected, and told by the end of that. */
function listening(address: string): Promise<(() => void) | undefined> {
  const waiting = new Set<Socket>()
  const server = createServer((other) => {
    waiting.add(other)
    other.on('error', () => {}).once('close', () => waiting.delete(other))
  })
  const leave = () => {
    server.close()
    for (const other of waiting) other.destroy()
  }
  return new Promise((resolve) => {
    server.once('error', () => resolve(undefined))
    server.listen(address, () => resolve(leave)).unref()
  })
}

/** Resolves when who listens there no longer does, or after a while. */
function ended(address: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(address)
    const timer = setTimeout(over, AGAIN)
    socket.on('error', over).on('close', over).resume()
    function over() {
      clearTimeout(timer)
      socket.destroy()
      resolve()
    }
  })
}

async function within(work: Promise<void>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms)
  })
  try {
    return await Promise.race([work.then(() => true), late])
  } finally {
    clearTimeout(timer)
  }
}
