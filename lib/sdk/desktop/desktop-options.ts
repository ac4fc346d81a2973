import type { DirectOptions } from '../action/direct.js'
import type { Hooks } from '../action/hooks.js'
import type { Verify } from '../action/options.js'
import type { WaitOptions } from '../call/limits.js'
import type { ScreenshotOptions } from '../locator.js'
import type { World } from '../simulated/world.js'
import type { Rect } from '../tree/node.js'

export interface OpenOptions extends WaitOptions {
  /** `linux`, `windows`, `macos` or `simulated`. Default: this platform's own, or `simulated` when `world` is given. */
  backend?: string
  /** The simulated desktop: its applications and how they behave. */
  world?: World
  /**
   * Where to find the desktop (`DISPLAY`, `DBUS_SESSION_BUS_ADDRESS`, …), instead of `process.env`; what is launched
   * gets it, too. A headless session has it as `session.environment`.
   */
  environment?: Record<string, string | undefined>
  /** ms; what every call on this desktop gets when it names no `timeout`. Default: 5,000. */
  defaultTimeout?: number
  /** Ends this call with `ABORTED` when it fires, and from then on every call on the desktop. */
  signal?: AbortSignal
  /** Asked before anything is sent, and told after every action, of all applications of this desktop. */
  hooks?: Hooks | readonly Hooks[]
  /**
   * macOS: programs are told that a screen reader is there (`AXEnhancedUserInterface`) when they are first looked at, and that it is gone when
   * the desktop is disposed. Chrome says what is in its pages only then. It slows pages, and has windows glide to their place. Electron
   * needs it not. Default: false.
   */
  enhancedUserInterface?: boolean
}

/** A program to start. Its retries are for when nothing was started, or it ended before it showed a window. */
export interface LaunchOptions extends DirectOptions {
  /** What it has to show for the launch to have worked, from its first window on: `VERIFY_FAILED` when it does not; then it goes on running. */
  verify?: Verify
  /** An executable, looked up in PATH, or a desktop or bundle id, or else a displayed name. */
  command?: string
  /**
   * Instead of a command: what the program is displayed as, whole, in the language of the desktop or untranslated, or else in any other
   * language. Nothing else that happens to be called so is started.
   */
  name?: string
  args?: string[]
  /** On top of the desktop's own environment. */
  env?: Record<string, string>
  /** Working directory. */
  cwd?: string
}

export interface DesktopScreenshotOptions extends ScreenshotOptions {
  /** In screen units. */
  area?: Rect
  /** The id of a display. */
  display?: string
}
