import { inFirefox } from '../pages.js'
import { program as inChromium } from './chromium-order.js'

export const program = inFirefox(inChromium)
