import type { Commands } from './call.js'
import { FETCHING } from './commands/fetching.js'
import { KEEPING } from './commands/keeping.js'
import { PASSING } from './commands/passing.js'
import { RUNNING } from './commands/running.js'
import { WRITING } from './commands/writing.js'

/** What commands do with what they are given, as far as a policy has to know. */
export const COMMANDS: Commands = Object.assign(
  // `constructor` is no command.
  Object.create(null) as Commands,
  PASSING,
  FETCHING,
  WRITING,
  KEEPING,
  RUNNING,
)
