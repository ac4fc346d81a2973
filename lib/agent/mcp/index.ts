/** Serves a registry of tools over MCP. */
export { serverFactory } from './server.js'
export { serveStdio } from './stdio.js'
