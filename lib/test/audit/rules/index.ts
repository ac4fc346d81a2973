import type { Rule } from '../rule.js'
import { contrast } from './contrast.js'
import { controlName } from './control-name.js'
import { fieldLabel } from './field-label.js'
import { hintOnly } from './hint-only.js'
import { imageText } from './image-text.js'
import { inWindow } from './in-window.js'
import { nameText } from './name-text.js'
import { roleKnown } from './role-known.js'
import { sameName } from './same-name.js'
import { statesAgree } from './states-agree.js'
import { tableHeaders } from './table-headers.js'
import { targetSize } from './target-size.js'
import { valueRange } from './value-range.js'
import { windowTitle } from './window-title.js'

/** Every rule that reads the tree or the picture, in the order of reports. */
export const rules: readonly Rule[] = [
  ...[controlName, hintOnly, nameText, fieldLabel, sameName, imageText, tableHeaders],
  ...[statesAgree, roleKnown, inWindow, targetSize, windowTitle, valueRange, contrast],
]
