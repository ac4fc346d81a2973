import type { ProfileName, RegistryOptions } from '../agent/index.js'

/** What decides which tools there are, and what they reach. */
export interface ServedTools {
  profile: ProfileName
  allow?: string[]
  deny?: string[]
  files?: string
  commands?: string
  answers?: string
  cdp?: string
}

export function registryOptions(given: ServedTools): RegistryOptions {
  const { profile, allow, deny, files, commands, answers, cdp } = given
  return {
    profile,
    ...(allow === undefined ? {} : { allow }),
    ...(deny === undefined ? {} : { deny }),
    ...(files === undefined ? {} : { files: { root: files } }),
    ...(commands === undefined ? {} : { commands: { root: commands } }),
    ...(answers === undefined ? {} : { answers }),
    ...(cdp === undefined ? {} : { grounding: { cdp } }),
  }
}
