/** (c) surehand with its options: another selector for the same element, retries, and what has to show afterwards. */
import { alternativesOf } from '../toolkits.mjs'
import { openDesk, RECEIPT } from './steps.mjs'

export const name = 'surehand'

export const open = (place) =>
  openDesk(place, (step) => ({
    alternatives: alternativesOf(place.toolkit, step),
    // Where an item takes the press while its menu is closed, trying again needs no menu that is open.
    ...(step.kind === 'menu' && place.toolkit.pressesClosedMenus
      ? { force: ['visible', 'viewport'], route: 'native' }
      : {}),
    retries: 2,
    verify: {
      exists: step.kind === 'confirm' ? RECEIPT : `role:text|name:"${step.shows}"`,
      timeout: place.longestEffect,
    },
  }))
