import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { expect, test } from 'vitest'
import { confirmed } from '../../../lib/agent/ask/confirm.js'
import { createRegistry, type RegistryOptions } from '../../../lib/agent/index.js'
import { serveHttp } from '../../../lib/agent/mcp/http.js'
import { serverFactory } from '../../../lib/agent/mcp/index.js'
import { policy } from '../../../lib/agent/policy/index.js'
import { PATIENCE } from '../../patience.js'
import { mail } from '../agent/mail.js'

// With the official client of either era of the protocol: until 2025-11-25 it is asked while its call is open, since 2026-07-28 its call
// ends with a question and is made again with the answer.

const ERAS = ['legacy', 'auto'] as const
type Era = (typeof ERAS)[number]
type Answer =
  | { action: 'accept'; content: Record<string, string | number | boolean> }
  | { action: 'decline' | 'cancel' }
interface Asked {
  message: string
  fields: string[]
}

type Factory = Awaited<ReturnType<typeof serverFactory>>

/** A client with a person, who gives these answers one after the other; without answers it declares none. */
async function attended(factory: Factory, era: Era, answers?: (Answer | (() => Promise<Answer>))[]) {
  const [mine, its] = InMemoryTransport.createLinkedPair()
  const serving = serveStdio(factory, { transport: its })
  const capabilities = answers === undefined ? {} : { elicitation: { form: {} } }
  const client = new Client({ name: 'test', version: '0' }, { capabilities, versionNegotiation: { mode: era } })
  const asked: Asked[] = []
  if (answers !== undefined) {
    client.setRequestHandler('elicitation/create', async ({ params }) => {
      const { message, requestedSchema } = params as { message: string; requestedSchema: { properties: object } }
      asked.push({ message, fields: Object.keys(requestedSchema.properties) })
      const answer = answers.shift()
      if (answer === undefined) throw new Error(`no question expected: ${message}`)
      return typeof answer === 'function' ? answer() : answer
    })
  }
  await client.connect(mine)
  return Object.assign(client, {
    asked,
    call: async (name: string, input: Record<string, unknown>) => {
      const result = await client.callTool({ name, arguments: input }, { timeout: PATIENCE })
      return result as { isError?: boolean; structuredContent: Record<string, unknown> }
    },
    [Symbol.asyncDispose]: async () => {
      await client.close()
      await serving.close()
    },
  })
}

const accept = (content: Record<string, string | number | boolean>): Answer => ({ action: 'accept', content })

async function served(options: RegistryOptions = {}, patience = PATIENCE) {
  const stage = await mail()
  const registry = createRegistry(stage.desktop, {
    profile: 'terminator',
    timeout: 1_000,
    askAboutSteps: true,
    ...options,
  })
  const factory = await serverFactory(registry, '0.0.0', { patience })
  return Object.assign(stage, { factory })
}

test.each(ERAS)('%s: several match: which one is meant', async (era) => {
  await using stage = await served()
  await using client = await attended(stage.factory, era, [accept({ selected_index: 1, reason: 'to all of them' })])
  const result = await client.call('click_element', { process: 'outlook', selector: 'role:Button|name:/^Reply/' })
  expect(result.structuredContent).toMatchObject({ element: { name: 'Reply All' } })
  expect(stage.received('press')).toEqual(['Reply All'])
  expect(client.asked).toHaveLength(1)
  expect(client.asked[0]?.fields).toEqual(['selected_index', 'reason', 'remember'])
  expect(client.asked[0]?.message).toContain('1: button "Reply All"')
})

test.each(ERAS)('%s: nothing matches: which element is meant', async (era) => {
  await using stage = await served()
  await using client = await attended(stage.factory, era, [
    accept({ element_description: 'the one that files it', element_type: 'Button', visible_text: 'Archive' }),
  ])
  const input = { process: 'outlook', selector: 'role:Button|name:File', timeout_ms: 300 }
  const result = await client.call('click_element', input)
  expect(result.isError).toBeFalsy()
  expect(stage.received('press')).toEqual(['Archive'])
  expect(client.asked[0]?.fields).toEqual(['element_description', 'element_type', 'visible_text', 'remember'])
})

