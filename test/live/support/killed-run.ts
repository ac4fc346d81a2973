/** A workflow on the order desk, run to be killed: `killed-run.ts <job.json>`. Says `running` when it runs, `asked` and `settled` of
 * a step that was being sent when it was killed, and how it ended as JSON. */
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { createRegistry } from '../../../lib/agent/index.js'
import type { Decide } from '../../../lib/agent/workflow/run/doubt.js'
import { runPlan } from '../../../lib/agent/workflow/run/run.js'
import { Desktop } from '../../../lib/sdk/index.js'

export interface Job {
  environment: Record<string, string>
  process: number
  plan: object
  dataDirectory: string
  /** By id: what the application says when the step was done. */
  shows: Record<string, string>
}

const job = JSON.parse(await readFile(process.argv[2] as string, 'utf8')) as Job
await using desktop = await Desktop.open({ environment: job.environment })
const registry = createRegistry(desktop, { profile: 'terminator', timeout: 15_000 })
/** What a person does: waits until the application has had its time, and reads what it says. */
const decide: Decide = async ({ id }) => {
  const shows = job.shows[id as string]
  await sleep(4_500)
  const tree = await registry.tool('get_window_tree').run({ process: job.process, tree_max_tokens: 20_000 })
  const isDone = tree.content.some((part) => part.type === 'text' && part.text.includes(JSON.stringify(shows)))
  console.log('asked')
  return isDone ? 'done' : 'again'
}

const outcome = await runPlan(job.plan, {
  tools: await registry.steps(),
  dataDirectory: job.dataDirectory,
  resume: true,
  decide,
  onEvent: ({ type }) => {
    if (type === 'run_started') console.log('running')
    if (type === 'run_resumed') console.log('settled')
  },
})
const { status, error } = outcome
console.log(JSON.stringify({ status, error }))
