import { accessSync, constants } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { HeadlessSession } from '../../../lib/sdk/headless/index.js'
import { Desktop } from '../../../lib/sdk/index.js'
import { PATIENCE } from '../../patience.js'
import type { Spawner } from './form.js'

const KWIN = (process.env.PATH ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'kwin_wayland'))
  .find(isThere)

/** Why there can be no session of KWin here, for the names of tests that are left out; empty where there can be one. */
export const noKwin: string = KWIN === undefined ? 'kwin_wayland is not installed' : ''

/** KWin without a screen, on the buses of a session of its own. */
export class KwinSession implements Spawner {
  private constructor(
    readonly session: HeadlessSession,
    readonly environment: Record<string, string | undefined>,
    /** The process of KWin. */
    readonly pid: number,
  ) {}

  /** `permitted`: every program may make input and take pictures. */
  static async start({ permitted = true, layout = 'us' } = {}): Promise<KwinSession> {
    const session = await HeadlessSession.start()
    const environment = {
      ...session.environment,
      DISPLAY: undefined,
      XDG_SESSION_TYPE: 'wayland',
      XDG_CURRENT_DESKTOP: 'KDE',
      GDK_BACKEND: 'wayland',
      QT_QPA_PLATFORM: 'wayland',
      WAYLAND_DISPLAY: 'wayland-kwin',
    }
    // A container may not start what has the capability of the installed file; a copy has none.
    const copy = join(session.directory, 'kwin_wayland')
    await copyFile(KWIN as string, copy)
    const flags = ['--virtual', '--no-lockscreen', '--no-global-shortcuts', '--no-kactivities']
    const place = ['--width', '1280', '--height', '800', '--socket', environment.WAYLAND_DISPLAY]
    // It starts this program once others can connect.
    const child = session.spawn(copy, [...flags, ...place, "sh -c 'echo ready >&2'"], {
      env: {
        ...environment,
        WAYLAND_DISPLAY: undefined,
        QT_QPA_PLATFORM: undefined,
        // There is no GPU.
        LIBGL_ALWAYS_SOFTWARE: '1',
        KWIN_COMPOSE: 'O2',
        KWIN_XKB_DEFAULT_KEYMAP: '1',
        XKB_DEFAULT_LAYOUT: layout,
        ...(permitted ? { KWIN_WAYLAND_NO_PERMISSION_CHECKS: '1', KWIN_SCREENSHOT_NO_PERMISSION_CHECKS: '1' } : {}),
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    await new Promise<void>((resolve, reject) => {
      const said: string[] = []
      createInterface({ input: child.stderr as Readable }).on('line', (line) => {
        said.push(line)
        if (line === 'ready') resolve()
      })
      child.on('exit', (code) => reject(new Error(`kwin_wayland ended (${code}); it said: ${said.join('\n')}`)))
    })
    return new KwinSession(session, environment, child.pid as number)
  }

  desktop(): Promise<Desktop> {
    return Desktop.open({ backend: 'linux', environment: this.environment, defaultTimeout: PATIENCE })
  }

  spawn(...[command, args, options]: Parameters<Spawner['spawn']>) {
    return this.session.spawn(command, args, { ...options, env: { ...this.environment, ...options?.env } })
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.session.stop()
  }
}

function isThere(file: string): boolean {
  try {
    accessSync(file, constants.R_OK)
    return true
  } catch {
    return false
  }
}