// It takes the press and does nothing.
const deaf = {
  process: 'outlook',
  selector: 'name:Deaf',
  verify_element_exists: 'role:document',
  verify_timeout_ms: 150,
  timeout_ms: 3_000,
}

test.each(ERAS)('%s: no retry is left: Retry, WaitLonger, TryAlternativeSelector, Skip, Abort', async (era) => {
  await using stage = await served()
  const recover = async (...answers: Answer[]) => {
    await using client = await attended(stage.factory, era, answers)
    const result = await client.call('click_element', deaf)
    expect(client.asked[0]?.fields).toEqual(['action', 'additional_context'])
    return result
  }
  const abort = accept({ action: 'Abort' })
  const code = (result: { structuredContent: Record<string, unknown> }) =>
    (result.structuredContent.error as { code: string } | undefined)?.code

  expect(code(await recover(accept({ action: 'Retry' }), abort))).toBe('ABORTED')
  expect(code(await recover(accept({ action: 'WaitLonger' }), abort))).toBe('ABORTED')
  const skipped = await recover(accept({ action: 'Skip' }))
  expect(skipped.isError).toBeFalsy()
  expect(skipped.structuredContent).toMatchObject({ skipped: true })
  expect(code(await recover({ action: 'decline' }))).toBe('VERIFY_FAILED')
  const other = await recover(accept({ action: 'TryAlternativeSelector', additional_context: 'id:btnReply' }))
  expect(other.structuredContent).toMatchObject({ effect: 'verified', element: { name: 'Reply' } })
  // Once at first, once more for each of the two that try it again; the others not.
  expect(stage.received('press')).toEqual([...Array(7).fill('Deaf'), 'Reply'])
})

test.each(ERAS)('%s: what would do harm is confirmed first; only a yes is one', async (era) => {
  await using stage = await served({
    hooks: policy({ ask: confirmed, apps: { deny: ['outlook'] }, rules: { apps: 'ask' } }),
  })
  const press = async (answer: Answer) => {
    await using client = await attended(stage.factory, era, [answer])
    const result = await client.call('click_element', { process: 'outlook', selector: 'role:Button|name:Archive' })
    expect(client.asked[0]?.fields).toEqual(['confirmed', 'notes'])
    return result
  }
  for (const no of [accept({ confirmed: false }), { action: 'decline' } as const, { action: 'cancel' } as const]) {
    expect((await press(no)).structuredContent).toMatchObject({ error: { code: 'REFUSED', sent: 'no' } })
  }
  expect(stage.received('press')).toEqual([])
  expect((await press(accept({ confirmed: true }))).isError).toBeFalsy()
  expect(stage.received('press')).toEqual(['Archive'])
})

test.each(ERAS)('%s: ask_user, with choices and without; no answer is not a yes', async (era) => {
  await using stage = await served()
  await using client = await attended(stage.factory, era, [
    accept({ answer: 'yes, contact them' }),
    accept({ answer: 'B' }),
    accept({ answer: 'C' }),
    { action: 'decline' },
    { action: 'cancel' },
  ])
  const ask = async (more = {}) => (await client.call('ask_user', { question: 'Which?', ...more })).structuredContent
  expect(await ask()).toEqual({ status: 'answered', answer: 'yes, contact them' })
  expect(await ask({ choices: ['A', 'B'] })).toEqual({ status: 'answered', answer: 'B' })
  expect(await ask({ choices: ['A', 'B'] })).toEqual({ status: 'cancel' })
  expect(await ask()).toEqual({ status: 'decline' })
  expect(await ask()).toEqual({ status: 'cancel' })
})

