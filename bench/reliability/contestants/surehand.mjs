/** (c) surehand with its options: another selector for the same element, retries, and what has to show afterwards. */
import { openDesk, RECEIPT } from './steps.mjs'

export const name = 'surehand'

export const open = (place) =>
  openDesk(place, ({ kind, role, target, shows }) => ({
    // A tab of GTK 3 has no id.
    ...(kind === 'tab' ? {} : { alternatives: [`role:${role}|id:${target}`] }),
    // GTK 3 takes the press of an item while its menu is closed, so that trying again needs no menu that is open.
    ...(kind === 'menu' ? { force: ['visible', 'viewport'], route: 'native' } : {}),
    retries: 2,
    verify: { exists: kind === 'confirm' ? RECEIPT : `role:text|name:"${shows}"` },
  }))
