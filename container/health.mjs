/** Whether the server answers: without the token, by refusing. */
const port = process.env.PORT ?? 8808
const { status } = await fetch(`http://127.0.0.1:${port}/mcp`, { signal: AbortSignal.timeout(4000) })
if (status !== 401) throw new Error(`the answer is ${status}`)