test.each(ERAS)('%s: a sequence asks what it is for, and its steps know', async (era) => {
  await using stage = await served()
  await using client = await attended(stage.factory, era, [accept({ business_purpose: 'From Ann' })])
  const result = await client.call('execute_sequence', {
    ask_context: true,
    steps: [
      {
        tool_name: 'click_element',
        arguments: { process: 'outlook', selector: 'role:listitem|name:"{{context.business_purpose}}"' },
      },
    ],
  })
  expect(client.asked[0]?.fields).toEqual(['business_purpose', 'target_app', 'expected_outcome', 'remember'])
  expect(result.structuredContent).toMatchObject({
    status: 'executed_without_error',
    context: { business_purpose: 'From Ann' },
  })
})

test.each(ERAS)('%s: a person takes longer than the step may', async (era) => {
  await using stage = await served()
  const slowly = async () => {
    await new Promise((resolve) => setTimeout(resolve, 900))
    return accept({ selected_index: 0 })
  }
  await using client = await attended(stage.factory, era, [slowly])
  const input = { process: 'outlook', selector: 'role:Button|name:/^Reply/', timeout_ms: 400 }
  expect((await client.call('click_element', input)).isError).toBeFalsy()
})

test.each(ERAS)('%s: with nobody to ask, a step fails as it did, and ask_user says so', async (era) => {
  await using stage = await served({ hooks: policy({ ask: confirmed }) })
  await using client = await attended(stage.factory, era)
  expect((await client.call('ask_user', { question: 'Which?' })).structuredContent).toEqual({ status: 'unavailable' })
  const result = await client.call('click_element', { process: 'outlook', selector: 'role:Button|name:/^Reply/' })
  expect(result.structuredContent).toMatchObject({ error: { code: 'AMBIGUOUS' } })
})

test.each(ERAS)('%s: one who attached is asked before the caller', async (era) => {
  await using stage = await served()
  await using attachedOne = await attended(stage.factory, 'legacy', [accept({ answer: 'attached' })])
  await using caller = await attended(stage.factory, era, [accept({ answer: 'caller' })])
  expect((await caller.call('ask_user', { question: 'Which?' })).structuredContent).toMatchObject({
    answer: 'attached',
  })
  expect(caller.asked).toEqual([])
  await attachedOne.close()
  await expect
    .poll(async () => (await caller.call('ask_user', { question: 'Which?' })).structuredContent)
    .toMatchObject({
      answer: 'caller',
    })
})

/** A call that asks for each kind, and an answer by which it goes on. */
const KINDS = {
  ElementDisambiguation: {
    call: ['click_element', { process: 'outlook', selector: 'role:Button|name:/^Reply/' }],
    answer: { selected_index: 1 },
    comesTo: { element: { name: 'Reply All' } },
  },
  SelectorRefinement: {
    call: ['click_element', { process: 'outlook', selector: 'role:Button|name:File', timeout_ms: 300 }],
    answer: { element_description: 'Reply All', element_type: 'Button' },
    comesTo: { element: { name: 'Reply All' } },
  },
  ErrorRecoveryChoice: {
    call: ['click_element', deaf],
    answer: { action: 'TryAlternativeSelector', additional_context: 'id:btnReply' },
    comesTo: { effect: 'verified' },
  },
  ActionConfirmation: {
    call: ['click_element', { process: 'notes', selector: 'role:Button|name:Reply' }],
    answer: { confirmed: true },
    comesTo: { action: 'click' },
  },
  UserResponse: {
    call: ['ask_user', { question: 'Which?' }],
    answer: { answer: 'the blue one' },
    comesTo: { answer: 'the blue one' },
  },
  WorkflowContext: {
    call: ['execute_sequence', { ask_context: true, steps: [{ tool_name: 'delay', arguments: { delay_ms: 1 } }] }],
    answer: { business_purpose: 'to wait' },
    comesTo: { context: { business_purpose: 'to wait' } },
  },
} as const
const asksAboutNotes = () => ({ hooks: policy({ ask: confirmed, apps: { deny: ['notes'] }, rules: { apps: 'ask' } }) })

