/** Serves a registry of tools over MCP. */
export { type HttpServing, serveHttp } from './http.js'
export { serverFactory } from './server.js'
export { serveStdio } from './stdio.js'
