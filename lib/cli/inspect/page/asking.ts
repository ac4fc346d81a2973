import type { AllQuestions } from '../../codegen/record-protocol.js'
import { TOKEN_HEADER } from '../protocol.js'

// The page's own address has it.
const token = location.pathname.split('/')[1] ?? ''

/** Asks the server. Rejects with what it says when it cannot answer. */
export async function ask<Name extends keyof AllQuestions>(
  name: Name,
  asked: AllQuestions[Name]['ask'],
): Promise<AllQuestions[Name]['answer']> {
  const body = JSON.stringify(asked)
  const response = await fetch(name, { method: 'POST', body, headers: { [TOKEN_HEADER]: token } })
  if (!response.ok) throw new Error((await response.text()) || `The server answers ${response.status}.`)
  return (await response.json()) as AllQuestions[Name]['answer']
}

/** Gets a resource as it is now. */
export async function get(name: string): Promise<Response> {
  const response = await fetch(name, { cache: 'no-store' })
  if (!response.ok) throw new Error((await response.text()) || `The server answers ${response.status}.`)
  return response
}

/** Of several answers on their way, only the last one that was asked for counts. */
export class Latest {
  private count = 0

  async take<T>(answer: Promise<T>, use: (answer: T) => void, failed: (error: unknown) => void): Promise<void> {
    const mine = ++this.count
    try {
      const got = await answer
      if (mine === this.count) use(got)
    } catch (error) {
      if (mine === this.count) failed(error)
    }
  }
}
