import type { WaitOptions } from '../../sdk/call/limits.js'
import type { Rect } from '../../sdk/tree/node.js'
import type { AttributeName } from '../../sdk/vocabulary.js'
import type { AccessibleOptions } from './accessible.js'
import type { Text } from './judgement.js'
import type { ChangePattern } from './matchers.js'
import type { ScreenshotComparison } from './screenshot.js'
import type { TreePattern } from './tree-pattern.js'

/**
 * The matchers of the kit. Each waits, woken by what the application announces, until it is so, or, after `.not`, until it is not, and no
 * longer than `timeout` (ms; default: the application's). What a locator does not mean has no state: neither `toBeEnabled()` nor its
 * negation passes for what is not there.
 */
export interface DesktopMatchers<R = Promise<void>> {
  /** At least one element matches, hidden or not. */
  toBeAttached(options?: WaitOptions): R
  /** Exactly one element matches, hidden twins aside, and it is not hidden; it may be scrolled out of view. */
  toBeVisible(options?: WaitOptions): R
  /** Nothing that matches shows: nothing matches, or only what is hidden. */
  toBeHidden(options?: WaitOptions): R
  /** It holds no value and no text. */
  toBeEmpty(options?: WaitOptions): R
  toBeEnabled(options?: WaitOptions): R
  toBeDisabled(options?: WaitOptions): R
  /** It takes text: editable and not read-only. */
  toBeEditable(options?: WaitOptions): R
  toBeFocused(options?: WaitOptions): R
  /** Checked, or pressed, of a toggle button. Of what is `mixed` the negation holds. */
  toBeChecked(options?: WaitOptions): R
  toBeSelected(options?: WaitOptions): R
  toBeExpanded(options?: WaitOptions): R
  /** Shown, and not scrolled out. */
  toBeInViewport(options?: WaitOptions): R
  toHaveAccessibleName(name: Text, options?: WaitOptions): R
  toHaveAccessibleDescription(description: Text, options?: WaitOptions): R
  /** Its value, or its name, or the texts in it. A string is the whole text. */
  toHaveText(text: Text, options?: WaitOptions): R
  /** Its text has this in it, or the texts of what shows in it have, one after the other with a space between them. */
  toContainText(part: string, options?: WaitOptions): R
  toHaveValue(value: Text, options?: WaitOptions): R
  /** So many elements match, hidden ones included. Of a tree that is cut where there could be more, neither it nor its negation is said. */
  toHaveCount(count: number, options?: WaitOptions): R
  toHaveRole(role: string, options?: WaitOptions): R
  /** It has the attribute, with this value where one is said. */
  toHaveAttribute(name: AttributeName | (string & {}), value: Text, options?: WaitOptions): R
  toHaveAttribute(name: AttributeName | (string & {}), options?: WaitOptions): R
  /** Those of `x`, `y`, `width`, `height` that are said are so, in screen units. */
  toHaveBounds(bounds: Partial<Rect>, options?: WaitOptions): R
  /** Its tree has these nodes in this order; others may stand between them, nameless wrappers around them. */
  toMatchTree(pattern: TreePattern, options?: WaitOptions): R
  /**
   * Its tree is the one in the file `__snapshots__/<test's file>/<test's name>-1.tree.txt`, which the first run writes, `-u` renews, and
   * a CI demands. In the file a regular expression may stand for a text (`text /Order \d+/`); `-u` keeps those that fit.
   */
  toMatchTreeSnapshot(options?: WaitOptions): R
  toMatchTreeSnapshot(name: string, options?: WaitOptions): R
  /** It looks like the picture `__snapshots__/<test's file>/<test's name>-1-<platform>.png`, which comes about in the same way. */
  toMatchScreenshot(options?: ScreenshotComparison): R
  toMatchScreenshot(name: string, options?: ScreenshotComparison): R
  /** An audit of it, and of what is in it, finds nothing, error or warning, besides what the baseline has. */
  toBeAccessible(options?: AccessibleOptions): R
  /** Of a receipt: the action changed something, or something of this role and name. Does not wait: the receipt is what was seen. */
  toHaveChanged(what?: ChangePattern): R
}
