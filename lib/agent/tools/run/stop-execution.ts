import { resultSchema } from '../../result-schema.js'
import { input } from '../../schema.js'
import { SETS, tool } from '../../tool.js'

export const stopExecution = tool({
  name: 'stop_execution',
  title: 'Stop workflows',
  description: 'Ends the workflows that run here, of all callers: after the step that runs, or at once.',
  inputSchema: input({
    at_once: { type: 'boolean', description: 'Not only after the step that runs. Default: false.' },
  }),
  outputSchema: resultSchema({ stopped: { type: 'integer', description: 'How many ran.' } }),
  annotations: SETS,
  run: async ({ at_once = false }, { running }) => {
    const stopped = running.size
    for (const each of running) {
      if (at_once) each.atOnce()
      else each.stop()
    }
    const how = at_once ? 'at once' : 'after the step that runs'
    return { text: stopped === 0 ? 'Nothing runs.' : `Told ${stopped} to stop ${how}.`, data: { stopped } }
  },
})
