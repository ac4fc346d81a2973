import type { Registry } from '../index.js'
import { answerQuestion } from './answer-question.js'

// A client reads `tools/list` before its first step, each time: what is long, and the same for many tools, is here instead.

export const RESULTS = {
  uri: 'surehand://results',
  name: 'results',
  title: 'What structuredContent holds, by tool (JSON Schema)',
  mimeType: 'application/json',
}

export const OPTIONS = {
  uri: 'surehand://options',
  name: 'options',
  title: 'The options that many tools share, at length',
  mimeType: 'text/plain',
}

/** Every tool that is served: those of the registry, and the one by which a person answers. */
export const servedTools = ({ tools }: Registry) => [...tools, answerQuestion]

export function resultsOf(registry: Registry): string {
  return JSON.stringify(Object.fromEntries(servedTools(registry).map(({ name, outputSchema }) => [name, outputSchema])))
}

export const OPTIONS_PAGE = `Which element
  process                    the executable, the desktop or bundle id, the displayed name, whole; or the pid. Never a name that is nearly so.
  window_selector            only the window that this matches. Default: all windows of the application.
  selector                   exactly one element. ref:e12 is element e12 of a tree that was read. Without process it begins with one:
                             process:gedit >> role:textbox
  alternative_selectors      a list, or separated by commas. Matched on the same tree; the first in this order that matches is used.
  fallback_selectors         tried in turn when neither the selector nor an alternative is there.

What makes an action sure
  timeout_ms                 for finding the element and acting on it. Default: 5000.
  retries                    after something was sent, it is done again only where nothing can be done twice. Default: 0.
  verify_element_exists      has to match something of the application afterwards; otherwise the call fails with VERIFY_FAILED.
  verify_element_not_exists  must match nothing of the application afterwards.
  verify_timeout_ms          from when the action was sent. Default: 2000.
  ask_person                 when it fails, a person is asked before it gives up: which of several, what instead, what to do.
  highlight_before_action    a picture from right before the action, with the element outlined.

What is said afterwards
  ui_diff_before_after       with false, and no tree asked for, nothing is compared. Default: true.
  include_tree_after_action  the tree of the application.
  tree_max_depth             levels below the root. Default: all.
  tree_from_selector         the element whose tree it is. Default: the whole application.
  include_detailed_attributes  also where on the screen elements are, and those that do not show.
  tree_output_format         outline: button "Save" e12. compact_yaml: #12 [Button] Save. 12 is the index in both, e12 the ref.
  tree_max_tokens            where the tree ends, with a cursor to read on. Default: 4000.
  include_window_screenshot, include_monitor_screenshots
                             a picture of the window, of each display.

Windows around the action
  enable_window_management   with false, the next three are left alone. Default: true.
  maximize_target            before the action.
  bring_to_front             before the action; keys and the pointer do it by themselves when they have to.
  restore_focus              gives the keyboard back to the window that had it.
`
