/**
 * Tools for language models over a desktop: one list, described in JSON Schema, with no transport in it.
 *
 * @module surehand/agent
 */

export { HALT_KEY } from './halt.js'
export type { ProfileName } from './profiles.js'
export { createRegistry, type Registry, type RegistryOptions, type Tool } from './registry.js'
export type { Content, ToolResult } from './result.js'
export type { ObjectSchema, ValueSchema } from './schema.js'
export type { Annotations, CallOptions, Progress } from './tool.js'
