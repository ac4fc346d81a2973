import { SurehandError } from '../../../sdk/errors.js'
import { encodePng } from '../../../sdk/picture/png.js'
import { type Image, onScreen } from '../../capture/image.js'
import { failed, post } from '../post.js'
import type { Spot } from '../spot.js'
import { boxOf } from './vision.js'

export interface OmniparserOptions {
  /** Its server: `http://127.0.0.1:8000`. */
  url: string
  /** Sent as a bearer token. */
  key?: string
  /** ms for one picture. Default: 60,000. */
  timeout?: number
}

const TIMEOUT = 60_000

interface Parsed {
  type?: unknown
  content?: unknown
  /** Parts of the width and height of the picture: left, top, right, bottom. */
  bbox?: unknown
}

/** The server of Microsoft's OmniParser: https://github.com/microsoft/OmniParser/tree/master/omnitool/omniparserserver */
export class Omniparser {
  readonly #options: OmniparserOptions | undefined

  constructor(options: OmniparserOptions | undefined) {
    this.#options = options
  }

  async elements(image: Image, signal: AbortSignal): Promise<Spot[]> {
    if (this.#options === undefined) {
      throw new SurehandError(
        'UNSUPPORTED',
        'No OmniParser is configured. Start its server and give createRegistry(desktop, { grounding: { omniparser: { url } } }).',
        {},
      )
    }
    const { url, key, timeout = TIMEOUT } = this.#options
    const headers: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` }
    const endpoint = { what: 'OmniParser', url: `${url.replace(/\/$/, '')}/parse/`, headers, timeout }
    const answer = await post(endpoint, { base64_image: (await encodePng(image)).toString('base64') }, signal)
    const { parsed_content_list: list } = answer as { parsed_content_list?: unknown }
    if (!Array.isArray(list)) throw failed('OmniParser did not answer with a parsed_content_list')
    return list.flatMap(({ type, content, bbox }: Parsed) => {
      const box = boxOf(bbox)
      if (box === undefined) return []
      const { width, height } = image
      const pixels = { x: box.x * width, y: box.y * height, width: box.width * width, height: box.height * height }
      const name = typeof content === 'string' ? content.trim() : ''
      return [{ role: typeof type === 'string' ? type : 'icon', name, bounds: onScreen(image, pixels) }]
    })
  }
}