test.each(ERAS.flatMap((era) => Object.entries(KINDS).map(([kind, row]) => [era, kind, row] as const)))(
  '%s: %s, answered by a second client',
  async (era, kind, { call: [name, input], answer, comesTo }) => {
    await using stage = await served(asksAboutNotes())
    await using caller = await attended(stage.factory, era)
    if (era === 'legacy') {
      await using _ = await attended(stage.factory, 'legacy', [accept(answer)])
      expect((await caller.call(name, input)).structuredContent).toMatchObject(comesTo)
      return
    }
    await using person = await attended(stage.factory, 'auto')
    const open = async () => {
      const { contents } = await person.readResource({ uri: 'surehand://questions' })
      return (JSON.parse((contents[0] as { text: string }).text) as { questions: { id: string; kind: string }[] })
        .questions
    }
    await open()
    const called = caller.call(name, input)
    await expect.poll(open, { timeout: PATIENCE }).toMatchObject([{ kind }])
    const [{ id = '' } = {}] = await open()
    await person.call('answer_question', { id, action: 'accept', content: answer })
    expect((await called).structuredContent).toMatchObject(comesTo)
  },
)

test('what is to be remembered of a workflow lies beside its state', async () => {
  const data = await mkdtemp(join(tmpdir(), 'surehand-data-'))
  const { XDG_DATA_HOME, LOCALAPPDATA } = process.env
  Object.assign(process.env, { XDG_DATA_HOME: data, LOCALAPPDATA: data })
  try {
    for (const given of [[accept({ selected_index: 1, remember: true })], []]) {
      await using stage = await served()
      await using client = await attended(stage.factory, 'auto', given)
      const step = {
        tool_name: 'click_element',
        arguments: { process: 'outlook', selector: 'role:Button|name:/^Reply/' },
      }
      await client.call('execute_sequence', { workflow_id: 'answering', steps: [step] })
      expect(stage.received('press')).toEqual(['Reply All'])
    }
    const kept = await readFile(join(data, 'surehand', 'workflows', 'answering', 'answers.json'), 'utf8')
    expect(kept).toContain('Reply All')
  } finally {
    Object.assign(process.env, { XDG_DATA_HOME, LOCALAPPDATA })
    if (XDG_DATA_HOME === undefined) delete process.env.XDG_DATA_HOME
    if (LOCALAPPDATA === undefined) delete process.env.LOCALAPPDATA
    await rm(data, { recursive: true })
  }
})

test('one who goes while being asked has not answered: the next one is asked, or nobody', async () => {
  await using stage = await served()
  await using caller = await attended(stage.factory, 'legacy')
  const goes = await attended(stage.factory, 'legacy', [
    async () => {
      await goes.close()
      return new Promise<Answer>(() => {})
    },
  ])
  expect((await caller.call('ask_user', { question: 'Which?' })).structuredContent).toEqual({ status: 'disconnected' })
})

test.each(ERAS)('%s: who does not answer in time has not answered', async (era) => {
  await using stage = await served({}, 300)
  await using client = await attended(stage.factory, era, [() => new Promise<Answer>(() => {})])
  const asked = client.call('ask_user', { question: 'Which?' })
  if (era === 'legacy') expect((await asked).structuredContent).toEqual({ status: 'timeout' })
  else asked.catch(() => {})
})

test('newer era: a second client finds the question as a resource and answers it with a tool', async () => {
  await using stage = await served()
  await using person = await attended(stage.factory, 'auto')
  await using caller = await attended(stage.factory, 'auto')
  const open = async () => {
    const { contents } = await person.readResource({ uri: 'surehand://questions' })
    return (JSON.parse((contents[0] as { text: string }).text) as { questions: { id: string; message: string }[] })
      .questions
  }
  expect(await open()).toEqual([])
  const call = caller.call('click_element', {
    process: 'outlook',
    selector: 'role:Button|name:/^Reply/',
    timeout_ms: 400,
  })
  await expect.poll(open).toHaveLength(1)
  const [{ id = '', message = '' } = {}] = await open()
  expect(message).toContain('Which one is meant?')
  const answer = (content: object) => person.call('answer_question', { id, action: 'accept', content })
  expect((await answer({ selected_index: 7 })).isError).toBe(true)
  expect((await answer({ selected_index: 1 })).structuredContent).toEqual({ taken: true })
  expect((await answer({ selected_index: 0 })).structuredContent).toEqual({ taken: false })
  expect((await call).structuredContent).toMatchObject({ element: { name: 'Reply All' } })
  expect(stage.received('press')).toEqual(['Reply All'])
})

