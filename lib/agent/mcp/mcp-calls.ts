import { randomBytes } from 'node:crypto'
import type {
  CallToolResult,
  ClientCapabilities,
  InputRequiredResult,
  Server,
  ServerContext,
} from '@modelcontextprotocol/server'
import type { Tool } from '../index.js'
import { elicitation, replyOf } from './elicitation.js'
import type { Elicited } from './elicited.js'
import { HeldCall, HeldCalls } from './held-call.js'
import type { OpenQuestions } from './open-questions.js'
import { report } from './progress.js'
import { invalid, type Protocol } from './protocol.js'
import type { Router } from './router.js'

/** The SDK has no type for what a request says of its client. */
type Envelope = Readonly<Record<string, ClientCapabilities | undefined>>

/** The calls of tools, those that a question holds among them: a client of the newer era calls again with the answer. */
export class Calls {
  private readonly held = new HeldCalls()
  readonly states

  constructor(
    private readonly protocol: Protocol,
    private readonly router: Router,
    private readonly questions: OpenQuestions,
    patience: number,
  ) {
    this.states = protocol.createRequestStateCodec<{ call: string; question: string }>({
      key: randomBytes(32),
      ttlSeconds: Math.ceil(patience / 1000),
    })
  }

  /** Of a client that can be asked while the call is open. */
  async atOnce(
    server: Server,
    tool: Tool,
    input: unknown,
    context: ServerContext,
    asked: Elicited,
  ): Promise<CallToolResult> {
    const result = await tool.run(input ?? {}, {
      signal: context.mcpReq.signal,
      onProgress: (progress) => void report(context, progress),
      ask: this.router.for(this.canAsk(server, context) ? asked : undefined),
    })
    return { ...result, content: [...result.content] }
  }

  /** Of a client that calls again with each answer. */
  async inTurns(
    server: Server,
    tool: Tool,
    input: unknown,
    context: ServerContext,
  ): Promise<CallToolResult | InputRequiredResult> {
    const { inputRequired } = this.protocol
    const call = this.takenUp(tool, context) ?? this.started(server, tool, input, context)
    const next = await call.next(context.mcpReq.signal, (progress) => void report(context, progress))
    if (!('question' in next)) return { ...next, content: [...next.content] } as CallToolResult
    this.held.keep(call)
    return inputRequired({
      inputRequests: { [next.id]: inputRequired.elicit(elicitation(next.question)) },
      requestState: await this.states.mint({ call: call.id, question: next.id }),
    })
  }

  /** In the newer era each request says what its client can do. */
  private canAsk(server: Server, { mcpReq: { envelope } }: ServerContext): boolean {
    const said = (envelope as Envelope | undefined)?.[this.protocol.CLIENT_CAPABILITIES_META_KEY]
    return (said ?? server.getClientCapabilities())?.elicitation !== undefined
  }

  /** A call that asked, with the answer. The first answer counts. */
  private takenUp(tool: Tool, context: ServerContext): HeldCall | undefined {
    const state = context.mcpReq.requestState<{ call: string; question: string }>()
    if (state === undefined) return undefined
    const call = this.held.of(state.call)
    if (call?.tool !== tool.name)
      throw invalid(this.protocol, 'What was asked is over: call again without requestState.')
    const question = this.questions.of(state.question)
    const response = this.protocol.inputResponse(context.mcpReq.inputResponses, state.question)
    if (question !== undefined && response.kind === 'elicit')
      this.questions.answer(state.question, replyOf(question, response))
    return call
  }

  private started(server: Server, tool: Tool, input: unknown, context: ServerContext): HeldCall {
    const call = new HeldCall(tool.name, this.questions)
    const ask = this.router.for(this.canAsk(server, context) ? call : undefined)
    call.start(() => tool.run(input ?? {}, { signal: call.signal, onProgress: call.onProgress, ask }))
    return call
  }
}
