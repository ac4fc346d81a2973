import type OpenAI from 'openai'

const app = { process: 'calculator' }
const press = (name: string) => ['act', { verb: 'click', ...app, selector: `role:button|name:"${name}"` }] as const

/** What the model calls, turn by turn; then it says that it is done. */
const TURNS = [
  [['see', {}]],
  [['see', app]],
  ['1', '7', '+', '2', '5'].map(press),
  [['act', { ...press('=')[1], verify_element_exists: 'role:textbox|value:42' }]],
  [['check', { ...app, selector: 'role:textbox|name:Display' }]],
] as const

/** Stands in for a model that there is no key for: it plays its calls back, as OpenAI's answers have them. */
export class PlayedModel {
  private turn = 0

  readonly responses = {
    create: async (_request: object): Promise<Pick<OpenAI.Responses.Response, 'output' | 'output_text'>> => {
      const calls = TURNS[this.turn++] ?? []
      const output = calls.map(([name, input], place): OpenAI.Responses.ResponseFunctionToolCall => {
        const call_id = `call_${this.turn}_${place}`
        return { type: 'function_call', call_id, name, arguments: JSON.stringify(input) }
      })
      return { output, output_text: calls.length === 0 ? 'It shows 42.' : '' }
    },
  }
}
