import { isAbsolute, join } from 'node:path'
import type { Properties } from '../schema.js'
import type { Session } from '../session.js'
import { Root } from './root.js'

/** What every tool for files has. */
export const fileOptions = {
  working_directory: {
    type: 'string',
    description: 'What relative paths are relative to. Default: the folder that files are kept to.',
  },
} as const satisfies Properties

export const pathOption = {
  type: 'string',
  minLength: 1,
  description: 'Of the file, in the folder that files are kept to.',
} as const

/** The folder that files are kept to. */
export function rootOf({ files }: Session): Promise<Root> {
  return Root.at((files as NonNullable<typeof files>).root)
}

export function placed(path: string, working_directory = '.'): string {
  return isAbsolute(path) ? path : join(working_directory, path)
}
