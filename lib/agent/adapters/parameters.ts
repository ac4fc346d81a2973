import type { Tool } from '../registry.js'

/** JSON Schema as every vendor's client takes it. */
export type Parameters = {
  type: 'object'
  properties: Record<string, unknown>
  required: string[]
  additionalProperties: boolean
}

/** A copy of a tool's input schema: clients write into theirs. */
export function parametersOf({ inputSchema }: Tool): Parameters {
  const { properties, required = [] } = structuredClone(inputSchema)
  return { type: 'object', properties, required: [...required], additionalProperties: false }
}
