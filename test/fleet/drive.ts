import { setTimeout as pause } from 'node:timers/promises'
import { type App, isSurehandError } from 'surehand'
import { HeadlessSession } from 'surehand/headless'
import { Home } from './home.js'
import type { FleetProgram, Work } from './program.js'
import { type Sight, sightOf } from './witness.js'

/** What one run of a program's task came to. */
export interface Run {
  /** `done` is the judge's word, not the steps'. */
  result: 'done' | 'failed' | 'misjudged'
  steps: { what: string; ms: number }[]
  /** The step that failed, and why. */
  failure?: { step: string; code: string; message: string; screenshot?: Buffer; outline?: string }
  sights: Sight[]
}

// ms. A task is judged by its outcome, and the machine may be busy with others.
const PATIENCE = 15_000
// No task takes that long; a run that hangs is to end, and say where.
const LIMIT = 240_000

/** Runs a program's task once, in a session of its own. With `witness`, what shows is compared with the picture. */
export async function drive(
  program: FleetProgram,
  options: { display: 'x11' | 'wayland'; witness: boolean },
): Promise<Run> {
  await using session = await HeadlessSession.start({
    display: options.display,
    xwayland: options.display === 'wayland',
    width: 1280,
    height: 900,
    ...(program.environment === undefined ? {} : { environment: program.environment }),
  })
  const home = new Home(session.environment.HOME as string)
  const desktop = await session.desktop({ defaultTimeout: PATIENCE, signal: AbortSignal.timeout(LIMIT) })
  const run: Run = { result: 'failed', steps: [], sights: [] }
  let current = 'prepare'
  let app: App | undefined

  const step: Work['step'] = async (what, act) => {
    current = what
    const start = performance.now()
    try {
      return await act()
    } finally {
      run.steps.push({ what, ms: performance.now() - start })
    }
  }
  const look: Work['look'] = async (what) => {
    if (!options.witness || app?.hasTree !== true) return
    current = `look at ${what}`
    await app.waitForIdle({ timeout: 3_000 }).catch(() => {})
    run.sights.push(await sightOf(what, app, desktop))
  }

  try {
    await program.prepare?.(home)
    const wanted = program.launch(home)
    const command = typeof wanted === 'string' ? { command: wanted } : wanted
    app = await step('launch', () => desktop.launch({ cwd: home.directory, ...command }))
    const launched = app
    await look('first window')
    await program.perform({ app: launched, desktop, home, step, look })
    // A program that ended with its task has nothing left to show.
    if ((await launched.windows().catch(() => [])).length > 0) await look('end')
    current = 'judge'
    await program.judge(home)
    run.result = 'done'
  } catch (error) {
    run.result = current === 'judge' ? 'misjudged' : 'failed'
    const screenshot = await desktop
      .screenshot({ timeout: 5_000, signal: AbortSignal.timeout(5_000) })
      .catch(() => undefined)
    const outline = await app?.tree({ timeout: 5_000 }).catch(() => undefined)
    run.failure = {
      step: current,
      code: isSurehandError(error) ? error.code : 'ERROR',
      message: error instanceof Error ? error.message : String(error),
      ...(screenshot === undefined ? {} : { screenshot }),
      ...(outline === undefined ? {} : { outline }),
    }
  } finally {
    await Promise.race([home.close(), pause(1_000)])
  }
  return run
}
