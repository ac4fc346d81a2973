/** (c) surehand with its options: another selector for the same element, retries, and what has to show afterwards. */
import { openDesk, RECEIPT } from './steps.mjs'

export const name = 'surehand'

export const open = (place) =>
  openDesk(place, ({ kind, role, target, shows }) => ({
    // A tab of GTK 3 has no id.
    ...(kind === 'tab' ? {} : { alternatives: [`role:${role}|id:${target}`] }),
    retries: 2,
    verify: { exists: kind === 'confirm' ? RECEIPT : `role:text|name:"${shows}"` },
  }))
