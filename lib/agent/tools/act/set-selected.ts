import type { ActionOptions } from '../../../sdk/action/options.js'
import { isSurehandError } from '../../../sdk/errors.js'
import type { Locator } from '../../../sdk/locator.js'
import type { Receipt } from '../../../sdk/receipt.js'
import { actionResult, actOnElement } from '../../acting.js'
import { elementActionOptions } from '../../options/index.js'
import { resultSchema } from '../../result-schema.js'
import { input } from '../../schema.js'
import { SETS, tool } from '../../tool.js'

export const setSelected = tool({
  name: 'set_selected',
  title: 'Check or select',
  description:
    'Makes a check box, switch or radio button checked or not, an item selected or not; does nothing when it is so. Read back.',
  inputSchema: input({ ...elementActionOptions, state: { type: 'boolean' } }, 'selector', 'state'),
  outputSchema: resultSchema(actionResult),
  annotations: SETS,
  run: ({ state, ...input }, session, call) =>
    actOnElement(session, input, call, (locator, options) => setSelectedState(locator, state, options)),
})

/** What has a check mark is checked; items of lists, tabs and rows, which have none, are selected. */
async function setSelectedState(locator: Locator, state: boolean, options: ActionOptions): Promise<Receipt> {
  try {
    return await locator.setChecked(state, options)
  } catch (error) {
    const hasNone =
      isSurehandError(error, 'NOT_ACTIONABLE') && error.details.check === 'suitable' && error.sent === 'no'
    if (!hasNone) throw error
    return state ? locator.select(options) : locator.deselect(options)
  }
}
