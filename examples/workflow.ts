// A workflow in a file, and one in TypeScript that is taken up again where it failed. Runs anywhere.
//   npx tsx examples/workflow.ts
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Desktop } from 'surehand'
import { createRegistry } from 'surehand/agent'
import { createStep, createWorkflow, readPlan, runPlan, runWorkflow, summary } from 'surehand/workflow'
import { calculator } from './worlds/calculator.js'

await using desktop = await Desktop.open({ world: calculator })
const dataDirectory = await mkdtemp(join(tmpdir(), 'workflow-example-'))
const tools = await createRegistry(desktop).steps()

// Checked whole, with lines, before the first step runs.
const { plan } = await readPlan(join(import.meta.dirname, 'workflow.yml'), { tools: tools.names })
const outcome = await runPlan(plan, { tools, dataDirectory })
console.log(summary(outcome))
console.log('the display says', outcome.output)

// The second step fails the first time. What was done before is not done again.
let isReachable = false
const order = createWorkflow({
  id: 'order',
  steps: [
    createStep({
      id: 'press',
      execute: async ({ desktop }) => {
        const app = await desktop.app('calculator')
        await app.locator('role:button|name:"1"').click()
        console.log('pressed 1')
      },
    }),
    createStep({
      id: 'report',
      execute: () => {
        if (!isReachable) throw new Error('The network is down.')
        return { reported: true }
      },
    }),
  ],
})
const failed = await runWorkflow(order, { desktop, dataDirectory })
console.log('failed at', failed.error?.step)
isReachable = true
const resumed = await runWorkflow(order, { desktop, dataDirectory, resume: true })
console.log('resumed:', resumed.status, resumed.env.report_result)
await rm(dataDirectory, { recursive: true })
