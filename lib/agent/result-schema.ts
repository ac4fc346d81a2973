import { failureProperties } from './result.js'
import type { ObjectSchema, Properties } from './schema.js'

/** What a tool's data looks like: these members when it worked, `error` when it did not. */
export function resultSchema(properties: Properties): ObjectSchema {
  return { type: 'object', properties: { ...properties, ...failureProperties } }
}
