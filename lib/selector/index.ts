/** The selector language without the native library: reading, writing, explaining. */
export type * from './ast.js'
export { type Difference, differences } from './dialect.js'
export { format, quote } from './format.js'
export { isSelector, parse, type SelectorProblem } from './parse.js'
export { findRole, type Role, roles } from './roles.js'
