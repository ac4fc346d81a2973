export { optional, optionalImport } from '../sdk/call/optional.js'
