/**
 * A Wine prefix for tests, and the programs that run in it. Everything is in one folder, and nothing of it stays running.
 * Why each of these settings: docs/internals/windows.md.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tool } from './tool.mjs'

const WINE = '/usr/lib/wine/wine64'
const SERVER = '/usr/lib/wine/wineserver64'

/** @param {string} folder @param {string} name of the prefix, in that folder */
export function winePrefix(folder, name = 'prefix') {
  const prefix = join(folder, name)
  const environment = {
    ...process.env,
    WINEPREFIX: prefix,
    WINEARCH: 'win64',
    WINEDEBUG: '-all',
    // Neither .NET nor a browser is asked for.
    WINEDLLOVERRIDES: 'mscoree,mshtml=',
  }
  mkdirSync(folder, { recursive: true })

  /**
   * What it prints goes to a file, and from there to the caller: node.exe cannot open a pipe of Unix's as its output (EBADF).
   * @param {string[]} command
   * @param {{ log?: string, env?: Record<string, string>, cwd?: string, timeout?: number }} options
   * @returns {Promise<{ status: number | null, output: string }>} null where it did not end by itself
   */
  async function run(command, { log = `${prefix}.log`, env = {}, cwd = folder, timeout = 300_000 } = {}) {
    const output = openSync(log, 'w')
    try {
      const program = spawn(WINE, command, {
        cwd,
        env: { ...environment, ...env },
        stdio: ['ignore', output, output],
        timeout,
      })
      const [status] = await once(program, 'exit')
      return { status, output: readFileSync(log, 'utf8') }
    } finally {
      closeSync(output)
    }
  }

  /** @param {string[]} command */
  async function must(command) {
    const { status, output } = await run(command)
    if (status !== 0) throw new Error(`wine64 ${command.join(' ')} ended with ${status}:\n${output}`)
  }

  /** @type {import('node:child_process').ChildProcess | undefined} */
  let screen

  /** Ends what runs in this prefix and nothing else: wineserver knows its own by the prefix. */
  function end() {
    screen?.kill()
    screen = undefined
    spawnSync(SERVER, ['-k'], { env: environment, stdio: 'ignore' })
    spawnSync(SERVER, ['-w'], { env: environment, stdio: 'ignore', timeout: 20_000 })
  }

  return {
    run,
    end,
    /** Makes it, unless it is there; as a copy of another, if there is one. @param {string} [other] its name */
    async prepare(other) {
      if (existsSync(join(prefix, 'system.reg'))) return
      // Node's own copying would have the links of Wine's drives lead elsewhere.
      if (other !== undefined) return void (await tool('cp', ['-a', join(folder, other), prefix]))
      await must(['wineboot', '-i'])
      // Node wants Windows 10; Wine 8 says 7.
      await must(['winecfg', '-v', 'win10'])
      end()
    },
    /**
     * A screen for this prefix alone: input of two prefixes on one display goes to the wrong windows. Without any (`Graphics` is `null`)
     * there are windows, focus and input, but no picture of the screen, and it has 1024x768.
     */
    async show() {
      screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x960x24', '-nolisten', 'tcp'], {
        stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
      })
      const [number] = await once(screen.stdio[3], 'data')
      environment.DISPLAY = `:${String(number).trim()}`
    },
    /** @param {string[]} classes @param {string} dll the classes of a DLL for every program of the prefix */
    async register(classes, dll) {
      const file = `${prefix}.reg`
      writeFileSync(file, settings(classes, dll))
      await must(['regedit', '/S', windowsPath(file)])
    },
  }
}

/** All that a prefix is told: one start of Wine, and not one for each. @param {string[]} classes @param {string} dll */
function settings(classes, dll) {
  const server = classes.flatMap((clsid) => [
    `[HKEY_LOCAL_MACHINE\\Software\\Classes\\CLSID\\{${clsid}}\\InprocServer32]`,
    `@="${windowsPath(dll).replaceAll('\\', '\\\\')}"`,
    '"ThreadingModel"="Both"',
    '',
  ])
  // Else Wine waits 2 s for a window manager's word whenever a window is hidden, and there is none on this screen.
  const unmanaged = ['[HKEY_CURRENT_USER\\Software\\Wine\\X11 Driver]', '"Managed"="N"', '']
  return ['REGEDIT4', '', ...server, ...unmanaged].join('\r\n')
}

/** @param {string} path */
export function windowsPath(path) {
  return `Z:${path.replaceAll('/', '\\')}`
}
