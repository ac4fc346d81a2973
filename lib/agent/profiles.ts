import type { ToolSpec } from './tool.js'
import { activateElement } from './tools/act/activate-element.js'
import { clickElement } from './tools/act/click-element.js'
import { highlightElement } from './tools/act/highlight-element.js'
import { invokeElement } from './tools/act/invoke-element.js'
import { mouseDrag } from './tools/act/mouse-drag.js'
import { navigateBrowser } from './tools/act/navigate-browser.js'
import { openApplication } from './tools/act/open-application.js'
import { pressKey } from './tools/act/press-key.js'
import { pressKeyGlobal } from './tools/act/press-key-global.js'
import { scrollElement } from './tools/act/scroll-element.js'
import { selectOption } from './tools/act/select-option.js'
import { setSelected } from './tools/act/set-selected.js'
import { setValue } from './tools/act/set-value.js'
import { typeIntoElement } from './tools/act/type-into-element.js'
import { act } from './tools/core/act.js'
import { check } from './tools/core/check.js'
import { moreOf } from './tools/core/more.js'
import { see } from './tools/core/see.js'
import { type } from './tools/core/type.js'
import { copyContent } from './tools/files/copy-content.js'
import { editFile } from './tools/files/edit-file.js'
import { globFiles } from './tools/files/glob-files.js'
import { grepFiles } from './tools/files/grep-files.js'
import { readFile } from './tools/files/read-file.js'
import { writeFile } from './tools/files/write-file.js'
import { askUser } from './tools/run/ask-user.js'
import { computer } from './tools/run/computer.js'
import { computerUseLoop, geminiComputerUse } from './tools/run/computer-use-loop.js'
import { delay } from './tools/run/delay.js'
import { executeSequence } from './tools/run/execute-sequence.js'
import { runCommand } from './tools/run/run-command.js'
import { stopExecution } from './tools/run/stop-execution.js'
import { typecheckWorkflow } from './tools/run/typecheck-workflow.js'
import { captureScreenshot } from './tools/see/capture-screenshot.js'
import { executeBrowserScript } from './tools/see/execute-browser-script.js'
import { getApplicationsAndWindowsList } from './tools/see/get-applications-and-windows-list.js'
import { getWindowTree } from './tools/see/get-window-tree.js'
import { validateElement } from './tools/see/validate-element.js'
import { waitForElement } from './tools/see/wait-for-element.js'

export type ProfileName = 'core' | 'terminator' | 'read-only' | 'computer_use'

// Those that need an option of the registry are in it only when that is given.
const terminator: readonly ToolSpec[] = [
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

const called = (name: string, spec: ToolSpec): ToolSpec => ({ ...spec, name })

const core: readonly ToolSpec[] = [
  see,
  check,
  called('open', openApplication),
  act,
  type,
  called('run', executeSequence),
  called('ask', askUser),
  moreOf(terminator),
]

/** Which tools there are, in the order in which an agent reads of them. */
export const PROFILES: Readonly<Record<ProfileName, readonly ToolSpec[]>> = {
  core,
  terminator,
  computer_use: [computer],
  'read-only': [see, check, ...terminator.filter(({ annotations, needs }) => annotations.readOnlyHint && needs)],
}
