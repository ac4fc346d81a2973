import { SurehandError } from '../../sdk/errors.js'

/** A service that is asked over HTTP. */
export interface Endpoint {
  /** In words: `the vision model`. */
  what: string
  url: string
  headers: Readonly<Record<string, string>>
  /** ms. */
  timeout: number
}

/** Asks with JSON and gives the JSON of the answer. Errors say neither what was asked nor with what key. */
export async function post(
  { what, url, headers, timeout }: Endpoint,
  body: unknown,
  signal: AbortSignal,
): Promise<unknown> {
  const { origin, pathname } = new URL(url)
  const where = `${what} at ${origin}${pathname}`
  const late = AbortSignal.timeout(timeout)
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      // Elsewhere it would not be what was configured that gets the picture.
      redirect: 'error',
      signal: AbortSignal.any([signal, late]),
    })
    // The body of a refusal may repeat the key.
    if (!response.ok) throw failed(`${where} answered ${response.status}${remedy(response.status)}`)
    return await response.json()
  } catch (error) {
    if (error instanceof SurehandError) throw error
    if (signal.aborted) throw new SurehandError('ABORTED', `Asking ${where} was cancelled.`, {})
    if (late.aborted) throw new SurehandError('TIMEOUT', `${where} did not answer within ${timeout} ms.`, { timeout })
    const { cause } = error as { cause?: { code?: unknown } }
    throw failed(`${where} cannot be asked (${String(cause?.code ?? (error as Error).name)})`)
  }
}

export function failed(said: string): SurehandError {
  return new SurehandError('UNSUPPORTED', `${said}. Nothing was sent to any application.`, {})
}

function remedy(status: number): string {
  if (status === 401 || status === 403) return ': check its key'
  if (status === 404) return ': check its url and the name of the model'
  return status === 429 ? ': it is asked too often' : ''
}
