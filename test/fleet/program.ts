import type { App, Desktop, LaunchOptions } from 'surehand'
import type { Home } from './home.js'

export const TOOLKITS = [
  'GTK 3',
  'GTK 4',
  'GTK 2',
  'Qt 5',
  'Qt 6',
  'LibreOffice',
  'Chromium page',
  'Firefox page',
  'WebKitGTK page',
  'wxWidgets',
  'Java Swing',
  'no tree',
] as const
export type Toolkit = (typeof TOOLKITS)[number]

/** What a task gets to work with. */
export interface Work {
  app: App
  desktop: Desktop
  home: Home
  /** One thing that a person would do. It is timed, and named when it fails. */
  step<T>(what: string, act: () => Promise<T>): Promise<T>
  /** Has the witness compare what shows now with the picture. The first window and the end are looked at anyway. */
  look(what: string): Promise<void>
}

/** A real program and one thing to do with it. */
export interface FleetProgram {
  toolkit: Toolkit
  /** From Debian's archive; the first is the program itself, whose version is told. */
  packages: readonly [string, ...string[]]
  /** One sentence for the table. */
  task: string
  /** Added to the environment of the session. */
  environment?: Record<string, string>
  /** Files that have to be there first. */
  prepare?(home: Home): void | Promise<void>
  launch(home: Home): string | LaunchOptions
  /** Through the public SDK alone, with selectors that a person would write from the outline. */
  perform(work: Work): Promise<void>
  /** Looks at the outcome from outside, at a file, a setting, a picture; throws when it is not what was meant. */
  judge(home: Home): void | Promise<void>
  /** Why it cannot succeed today: a point of the list in docs/applications.md, or whose fault it is. */
  knownFailure?: { fault: 'surehand' | 'toolkit' | 'program'; reason: string }
}
