/** (d) surehand as it is without any option. */
import { openDesk } from './steps.mjs'

export const name = 'surehand, defaults'

export const open = (place) => openDesk(place, () => ({}))
