import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { App } from '../../../lib/sdk/index.js'
import type { Rect } from '../../../lib/sdk/tree/node.js'
import { PATIENCE } from '../../patience.js'

const run = promisify(execFile)

// ms between two keys, as fast as a person types.
const BETWEEN_KEYS = '60'

/** A person at a display: another X client, of which surehand knows nothing. */
export class Hand {
  constructor(
    private readonly app: App,
    private readonly environment: Readonly<Record<string, string | undefined>>,
  ) {}

  async click(selector: string, button = 1, times = 1): Promise<void> {
    await this.moveTo(selector)
    await this.does('click', '--repeat', String(times), '--delay', '120', String(button))
  }

  async drag(from: string, to: string): Promise<void> {
    await this.moveTo(from)
    await this.does('mousedown', '1')
    await this.moveTo(to)
    await this.does('mouseup', '1')
  }

  async type(text: string): Promise<void> {
    await this.does('type', '--delay', BETWEEN_KEYS, text)
  }

  async press(...keys: string[]): Promise<void> {
    await this.does('key', '--delay', BETWEEN_KEYS, ...keys)
  }

  async selected(selector: string): Promise<boolean> {
    return (await this.app.snapshot()).find(selector)?.state('selected') === true
  }

  private async moveTo(selector: string): Promise<void> {
    // Nobody aims at what has only just opened, and may still move.
    await this.app.waitForIdle({ timeout: PATIENCE })
    const node = (await this.app.snapshot()).find(selector)
    const area = node?.bounds as Rect
    if (area === undefined) throw new Error(`${selector} has no place`)
    const [x, y] = [area.x + area.width / 2, area.y + area.height / 2].map(Math.round)
    await this.does('mousemove', String(x), String(y))
  }

  private async does(...args: string[]): Promise<void> {
    await run('xdotool', args, { env: { ...process.env, ...this.environment } })
  }
}
