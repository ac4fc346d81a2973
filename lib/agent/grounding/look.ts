import type { Call } from '../call.js'
import type { Shot } from '../capture/shot.js'
import type { Deadline } from '../deadline.js'

/** Takes a fresh picture of where spots were read, wherever that is on the screen by now. */
export type Look = (deadline: Deadline, call: Call) => Promise<Shot>
