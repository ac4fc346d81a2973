import type { Desktop } from 'surehand'
import type { HeadlessSession } from 'surehand/headless'
import type { Renewing } from '../flat.js'

/** What a program says after a mutation. */
export interface Said {
  /** What it did, to which element; `undefined`: there was nothing to do. */
  said?: string
  /** A modal dialog is open: the buttons that are pressed for the comparison are not to be used. */
  modal?: boolean
}

/** A program that mutates itself on request. */
export interface Subject {
  pid: number
  mutations: readonly string[]
  renewing: Renewing
  mutate(mutation: string, seed: number): Promise<Said>
  close(): Promise<void>
}

export interface SubjectKind {
  /** From Debian's archive. */
  packages: readonly [string, ...string[]]
  start(session: HeadlessSession, desktop: Desktop): Promise<Subject>
}

/** Rejects when a program does not answer. */
export async function within<T>(ms: number, what: string, answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} did not end within ${ms} ms`)), ms)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}
