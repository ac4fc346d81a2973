import { HeadlessSession } from '../../../lib/sdk/headless/index.js'
import { isSurehandError } from '../../../lib/sdk/index.js'

/**
 * Why there can be no Wayland session here, for the names of tests that are left out; empty where there can be one. What is UNSUPPORTED is
 * the machine's (sway is not installed, or root may not start a process of another user); everything else is a fault.
 */
export const noSway: string = await HeadlessSession.start({ display: 'wayland', timeout: 60_000 }).then(
  async (session) => {
    await session.stop()
    return ''
  },
  (error: unknown) => (isSurehandError(error, 'UNSUPPORTED') ? error.message : ''),
)
