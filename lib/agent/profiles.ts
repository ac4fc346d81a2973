import type { ToolSpec } from './tool.js'
import { activateElement } from './tools/activate-element.js'
import { askUser } from './tools/ask-user.js'
import { captureScreenshot } from './tools/capture-screenshot.js'
import { clickElement } from './tools/click-element.js'
import { computer } from './tools/computer.js'
import { computerUseLoop, geminiComputerUse } from './tools/computer-use-loop.js'
import { copyContent } from './tools/copy-content.js'
import { delay } from './tools/delay.js'
import { editFile } from './tools/edit-file.js'
import { executeBrowserScript } from './tools/execute-browser-script.js'
import { executeSequence } from './tools/execute-sequence.js'
import { getApplicationsAndWindowsList } from './tools/get-applications-and-windows-list.js'
import { getWindowTree } from './tools/get-window-tree.js'
import { globFiles } from './tools/glob-files.js'
import { grepFiles } from './tools/grep-files.js'
import { highlightElement } from './tools/highlight-element.js'
import { invokeElement } from './tools/invoke-element.js'
import { mouseDrag } from './tools/mouse-drag.js'
import { navigateBrowser } from './tools/navigate-browser.js'
import { openApplication } from './tools/open-application.js'
import { pressKey } from './tools/press-key.js'
import { pressKeyGlobal } from './tools/press-key-global.js'
import { readFile } from './tools/read-file.js'
import { runCommand } from './tools/run-command.js'
import { scrollElement } from './tools/scroll-element.js'
import { selectOption } from './tools/select-option.js'
import { setSelected } from './tools/set-selected.js'
import { setValue } from './tools/set-value.js'
import { stopExecution } from './tools/stop-execution.js'
import { typeIntoElement } from './tools/type-into-element.js'
import { typecheckWorkflow } from './tools/typecheck-workflow.js'
import { validateElement } from './tools/validate-element.js'
import { waitForElement } from './tools/wait-for-element.js'
import { writeFile } from './tools/write-file.js'

export type ProfileName = 'core' | 'all' | 'read-only' | 'computer_use'

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
  askUser,
  delay,
  executeSequence,
  stopExecution,
]

// Those that need an option of the registry are in it only when that is given.
const all: readonly ToolSpec[] = [
  ...core,
  highlightElement,
  mouseDrag,
  navigateBrowser,
  executeBrowserScript,
  computerUseLoop,
  geminiComputerUse,
  runCommand,
  readFile,
  globFiles,
  grepFiles,
  writeFile,
  editFile,
  copyContent,
  typecheckWorkflow,
]

/** Which tools there are, in the order in which an agent reads of them. */
export const PROFILES: Readonly<Record<ProfileName, readonly ToolSpec[]>> = {
  core,
  all,
  computer_use: [computer],
  'read-only': all.filter(({ annotations }) => annotations.readOnlyHint),
}
