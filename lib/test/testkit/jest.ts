/**
 * Fixtures and matchers for Jest.
 *
 * @module surehand/jest
 */

import { afterAll, afterEach, beforeEach, expect as jestExpect } from '@jest/globals'
import type { App } from '../../sdk/app.js'
import type { LaunchOptions } from '../../sdk/desktop/desktop-options.js'
import type { Desktop } from '../../sdk/desktop.js'
import { countAnew, healing } from './baseline.js'
import { type Desk, type DeskOptions, Desks } from './desk.js'
import { errorsOfTest } from './jest-errors.js'
import { matchers } from './matchers.js'
import { emptyResultsOf, keptInWords } from './results.js'
import type { DesktopMatchers } from './types.js'

export type { AccessibleOptions } from './accessible.js'
export type { DeskOptions } from './desk.js'
export type { Text } from './judgement.js'
export type { ChangePattern } from './matchers.js'
export type { ScreenshotComparison } from './screenshot.js'
export type { TreePattern } from './tree-pattern.js'
export type { DesktopMatchers } from './types.js'

jestExpect.extend(matchers as Parameters<typeof jestExpect.extend>[0])

/** Jest's, with the matchers of the kit. */
export const expect = jestExpect as typeof jestExpect &
  (<T>(actual: T) => ReturnType<typeof jestExpect<T>> & DesktopMatchers & { not: DesktopMatchers })

/** What the tests of a file have of a desktop. */
export interface TestDesktop {
  /** A desktop with nothing on it, another for each test. */
  readonly desktop: Desktop
  /** Starts a program and waits for its first window; it is ended after the test, which fails when the program crashed. */
  launch(program: string | LaunchOptions, args?: readonly string[]): Promise<App>
}

/**
 * A desktop for the tests of this file, or of the `describe` that it is called in: opened before each, set back after it, ended after
 * the last. Without options it has those of the project: `globals: { deskOptions: { … } }` in Jest's configuration.
 */
export function useDesktop(options: DeskOptions = optionsOfProject()): TestDesktop {
  const desks = new Desks()
  let desk: Desk | undefined
  let ending = new AbortController()
  let folder = ''
  const now = (): Desk => {
    if (desk === undefined)
      throw new Error('The desktop of useDesktop() is there in tests, and in beforeEach after it.')
    return desk
  }
  beforeEach(async () => {
    const state = jestExpect.getState()
    const { testPath = '', currentTestName = '' } = state
    countAnew(state)
    folder = await emptyResultsOf(testPath, currentTestName)
    ending = new AbortController()
    const signal = options.signal === undefined ? ending.signal : AbortSignal.any([options.signal, ending.signal])
    desk = await desks.open({ ...options, signal, heal: healing(state, options.heal) }, currentTestName)
  })
  afterEach(async () => {
    const own = now()
    desk = undefined
    let crash: Error | undefined
    // What the test did not wait for ends with it.
    ending.abort(new Error('The test has ended.'))
    try {
      crash = await own.crash()
      const error = errorsOfTest()[0] ?? crash
      const records = await own.keepRecords(folder, error?.message)
      if (error !== undefined) saidAlong(error, keptInWords([...(await own.keep(folder)), ...records]))
      else await own.keepFound(jestExpect.getState())
    } finally {
      await own.end()
    }
    if (crash !== undefined) throw crash
  })
  afterAll(() => desks.end())
  return {
    get desktop() {
      return now().desktop
    },
    launch: (program, args) => now().launch(program, args),
  }
}

/** What Jest's configuration has put among the global variables. */
function optionsOfProject(): DeskOptions {
  return (globalThis as { deskOptions?: DeskOptions }).deskOptions ?? {}
}

/** Jest prints the stack, which begins with the message as it was when the error was made. */
function saidAlong(error: Error, words: string): void {
  const { message, stack = '' } = error
  const at = stack.indexOf(message)
  error.message += words
  error.stack = at < 0 ? stack : stack.slice(0, at) + error.message + stack.slice(at + message.length)
}
