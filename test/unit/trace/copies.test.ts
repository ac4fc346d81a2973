import { afterEach, expect, test, vi } from 'vitest'
import { Secrets } from '../../../lib/sdk/tracing/secrets.js'
import type { Entry } from '../../../lib/test/trace/index.js'

/** Each copy of a secret stays in the process's memory for as long as that memory is not used for something else. */

afterEach(() => vi.restoreAllMocks())

test('masking a trace makes no more than one copy of a protected text, however much is masked', () => {
  const secret = `hunter2 ${Math.random()}`
  const stringify = vi.spyOn(JSON, 'stringify')
  const secrets = new Secrets()
  secrets.add(secret)
  secrets.add(secret)
  const entries = Array.from({ length: 500 }, (_, at) => ({
    type: 'events' as const,
    at,
    events: [{ kind: 'text', detail: `TextChanged ${at}`, name: at % 2 === 0 ? secret : 'Field' }],
    dropped: 0,
  }))
  const masked = entries.map((entry) => secrets.masked(entry as Entry))
  expect(stringify.mock.calls.filter(([value]) => value === secret)).toHaveLength(1)
  stringify.mockRestore()
  expect(JSON.stringify(masked)).not.toContain(secret)
})
