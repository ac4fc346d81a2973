// A language model drives an application: the loop is yours, the tools and what they say are surehand's.
//   npx tsx examples/agent.ts                      with a model that plays its calls back
//   OPENAI_API_KEY=… npx tsx examples/agent.ts     with OpenAI's (npm install openai)
import OpenAI from 'openai'
import { Desktop } from 'surehand'
import { GUIDANCE, openaiResponses, trimImages } from 'surehand/adapters'
import { createRegistry } from 'surehand/agent'
import { policy } from 'surehand/policy'
import { calculator } from './worlds/calculator.js'
import { PlayedModel } from './worlds/played-model.js'

await using desktop = await Desktop.open({ world: calculator })
const { tools, run } = openaiResponses(createRegistry(desktop, { hooks: policy() }))

const client = process.env.OPENAI_API_KEY === undefined ? new PlayedModel() : new OpenAI()
let input: OpenAI.Responses.ResponseInput = [{ role: 'user', content: 'What is 17 + 25? Use the calculator.' }]

for (;;) {
  const { output, output_text } = await client.responses.create({
    model: 'gpt-5',
    instructions: GUIDANCE,
    tools,
    input,
  })
  const results = await run(output)
  if (results.length === 0) {
    console.log('model:', output_text)
    break
  }
  for (const item of output) if (item.type === 'function_call') console.log(item.name, item.arguments)
  for (const result of results) if ('output' in result) console.log(' ', String(result.output).split('\n')[0])
  input = trimImages([...input, ...(output as OpenAI.Responses.ResponseInput), ...results])
}
