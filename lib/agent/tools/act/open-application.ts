import type { App } from '../../../sdk/app.js'
import { isSurehandError } from '../../../sdk/errors.js'
import { Deadline } from '../../deadline.js'
import { resultSchema } from '../../result-schema.js'
import { input } from '../../schema.js'
import { ACTS, tool } from '../../tool.js'

// ms; programs take their time to start.
const START = 30_000

export const openApplication = tool({
  name: 'open_application',
  title: 'Start an application',
  description:
    'Starts a program and waits for its first window. app_name is an executable, a desktop or bundle id, or a displayed name, whole: nothing else that is called so is started.',
  inputSchema: input(
    {
      app_name: { type: 'string', minLength: 1 },
      args: { type: 'array', items: { type: 'string' } },
      cwd: { type: 'string', description: 'The folder that it starts in.' },
      verify_element_exists: { type: 'string', description: 'What it has to show for the start to have worked.' },
      timeout_ms: { type: 'integer', minimum: 1, description: 'Default: 30000.' },
    },
    'app_name',
  ),
  outputSchema: resultSchema({
    name: { type: 'string' },
    process: { type: 'string' },
    pid: { type: 'integer' },
    windows: { type: 'array', items: { type: 'string' } },
  }),
  annotations: ACTS,
  run: async ({ app_name, args = [], cwd, verify_element_exists, timeout_ms }, { desktop }, { signal }) => {
    const deadline = new Deadline(timeout_ms ?? START)
    const verify = verify_element_exists ? { verify: { exists: verify_element_exists } } : {}
    const app = await desktop.launch({ command: app_name, args, cwd, ...verify, timeout: deadline.remaining, signal })
    const titles = await titlesOf(app, deadline, signal)
    return {
      text: `Started ${app_name} (pid ${app.pid}).`,
      shown: `${app}: ${titles.join(', ')}`,
      data: { name: app.name, process: app.executable, pid: app.pid, windows: titles },
    }
  },
})

async function titlesOf(app: App, deadline: Deadline, signal: AbortSignal): Promise<string[]> {
  try {
    const windows = await app.windows({ timeout: deadline.remaining, signal })
    return await Promise.all(windows.map((window) => window.title({ timeout: deadline.remaining, signal })))
  } catch (error) {
    // It was started; a splash screen that closes while it is asked is no failure of that.
    if (isSurehandError(error)) return []
    throw error
  }
}
