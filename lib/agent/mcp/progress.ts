import type { ServerContext } from '@modelcontextprotocol/server'
import type { Progress } from '../index.js'

// ms between two signs of life of a call that takes long, for clients that would give it up.
const SIGN_OF_LIFE = 1_000

/** Tells a client that asked for progress that its call is alive, until it is told to stop. */
export function signsOfLife(context: ServerContext): () => void {
  if (context.mcpReq._meta?.progressToken === undefined) return () => {}
  let seconds = 0
  const timer = setInterval(() => {
    seconds += SIGN_OF_LIFE / 1_000
    void report(context, { progress: seconds, message: `${seconds} s` })
  }, SIGN_OF_LIFE)
  return () => clearInterval(timer)
}

/** Tells a client that asked for it how far its call is. */
export async function report(context: ServerContext, progress: Progress): Promise<void> {
  const progressToken = context.mcpReq._meta?.progressToken
  if (progressToken === undefined) return
  const params = { progressToken, ...progress }
  // The caller may have gone.
  await context.mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {})
}
