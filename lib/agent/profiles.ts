import type { ToolSpec } from './tool.js'
import { activateElement } from './tools/activate-element.js'
import { captureScreenshot } from './tools/capture-screenshot.js'
import { clickElement } from './tools/click-element.js'
import { computer } from './tools/computer.js'
import { delay } from './tools/delay.js'
import { getApplicationsAndWindowsList } from './tools/get-applications-and-windows-list.js'
import { getWindowTree } from './tools/get-window-tree.js'
import { invokeElement } from './tools/invoke-element.js'
import { openApplication } from './tools/open-application.js'
import { pressKey } from './tools/press-key.js'
import { pressKeyGlobal } from './tools/press-key-global.js'
import { scrollElement } from './tools/scroll-element.js'
import { selectOption } from './tools/select-option.js'
import { setSelected } from './tools/set-selected.js'
import { setValue } from './tools/set-value.js'
import { typeIntoElement } from './tools/type-into-element.js'
import { validateElement } from './tools/validate-element.js'
import { waitForElement } from './tools/wait-for-element.js'

export type ProfileName = 'core' | 'read-only' | 'computer_use'

const core: readonly ToolSpec[] = [
  getApplicationsAndWindowsList,
  getWindowTree,
  validateElement,
  waitForElement,
  captureScreenshot,
  clickElement,
  typeIntoElement,
  setValue,
  setSelected,
  selectOption,
  invokeElement,
  scrollElement,
  pressKey,
  pressKeyGlobal,
  activateElement,
  openApplication,
  delay,
]

/** Which tools there are, in the order in which an agent reads of them. */
export const PROFILES: Readonly<Record<ProfileName, readonly ToolSpec[]>> = {
  core,
  computer_use: [computer],
  'read-only': core.filter(({ annotations }) => annotations.readOnlyHint),
}
