export { optional, optionalImport } from '../call/optional.js'
