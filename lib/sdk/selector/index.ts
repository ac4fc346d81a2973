/**
 * The selector language without the native library: reading, writing, explaining.
 *
 * @module surehand/selector
 */
export type * from './ast.js'
export { type Difference, differences } from './dialect.js'
export {
  type Counts,
  type ExplainedStep,
  type ExplainedTerm,
  type Explanation,
  explain,
  explainText,
  type NearMiss,
} from './explain.js'
export { format } from './format.js'
export { isSelector, parse, type SelectorProblem, splitSelectors } from './parse.js'
export { quote } from './quote.js'
export { findRole, type Role, roles } from './roles.js'
