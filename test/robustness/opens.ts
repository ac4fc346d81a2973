import { HeadlessSession } from '../../lib/sdk/headless/index.js'
import { Desktop } from '../../lib/sdk/index.js'
import { Form } from '../live/support/form.js'
import { count, type Outcome, progress, type Values } from './part.js'
import { growth, type Resources, resources } from './resources.js'

/**
 * Desktops that are opened, used and closed again (`--desktops`, 100; the long form is 10,000), eight at a time, and sessions
 * (`--sessions`, 3; the long form is 500). Nothing of them may be left.
 */

const AT_ONCE = 8
const SAMPLES = 10

async function once(environment: Record<string, string>, pid: number): Promise<void> {
  await using desktop = await Desktop.open({ environment })
  const app = await desktop.app({ pid }, { timeout: 30_000 })
  await app.windows({ timeout: 30_000 })
}

export async function openDesktops(desktops: number): Promise<Resources[]> {
  await using session = await HeadlessSession.start()
  const form = await Form.start(session, 'gtk3')
  const samples: Resources[] = []
  const environment = { ...session.environment }
  // What is made once and kept is made before the first sample.
  await Promise.all(Array.from({ length: AT_ONCE }, () => once(environment, form.pid)))
  for (let done = 0; done < desktops; ) {
    const turn = Math.min(AT_ONCE, desktops - done)
    await Promise.all(Array.from({ length: turn }, () => once(environment, form.pid)))
    done += turn
    if (done < ((samples.length + 1) * desktops) / SAMPLES) continue
    samples.push(resources(session.accessibilityBus))
    progress(`${done} desktops: ${JSON.stringify(samples.at(-1))}`)
  }
  await form.end()
  return samples
}

export async function openSessions(sessions: number): Promise<Resources[]> {
  const samples: Resources[] = []
  for (let done = 0; done < sessions; done++) {
    await using session = await HeadlessSession.start()
    await using desktop = await session.desktop()
    await desktop.apps({ timeout: 30_000 })
    samples.push(resources())
  }
  return samples
}

export async function opens(values: Values): Promise<Outcome> {
  const [desktops, sessions] = [count(values, 'desktops', 100), count(values, 'sessions', 3)]
  const opened = growth(await openDesktops(desktops))
  const started = growth(await openSessions(sessions))
  const faults: string[] = []
  for (const [what, grown] of Object.entries({ desktops: opened, sessions: started })) {
    for (const key of ['descriptors', 'threads', 'rules'] as const) {
      const { first, last } = grown[key]
      if (last > first + 4) faults.push(`${what}: ${first} ${key} become ${last}`)
    }
  }
  return { figures: { desktops, opened, sessions, started }, faults }
}