test('newer era: an answer that comes twice acts once; a state that was forged is refused', async () => {
  await using stage = await served()
  await using client = await attended(stage.factory, 'auto', [])
  const input = { process: 'outlook', selector: 'role:Button|name:/^Reply/' }
  const raw = async (more: object) =>
    (await client.request(
      { method: 'tools/call', params: { name: 'click_element', arguments: input, ...more } },
      { allowInputRequired: true },
    )) as unknown as { inputRequests?: object; requestState: string; structuredContent?: object }
  const paused = await raw({})
  const [id = ''] = Object.keys(paused.inputRequests ?? {})
  const answered = {
    requestState: paused.requestState,
    inputResponses: { [id]: { action: 'accept', content: { selected_index: 1 } } },
  }
  const first = await raw(answered)
  expect(first.structuredContent).toMatchObject({ element: { name: 'Reply All' } })
  expect((await raw(answered)).structuredContent).toEqual(first.structuredContent)
  expect(stage.received('press')).toEqual(['Reply All'])
  await expect(raw({ ...answered, requestState: `${paused.requestState}x` })).rejects.toThrow()
})

test('an answer that is to be remembered is not asked for again, by the next server either', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'surehand-answers-'))
  const answers = join(folder, 'answers.json')
  try {
    for (const given of [[accept({ selected_index: 1, remember: true })], []]) {
      await using stage = await served({ answers })
      await using client = await attended(stage.factory, 'auto', given)
      await client.call('click_element', { process: 'outlook', selector: 'role:Button|name:/^Reply/' })
      expect(stage.received('press')).toEqual(['Reply All'])
    }
    expect(JSON.parse(await readFile(answers, 'utf8'))).toMatchObject({ format_version: 1 })
  } finally {
    await rm(folder, { recursive: true })
  }
})

/** A served mailbox over HTTP, spoken to by bare requests; it counts the sessions that ended. */
async function overHttp(idle?: { unused: number; used: number }) {
  const stage = await served()
  let ended = 0
  const factory: Factory = (connection) => {
    const server = stage.factory(connection)
    const closed = server.onclose
    server.onclose = () => {
      closed?.()
      ended++
    }
    return server
  }
  const http = await serveHttp(factory, { token: 'secret', ...(idle === undefined ? {} : { idle }) })
  const post = async (body: object, session?: string) => {
    const response = await fetch(http.url, {
      method: 'POST',
      body: JSON.stringify({ jsonrpc: '2.0', ...body }),
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        authorization: 'Bearer secret',
        ...(session === undefined ? {} : { 'mcp-session-id': session }),
      },
    })
    await response.text()
    return response
  }
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '0' } }
  return {
    ended: () => ended,
    begin: async () => (await post({ id: 1, method: 'initialize', params })).headers.get('mcp-session-id') as string,
    ping: async (session: string) => (await post({ id: 2, method: 'ping' }, session)).status,
    async [Symbol.asyncDispose]() {
      await http.close()
      await stage[Symbol.asyncDispose]()
    },
  }
}

test('over HTTP: a session that only began ends, one that is used goes on', async () => {
  await using http = await overHttp({ unused: 300, used: 60_000 })
  const used = await http.begin()
  expect(await http.ping(used)).toBe(200)
  const unused = await http.begin()
  await expect.poll(http.ended, { timeout: PATIENCE }).toBe(1)
  expect(await http.ping(unused)).toBe(404)
  expect(await http.ping(used)).toBe(200)
})

