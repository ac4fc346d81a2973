import { inFirefox } from '../pages.js'
import { program as inChromium } from './chromium-long.js'

export const program = inFirefox(inChromium)
