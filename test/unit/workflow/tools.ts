import type { Failure, StepAnswer, Toolbox } from '../../../lib/agent/workflow/run/toolbox.js'

type Input = Readonly<Record<string, unknown>>

/** Tools that do what a test says and keep what they were asked: `calls` in order, `sent` what was sent. */
export function tools(answers: Record<string, (input: Input, signal: AbortSignal) => unknown> = {}) {
  const calls: { tool: string; input: Input }[] = []
  const sent: unknown[] = []
  const all: Record<string, (input: Input, signal: AbortSignal) => unknown> = {
    press: () => ({}),
    read: () => ({}),
    set: () => ({}),
    ...answers,
  }
  let seen: (input: Input) => boolean | undefined = () => undefined
  const toolbox: Toolbox = {
    names: new Set(Object.keys(all)),
    tool: (name) => ({
      name,
      reads: name.startsWith('read'),
      repeatable: name.startsWith('set'),
      async run(input, { signal, sending }): Promise<StepAnswer> {
        calls.push({ tool: name, input })
        if (!name.startsWith('read')) {
          await sending()
          sent.push(input.what ?? name)
        }
        const answer = await all[name]?.(input, signal)
        if (answer instanceof Failed) return { data: { error: answer.failure }, text: '', failure: answer.failure }
        return {
          data: (answer ?? {}) as Record<string, unknown>,
          text: typeof answer === 'object' && answer !== null && 'text' in answer ? String(answer.text) : '',
        }
      },
    }),
    holds: async (input) => seen(input),
  }
  return {
    toolbox,
    calls,
    sent,
    look: (what: (input: Input) => boolean | undefined) => {
      seen = what
    },
  }
}

export class Failed {
  constructor(readonly failure: Failure) {}
}

export const failed = (sent: 'no' | 'unknown' = 'no', code = 'NOT_FOUND') =>
  new Failed({ code, message: `${code} it is`, sent })
