/** The official implementation of the protocol: only a server loads it. */
export type Protocol = typeof import('@modelcontextprotocol/server')

export function protocol(): Promise<Protocol> {
  return import('@modelcontextprotocol/server')
}

/** What a client is told that gave a wrong argument. */
export function invalid({ ProtocolError, ProtocolErrorCode }: Protocol, message: string): Error {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message)
}
