import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { App, Desktop } from '../../../lib/sdk/index.js'
import { FIREFOX_PREFERENCES } from './firefox.js'
import type { Place } from './settled.js'

/** A page that says itself what happened to it. */
export class LoggingPage implements AsyncDisposable {
  /** How often it was loaded. */
  loads = 0
  readonly #events: { event: string; value: unknown }[] = []
  readonly #server

  private constructor(html: string) {
    this.#server = createServer((request, response) => {
      if (request.method !== 'POST') {
        if (request.url === '/') this.loads++
        response.setHeader('content-type', 'text/html; charset=utf-8')
        response.end(html)
        return
      }
      let body = ''
      request.on('data', (part) => {
        body += part
      })
      request.on('end', () => {
        this.#events.push(JSON.parse(body))
        response.end()
      })
    })
  }

  static async serve(file: string): Promise<LoggingPage> {
    const page = new LoggingPage(readFileSync(new URL(`../../fixtures/${file}`, import.meta.url), 'utf8'))
    await new Promise<void>((listening) => page.#server.listen(0, '127.0.0.1', listening))
    return page
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`
  }

  /** What the page said of that event the last time; waits until it has said something since `forget()`. */
  async said(event: string): Promise<unknown> {
    const ofIt = () => this.#events.filter((each) => each.event === event)
    await expect.poll(() => ofIt().length, { timeout: 20_000 }).toBeGreaterThan(0)
    return ofIt().at(-1)?.value
  }

  /** All that it said of that event so far. */
  heard(event: string): unknown[] {
    return this.#events.filter((each) => each.event === event).map(({ value }) => value)
  }

  forget(): void {
    this.#events.length = 0
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((closed) => this.#server.close(closed))
  }
}

export type Browser = 'chromium' | 'firefox'
export const BROWSERS: readonly Browser[] = ['chromium', 'firefox']

/** The browser with that page, in a profile of its own. */
export function browse(
  { session, desktop }: Place,
  browser: Browser,
  url: string,
  flags: readonly string[] = [],
): Promise<App> {
  const profile = join(session.directory, browser)
  mkdirSync(profile)
  if (browser === 'firefox') {
    writeFileSync(join(profile, 'user.js'), FIREFOX_PREFERENCES)
    const args = ['--no-remote', '--profile', profile, ...flags, url]
    return desktop.launch({ command: 'firefox-esr', args }, { timeout: 120_000 })
  }
  return openPage(desktop, profile, url, flags)
}

/** A page in a Chromium of its own. */
export function openPage(desktop: Desktop, profile: string, url: string, flags: readonly string[] = []): Promise<App> {
  const quiet = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-component-update', '--disable-sync']
  const args = [...quiet, ...flags, `--user-data-dir=${profile}`, url]
  return desktop.launch({ command: 'chromium', args }, { timeout: 90_000 })
}
