/**
 * vitest in Wine, with the simulator of UI Automation and the fixtures in their places. Prepared once, it runs as often as is asked for:
 * Wine and its screen stay up in between.
 */
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { nodeExe } from './node-exe.mjs'
import { buildSimulator, UI_AUTOMATION } from './simulator.mjs'
import { prepareSuite } from './suite.mjs'
import { windowsPath, winePrefix } from './wine.mjs'

/**
 * @typedef {{ addon: string, files: string[], pattern?: string, flags?: string[], timeout?: number }} Run
 * @typedef {{ title: string, ancestorTitles: string[], fullName: string, status: string }} TestResult
 * @typedef {{ testResults: { name: string, status: string, message: string, assertionResults: TestResult[] }[],
 *   numPassedTests: number, numFailedTests: number, numPendingTests: number }} Report vitest's JSON
 */

/** @param {{ root: string, folder: string, node?: '20' | '22' }} options */
export async function vitestInWine({ root, folder, node = '22' }) {
  const wine = winePrefix(folder)
  const simulator = buildSimulator(root, folder)
  const suite = prepareSuite(root, folder)
  const dll = join(simulator, 'uia-simulator.dll')
  const exe = nodeExe(folder, node)
  for (const app of ['win32-form', 'win32-desk']) {
    put(join(simulator, `${app}.exe`), join(suite, 'test', 'fixtures', 'apps', app, `${app}.exe`))
  }
  put(join(simulator, 'virtual-world.exe'), join(suite, 'test', 'simulators', 'uia', 'virtual-world.exe'))
  await wine.prepare()
  try {
    await wine.show()
    await wine.register(UI_AUTOMATION, dll)
  } catch (error) {
    wine.end()
    throw error
  }

  return {
    end: wine.end,
    /**
     * Runs these files, by parts of their names; `report` is undefined where vitest ended without one.
     * @param {Run} run @returns {Promise<{ status: number, output: string, report: Report | undefined }>}
     */
    async run({ addon, files, pattern, flags = [], timeout = 900_000 }) {
      put(addon, join(suite, 'prebuilds', 'win32-x64', 'surehand.node'))
      const report = join(folder, 'report.json')
      rmSync(report, { force: true })
      const command = [
        windowsPath(exe),
        windowsPath(join(folder, 'node_modules', 'vitest', 'vitest.mjs')),
        ...['run', '--configLoader=native', '--reporter=default', '--reporter=json'],
        `--outputFile.json=${windowsPath(report)}`,
        ...(pattern === undefined ? [] : ['-t', pattern]),
        ...flags,
        ...files,
      ]
      const { status, output } = await wine.run(command, {
        cwd: suite,
        env: {
          SUREHAND_BACKENDS: process.env.SUREHAND_BACKENDS ?? 'windows',
          SUREHAND_UIA_SIMULATOR: windowsPath(dll),
          NO_COLOR: '1',
        },
        log: join(folder, 'suite.log'),
        timeout,
      })
      const read = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined
      return { status: status ?? 1, output, report: read }
    },
  }
}

/** @param {string} from @param {string} to */
function put(from, to) {
  mkdirSync(dirname(to), { recursive: true })
  cpSync(from, to)
}
