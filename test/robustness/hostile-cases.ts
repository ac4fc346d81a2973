import { HeadlessSession } from '../../lib/sdk/headless/index.js'
import { type App, Desktop } from '../../lib/sdk/index.js'
import { appOf, type Case, Hostile, look, nameOf, TOOLKITS } from './hostile.js'
import { count, type Outcome, progress, type Values } from './part.js'

/**
 * Plays hostile cases (`--cases`, 2,000), each by its name, and says what they cost: the calls past their deadline, the memory, and another
 * program's latency while they are played against what it is without.
 */

const DEADLINE = 300
const MOST_LATE = 50
// An action that was sent is looked at for some time more: what was done should not be reported as an error (lib/sdk/action/effect.ts).
const ACTION_MOST_LATE = 600
const MOST_SLOWED = 1.3

const median = (all: readonly number[]) => [...all].sort((a, b) => a - b)[all.length >> 1] ?? Number.NaN

async function timed(app: App): Promise<number> {
  const began = performance.now()
  await app.snapshot()
  return performance.now() - began
}

export async function hostileCases(values: Values): Promise<Outcome> {
  const session = await HeadlessSession.start()
  const desktop = await Desktop.open({ environment: { ...session.environment } })
  try {
    return await played(session, desktop, values)
  } finally {
    await desktop.dispose()
    await session.stop()
  }
}

async function played(session: HeadlessSession, desktop: Desktop, values: Values): Promise<Outcome> {
  const bystander = await desktop.launch({ command: 'gtk3-widget-factory', timeout: 60_000 })
  const programs: [Hostile, App][] = []
  for (const toolkit of TOOLKITS) {
    const program = await Hostile.start(session, toolkit)
    programs.push([program, await appOf(desktop, program)])
  }
  const kinds = (programs[0]?.[0].kinds ?? []).filter((kind) => values.only === undefined || kind === values.only)
  const faults: string[] = []
  const late: Record<string, number> = {}
  const [quiet, disturbed]: [number[], number[]] = [[], []]
  const codes: Record<string, number> = {}
  let most = 0
  let done = 0
  const cases = count(values, 'cases', 2_000)
  for (let seed = count(values, 'seed', 1); done < cases; seed++) {
    for (const kind of kinds) {
      for (const [program, app] of programs) {
        const wanted: Case = { toolkit: program.toolkit, kind, seed }
        await program.play(wanted)
        // Both in the same moment of the machine: while the case is looked at, and after it.
        const looked = look(app, wanted, DEADLINE)
        looked.catch(() => {})
        disturbed.push(await timed(bystander))
        try {
          const outcome = await looked
          const code = outcome.code ?? (outcome.snapshot?.complete ? 'complete' : 'cut')
          codes[code] = (codes[code] ?? 0) + 1
          for (const [call, ms] of Object.entries(outcome.late)) {
            late[call] = Math.max(late[call] ?? Number.NEGATIVE_INFINITY, ms)
            if (ms > (call === 'click' ? ACTION_MOST_LATE : MOST_LATE))
              faults.push(`${nameOf(wanted)}: ${call}() ended ${ms.toFixed(0)} ms past its deadline`)
          }
        } catch (error) {
          faults.push(String(error))
        }
        await program.play({ ...wanted, kind: 'nothing' })
        quiet.push(await timed(bystander))
        most = Math.max(most, process.memoryUsage.rss())
        if (++done % 100 === 0)
          progress(`${done} cases, ${faults.length} faults, ${(most / 2 ** 20).toFixed(0)} MiB at most`)
      }
    }
  }
  const slowed = median(disturbed) / median(quiet)
  if (slowed > MOST_SLOWED)
    faults.push(`another program's median latency is ${slowed.toFixed(2)} times what it is without`)
  const figures = {
    cases: done,
    kinds: kinds.length,
    outcomes: codes,
    mostLateMs: Object.fromEntries(Object.entries(late).map(([call, ms]) => [call, Math.round(ms)])),
    mostMiB: Number((most / 2 ** 20).toFixed(0)),
    latency: {
      quietMs: Number(median(quiet).toFixed(2)),
      disturbedMs: Number(median(disturbed).toFixed(2)),
      times: Number(slowed.toFixed(2)),
    },
  }
  return { figures, faults }
}
