/**
 * vitest in Wine, with the simulator of UI Automation and the fixtures in their places. Prepared once, it runs as often as is asked for:
 * Wine and its screen stay up in between.
 */
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { nodeExe } from './node-exe.mjs'
import { shares } from './shares.mjs'
import { buildSimulator, UI_AUTOMATION } from './simulator.mjs'
import { prepareSuite } from './suite.mjs'
import { windowsPath, winePrefix } from './wine.mjs'

/**
 * @typedef {{ addon: string, files: string[], pattern?: string, flags?: string[], timeout?: number }} Run
 * @typedef {{ title: string, ancestorTitles: string[], fullName: string, status: string }} TestResult
 * @typedef {{ testResults: { name: string, status: string, message: string, assertionResults: TestResult[] }[],
 *   numTotalTests: number, numPassedTests: number, numFailedTests: number, numPendingTests: number }} Report vitest's JSON
 */

/**
 * `places`: how many prefixes there are, each with a screen of its own, to run as many parts of the tests in at the same time.
 * @param {{ root: string, folder: string, node?: '20' | '22', places?: number }} options
 */
export async function vitestInWine({ root, folder, node = '22', places = 1 }) {
  const wines = Array.from({ length: places }, (_, i) => winePrefix(folder, i === 0 ? 'prefix' : `prefix-${i + 1}`))
  const end = () => {
    for (const wine of wines) wine.end()
  }
  try {
    // Wine and npm wait most of the time, for the disk and for others.
    const [simulator, suite, exe] = await Promise.all([
      buildSimulator(root, folder),
      prepareSuite(root, folder),
      nodeExe(folder, node),
      preparePrefixes(wines),
    ])
    const dll = join(simulator, 'uia-simulator.dll')
    for (const app of ['win32-form', 'win32-desk']) {
      put(join(simulator, `${app}.exe`), join(suite, 'test', 'fixtures', 'apps', app, `${app}.exe`))
    }
    for (const file of ['virtual-world.exe', 'uia-provider.dll']) {
      put(join(simulator, file), join(suite, 'test', 'simulators', 'uia', file))
    }
    for (const wine of wines) {
      await wine.show()
      await wine.register(UI_AUTOMATION, dll)
    }
    return { end, run }

    /**
     * Runs these files, by parts of their names, where there are several places each in one of them; `report` is undefined where vitest
     * ended without one.
     * @param {Run} run @returns {Promise<{ status: number, output: string, report: Report | undefined }>}
     */
    async function run({ addon, files, ...how }) {
      put(addon, join(suite, 'prebuilds', 'win32-x64', 'surehand.node'))
      const alone = places === 1 ? [] : files.filter((file) => ALONE.test(file))
      const others = files.filter((file) => !alone.includes(file))
      const outcomes = await Promise.all(shares(others, places).map((own, at) => runIn(at, { files: own, ...how })))
      if (alone.length > 0) outcomes.push(await runIn(0, { files: alone, ...how }))
      return together(outcomes)
    }

    /** @param {number} place @param {Omit<Run, 'addon'>} run */
    async function runIn(place, { files, pattern, flags = [], timeout = 3_600_000 }) {
      const report = join(folder, `report-${place + 1}.json`)
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
      const { status, output } = await wines[place].run(command, {
        cwd: suite,
        env: {
          SUREHAND_BACKENDS: process.env.SUREHAND_BACKENDS ?? 'windows',
          SUREHAND_UIA_SIMULATOR: windowsPath(dll),
          NO_COLOR: '1',
        },
        log: join(folder, `suite-${place + 1}.log`),
        timeout,
      })
      const read = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : undefined
      return { status: status ?? 1, output, report: read }
    }
  } catch (error) {
    end()
    throw error
  }
}

// What these count and time is not to be that of a machine that runs others beside them.
const ALONE = /\/(leaks|hang)\.test\.js$/

/** One is made, and the others are copies of it: Wine takes longer. @param {ReturnType<typeof winePrefix>[]} wines */
async function preparePrefixes([first, ...others]) {
  await first.prepare()
  for (const other of others) await other.prepare('prefix')
}

/**
 * As of one run. @typedef {{ status: number, output: string, report: Report | undefined }} Outcome
 * @param {Outcome[]} outcomes @returns {Outcome}
 */
function together(outcomes) {
  const reports = outcomes.flatMap(({ report }) => (report === undefined ? [] : [report]))
  const sum = (/** @type {(report: Report) => number} */ of) => reports.reduce((total, report) => total + of(report), 0)
  return {
    status: Math.max(...outcomes.map(({ status }) => status)),
    output: outcomes.map(({ output }) => output).join('\n'),
    report:
      reports.length < outcomes.length
        ? undefined
        : {
            ...reports[0],
            testResults: reports.flatMap(({ testResults }) => testResults),
            numTotalTests: sum((report) => report.numTotalTests),
            numPassedTests: sum((report) => report.numPassedTests),
            numFailedTests: sum((report) => report.numFailedTests),
            numPendingTests: sum((report) => report.numPendingTests),
          },
  }
}

/** @param {string} from @param {string} to */
function put(from, to) {
  mkdirSync(dirname(to), { recursive: true })
  cpSync(from, to)
}
