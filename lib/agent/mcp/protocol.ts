import { optionalImport } from '../optional.js'

/** The official implementation of the protocol, which who serves no MCP need not have. */
export type Protocol = typeof import('@modelcontextprotocol/server')

export function protocol(): Promise<Protocol> {
  return optionalImport(() => import('@modelcontextprotocol/server'), '@modelcontextprotocol/server')
}

/** What a client is told that gave a wrong argument. */
export function invalid({ ProtocolError, ProtocolErrorCode }: Protocol, message: string): Error {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message)
}
