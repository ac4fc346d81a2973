import { SurehandError } from '../errors.js'

/** What `load` gives; where the package is not installed, UNSUPPORTED with the command to type. */
export function optional<T>(load: () => T, name: string): T {
  try {
    return load()
  } catch (error) {
    throw isMissing(error) ? missing(name, error) : error
  }
}

/** The same for what is imported. */
export async function optionalImport<T>(load: () => Promise<T>, name: string): Promise<T> {
  try {
    return await load()
  } catch (error) {
    throw isMissing(error) ? missing(name, error) : error
  }
}

function isMissing(error: unknown): boolean {
  const { code } = error as { code?: unknown }
  return code === 'MODULE_NOT_FOUND' || code === 'ERR_MODULE_NOT_FOUND'
}

function missing(name: string, cause: unknown): SurehandError {
  const details = { package: name }
  return new SurehandError('UNSUPPORTED', `This needs the package ${name}. Type: npm install ${name}`, details, {
    cause,
  })
}
