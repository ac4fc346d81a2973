import { SurehandError } from '../../../sdk/errors.js'
import { optionalImport } from '../../optional.js'

type Connected = Awaited<ReturnType<typeof import('playwright-core')['chromium']['connectOverCDP']>>
export type Page = ReturnType<ReturnType<Connected['contexts']>[number]['pages']>[number]

/** The browser behind a DevTools endpoint, connected to when it is first asked and left running at the end. */
export class Browser {
  private connected: Promise<Connected> | undefined

  constructor(private readonly endpoint: string | undefined) {}

  async pages(timeout: number): Promise<Page[]> {
    const browser = await this.connect(timeout)
    return browser.contexts().flatMap((context) => context.pages())
  }

  async end(): Promise<void> {
    const browser = await this.connected?.catch(() => undefined)
    this.connected = undefined
    await browser?.close()
  }

  private connect(timeout: number): Promise<Connected> {
    this.connected ??= this.open(timeout).catch((error: unknown) => {
      this.connected = undefined
      throw error
    })
    return this.connected
  }

  private async open(timeout: number): Promise<Connected> {
    const { endpoint } = this
    if (endpoint === undefined) {
      throw new SurehandError(
        'UNSUPPORTED',
        'No browser is configured. Start one with --remote-debugging-port=9222 and give createRegistry(desktop, { grounding: { cdp: ' +
          "'http://127.0.0.1:9222' } }).",
        {},
      )
    }
    const { chromium } = await optionalImport(() => import('playwright-core'), 'playwright-core')
    try {
      const browser = await chromium.connectOverCDP(endpoint, { timeout })
      browser.once('disconnected', () => {
        this.connected = undefined
      })
      return browser
    } catch (cause) {
      throw new SurehandError(
        'UNSUPPORTED',
        `No browser answers at ${endpoint}. Is it started with --remote-debugging-port? Chromium from 136 on also needs a --user-data-dir of its own.`,
        { endpoint },
        { cause },
      )
    }
  }
}