test('over HTTP: of sessions that begin at once, 64 stay', async () => {
  await using http = await overHttp()
  const sessions = await Promise.all(Array.from({ length: 80 }, http.begin))
  const statuses = await Promise.all(sessions.map(http.ping))
  expect(statuses.filter((status) => status === 200)).toHaveLength(64)
})

test('over HTTP: the token, the host and the origin are checked, and a second client answers', async () => {
  const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client')
  await using stage = await served()
  const http = await serveHttp(stage.factory, { token: 'secret' })
  try {
    const post = (headers: Record<string, string>) =>
      fetch(http.url, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json', ...headers } })
    const authorization = 'Bearer secret'
    expect((await post({})).status).toBe(401)
    expect((await post({ authorization: 'Bearer other' })).status).toBe(401)
    expect((await post({ authorization, origin: 'http://evil.example' })).status).toBe(403)
    for (const mode of ERAS) {
      const person = new Client(
        { name: 'person', version: '0' },
        { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode } },
      )
      person.setRequestHandler('elicitation/create', async () => accept({ answer: mode }))
      await person.connect(
        new StreamableHTTPClientTransport(new URL(http.url), { requestInit: { headers: { authorization } } }),
      )
      const result = await person.callTool({ name: 'ask_user', arguments: { question: 'Which?' } })
      expect(result.structuredContent).toEqual({ status: 'answered', answer: mode })
      if (mode === 'legacy') {
        await using caller = await attended(stage.factory, 'auto')
        expect((await caller.call('ask_user', { question: 'Which?' })).structuredContent).toMatchObject({
          answer: mode,
        })
      }
      await person.close()
    }
  } finally {
    await http.close()
  }
})

test.each(ERAS)('%s: a slip of the model asks nobody: several, none, a failure', async (era) => {
  await using stage = await served({ askAboutSteps: false })
  await using client = await attended(stage.factory, era, [])
  const code = async (input: Record<string, unknown>) => {
    const { structuredContent } = await client.call('click_element', { process: 'outlook', timeout_ms: 300, ...input })
    return (structuredContent.error as { code: string } | undefined)?.code
  }
  expect(await code({ selector: 'role:Button|name:/^Reply/' })).toBe('AMBIGUOUS')
  expect(await code({ selector: 'role:Button|name:Nowhere' })).toBe('NOT_FOUND')
  expect(await code(deaf)).toBe('VERIFY_FAILED')
  expect(client.asked).toEqual([])
})

test.each(ERAS)('%s: the model passes a question on with ask_person', async (era) => {
  await using stage = await served({ askAboutSteps: false })
  await using client = await attended(stage.factory, era, [accept({ selected_index: 1 })])
  const input = { process: 'outlook', selector: 'role:Button|name:/^Reply/', ask_person: true }
  expect((await client.call('click_element', input)).structuredContent).toMatchObject({
    element: { name: 'Reply All' },
  })
})

test.each(ERAS)('%s: a person who declined and nobody there read differently', async (era) => {
  const options = asksAboutNotes()
  await using stage = await served(options)
  await using lonely = await served(options)
  const texts = async (client: Awaited<ReturnType<typeof attended>>) => {
    const ambiguous = await client.call('click_element', { process: 'outlook', selector: 'role:Button|name:/^Reply/' })
    const refused = await client.call('click_element', { process: 'notes', selector: 'role:Button|name:Reply' })
    return [JSON.stringify(ambiguous), JSON.stringify(refused)]
  }
  const no = { action: 'decline' } as const
  await using person = await attended(stage.factory, era, [no, no, no])
  for (const text of await texts(person)) expect(text).toMatch(/the person declined to answer/i)
  await using alone = await attended(lonely.factory, era)
  for (const text of await texts(alone)) expect(text).toMatch(/no person can be asked/i)
})
