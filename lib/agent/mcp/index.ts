/** Serves a registry of tools over MCP. */
export { serverFactory } from './server.js'
export { serveStdio, serveStreams } from './stdio.js'
