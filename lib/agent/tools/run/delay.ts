import { setTimeout as sleep } from 'node:timers/promises'
import { SurehandError } from '../../../sdk/errors.js'
import { resultSchema } from '../../result-schema.js'
import { input } from '../../schema.js'
import { READS, tool } from '../../tool.js'

export const delay = tool({
  name: 'delay',
  title: 'Wait by the clock',
  description: 'Does nothing for so many ms. wait_for_element is surer: it waits for what is meant.',
  inputSchema: input({ delay_ms: { type: 'integer', minimum: 0, maximum: 600_000 } }, 'delay_ms'),
  outputSchema: resultSchema({ waited_ms: { type: 'integer' } }),
  annotations: READS,
  run: async ({ delay_ms }, _session, { signal }) => {
    await sleep(delay_ms, undefined, { signal }).catch((cause: unknown) => {
      throw new SurehandError('ABORTED', `The delay of ${delay_ms} ms was ended by its caller.`, {}, { cause })
    })
    return { text: `Waited ${delay_ms} ms.`, data: { waited_ms: delay_ms } }
  },
})
