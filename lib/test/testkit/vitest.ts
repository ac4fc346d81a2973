/**
 * Fixtures and matchers for Vitest.
 *
 * @module surehand/vitest
 */

import { type TestAPI, expect as vitestExpect, test as vitestTest } from 'vitest'
import type { App } from '../../sdk/app.js'
import type { LaunchOptions } from '../../sdk/desktop/desktop-options.js'
import type { Desktop } from '../../sdk/desktop.js'
import { countAnew, healing, type SnapshotContext } from './baseline.js'
import { type Desk, type DeskOptions, Desks } from './desk.js'
import { matchers } from './matchers.js'
import { emptyResultsOf, keptInWords } from './results.js'
import type { DesktopMatchers } from './types.js'
import { attach } from './vitest-attachments.js'

export type { AccessibleOptions } from './accessible.js'
export type { DeskOptions } from './desk.js'
export type { Text } from './judgement.js'
export type { ChangePattern } from './matchers.js'
export type { ScreenshotComparison } from './screenshot.js'
export type { TreePattern } from './tree-pattern.js'
export type { DesktopMatchers } from './types.js'

declare module 'vitest' {
  // biome-ignore lint/suspicious/noExplicitAny: Vitest's own declaration, which this one adds to, has it.
  interface Matchers<T = any> extends DesktopMatchers<Promise<void>> {}

  /** What a configuration (`test.provide`) and `globalSetup` may say for all tests of a project. */
  interface ProvidedContext {
    deskOptions: DeskOptions
    appCommand: string | LaunchOptions
  }
}

vitestExpect.extend(matchers)

/** Vitest's, with the matchers of the kit. */
export const expect = vitestExpect

/** What tests ask for by name. */
export interface DesktopFixtures {
  /** The desktop of this test: `test.override({ deskOptions: { width: 800 } })` says which, for a file or a group. */
  deskOptions: DeskOptions
  /** A desktop with nothing on it. */
  desktop: Desktop
  /** Starts a program and waits for its first window; it is ended after the test, which fails when the program crashed. */
  launch: (program: string | LaunchOptions, args?: readonly string[]) => Promise<App>
  /** The program of `appCommand`, started. */
  app: App
  /** What `app` starts. */
  appCommand: string | LaunchOptions
}

interface Inside {
  desks: Desks
  desk: Desk
}

/** Vitest's `test`, whose tests can ask for `desktop`, `launch` and `app`. */
export const test: TestAPI<DesktopFixtures> = vitestTest.extend<DesktopFixtures & Inside>({
  deskOptions: [{}, { injected: true }],
  appCommand: ['', { injected: true }],
  desks: [
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern which fixtures it needs.
    async ({}, use) => {
      const desks = new Desks()
      await use(desks)
      await desks.end()
    },
    { scope: 'worker' },
  ],
  desk: async ({ desks, deskOptions, task, signal, annotate }, use) => {
    const context = vitestExpect.getState() as SnapshotContext
    countAnew(context)
    const folder = await emptyResultsOf(task.file.filepath, nameOf(task))
    const heal = healing(context, deskOptions.heal)
    const desk = await desks.open({ signal, ...deskOptions, heal }, task.name)
    let crash: Error | undefined
    try {
      await use(desk)
      crash = await desk.crash()
      const failed = task.result?.state === 'fail'
      const error = task.result?.errors?.[0] ?? crash
      const records = await desk.keepRecords(folder, failed ? (error?.message ?? 'It failed.') : crash?.message)
      if (failed || crash !== undefined) {
        const kept = [...(await desk.keep(folder)), ...records]
        await attach({ task, annotate }, kept)
        if (error !== undefined) error.message += keptInWords(kept)
      } else await desk.keepFound({ ...context, testPath: task.file.filepath, currentTestName: nameOf(task) })
    } finally {
      await desk.end()
    }
    if (crash !== undefined) throw crash
  },
  desktop: async ({ desk }, use) => use(desk.desktop),
  launch: async ({ desk }, use) => use((program, args) => desk.launch(program, args)),
  app: async ({ desk, appCommand }, use) => {
    if (appCommand === '') throw new Error("Say what to start: test.override({ appCommand: 'gedit' })")
    await use(await desk.launch(appCommand))
  },
}) as unknown as TestAPI<DesktopFixtures>

/** With the groups that it is in. */
function nameOf({ name, fullTestName }: { name: string; fullTestName?: string }): string {
  return fullTestName ?? name
}
