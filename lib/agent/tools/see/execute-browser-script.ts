import { payloadOfText } from '../../../sdk/action/hooks.js'
import { SurehandError } from '../../../sdk/errors.js'
import { Deadline } from '../../deadline.js'
import type { Page } from '../../grounding/page/browser.js'
import { timeoutOption } from '../../options/index.js'
import { resultSchema } from '../../result-schema.js'
import { input } from '../../schema.js'
import { ACTS, tool } from '../../tool.js'

// Characters of a result: about 4,000 tokens. A page can answer with all of itself.
const LONGEST = 16_000

export const executeBrowserScript = tool({
  name: 'execute_browser_script',
  title: 'Run a script in a page',
  description:
    'Runs JavaScript in the page that the browser shows, over DevTools, and gives what it returns: the body of an async function. ' +
    'Its clicks are no clicks of a person; to press something, use click_element with vision_type dom.',
  inputSchema: input(
    {
      script: { type: 'string', minLength: 1, description: 'Such as `return document.title`.' },
      title: { type: 'string', description: 'The page that has this in its title. Default: the only one that shows.' },
      url: { type: 'string', description: 'The page that has this in its URL.' },
      ...timeoutOption,
    },
    'script',
  ),
  outputSchema: resultSchema({
    result: { description: 'What it returned.' },
    cut: { type: 'integer', description: 'How many characters of it were left out.' },
  }),
  annotations: ACTS,
  run: async ({ script, title, url, timeout_ms }, session, call) => {
    const deadline = new Deadline(timeout_ms ?? session.timeout)
    const page = await pageMeant(await session.eyes.browser.pages(deadline.remaining), { title, url })
    const outgoing = {
      verb: 'executeScript',
      part: 'acts' as const,
      app: undefined,
      element: undefined,
      route: 'action' as const,
    }
    const limits = { timeout: deadline.remaining, signal: call.signal }
    await session.desktop.permit({ ...outgoing, payload: payloadOfText(script, false) }, limits)
    const result = await within(deadline.remaining, call.signal, page.evaluate(`(async () => {${script}\n})()`))
    const text = JSON.stringify(result, null, 1) ?? 'undefined'
    const cut = Math.max(0, text.length - LONGEST)
    return {
      text: `It ran in the page and returned ${cut === 0 ? 'this' : `more than is said here: ${cut} characters are left out`}.`,
      shown: text.slice(0, LONGEST),
      data: cut === 0 ? { result: result ?? null } : { cut },
    }
  },
})

async function pageMeant(
  pages: readonly Page[],
  { title, url }: { title?: string | undefined; url?: string | undefined },
) {
  const described = await Promise.all(
    pages.map(async (page) => {
      const shows = await page.evaluate("document.visibilityState === 'visible'").catch(() => false)
      return { page, url: page.url(), title: await page.title().catch(() => ''), shows }
    }),
  )
  const said = title !== undefined || url !== undefined
  const meant = described.filter((one) =>
    said
      ? (title === undefined || one.title.includes(title)) && (url === undefined || one.url.includes(url))
      : one.shows,
  )
  const [only, ...others] = meant
  if (only !== undefined && others.length === 0) return only.page
  const list = described.map((one) => `${JSON.stringify(one.title)} ${one.url}`).join('; ')
  throw new SurehandError(
    only === undefined ? 'NOT_FOUND' : 'AMBIGUOUS',
    `${meant.length} pages are meant, of ${list || 'none'}. Say one by title or url. Nothing was run.`,
    { count: meant.length },
  )
}

/** A script goes on in its page after its caller gave up. */
function within<T>(timeout: number, signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = (code: 'TIMEOUT' | 'ABORTED', why: string) => () =>
      reject(new SurehandError(code, `The script ${why}. It may go on in the page.`, {}, { sent: 'unknown' }))
    const timer = setTimeout(end('TIMEOUT', `did not end within ${timeout} ms`), timeout)
    const cancelled = end('ABORTED', 'was cancelled')
    signal.addEventListener('abort', cancelled, { once: true })
    work
      .then(resolve, (error: unknown) => {
        const said = error instanceof Error ? error.message.split('\n')[0] : String(error)
        const details = { sent: 'unknown' as const }
        reject(
          new SurehandError(
            'OUTCOME_UNKNOWN',
            `The script threw: ${said}. What it did before is not known.`,
            {},
            details,
          ),
        )
      })
      .finally(() => {
        clearTimeout(timer)
        signal.removeEventListener('abort', cancelled)
      })
  })
}
