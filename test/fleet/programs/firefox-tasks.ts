import { inFirefox } from '../pages.js'
import { program as inChromium } from './chromium-tasks.js'

export const program = inFirefox(inChromium)
