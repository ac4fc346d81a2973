import type { App } from '../../../sdk/app.js'
import type { Desktop } from '../../../sdk/desktop.js'
import { SurehandError } from '../../../sdk/errors.js'
import type { Window } from '../../../sdk/window.js'
import type { Call } from '../../call.js'
import { middle, overlap } from '../../capture/rect.js'
import { type Shot, shotOf } from '../../capture/shot.js'
import type { Deadline } from '../../deadline.js'
import type { GroundingOptions } from '../grounding-options.js'
import type { Look } from '../look.js'
import { Model } from '../model.js'
import { Browser } from '../page/browser.js'
import { readDom } from '../page/dom.js'
import type { FoundSpot, VisionType } from '../spot.js'
import { type SpotPlace, Spots } from '../spots.js'
import { Ocr } from './ocr.js'
import { readWords } from './ocr-spots.js'
import { Omniparser } from './omniparser.js'
import { spotsOfPicture } from './picture-spots.js'
import { elementsSeen } from './vision.js'

/** What sees more of a desktop than its tree: each is begun when it is first asked, and all end with the session. */
export class Eyes {
  readonly spots = new Spots()
  readonly browser: Browser
  private readonly ocr = new Ocr()
  private readonly omniparser: Omniparser
  readonly model: Model

  constructor(
    private readonly desktop: Desktop,
    options: GroundingOptions,
  ) {
    this.browser = new Browser(options.cdp)
    this.omniparser = new Omniparser(options.omniparser)
    this.model = new Model(options.vision)
  }

  /** What there is of that kind in a window, or the windows of an application. */
  async read(
    kind: Exclude<VisionType, 'ui_tree'>,
    place: SpotPlace,
    deadline: Deadline,
    call: Call,
  ): Promise<FoundSpot[]> {
    const look: Look = (deadline, call) => this.shot(place, deadline, call)
    switch (kind) {
      case 'ocr':
        return this.shown(await readWords(this.ocr, look, deadline, call), place, deadline, call)
      case 'dom':
        return readDom(this.browser, place, deadline, call)
      case 'omniparser': {
        const { image } = await look(deadline, call)
        return spotsOfPicture(image, await this.omniparser.elements(image, call.signal), look)
      }
      case 'vision': {
        const { image } = await look(deadline, call)
        return spotsOfPicture(image, await elementsSeen(this.model, image, call.signal), look)
      }
    }
  }

  async end(): Promise<void> {
    await Promise.all([this.ocr.end(), this.browser.end()])
  }

  /** A fresh picture of where spots are read. */
  async shot({ app, window }: SpotPlace, deadline: Deadline, call: Call): Promise<Shot> {
    const limits = { timeout: deadline.remaining, signal: call.signal }
    const area = window === undefined ? await app.area(limits) : await placeOfWindow(window, limits)
    const displays = await this.desktop.displays({ timeout: deadline.remaining, signal: call.signal })
    if (!displays.some(({ bounds }) => overlap(bounds, area))) {
      throw new SurehandError('NOT_ACTIONABLE', `${app} shows nothing on any display. Bring its window there first.`, {
        check: 'viewport',
      })
    }
    return shotOf(this.desktop, { area }, deadline, call)
  }

  /** Without what another application shows over it. */
  private async shown(spots: FoundSpot[], { app }: SpotPlace, deadline: Deadline, call: Call): Promise<FoundSpot[]> {
    const limits = { timeout: deadline.remaining, signal: call.signal }
    // Where the system cannot say whose a place is, it is taken to be the application's: it is asked again before a click.
    const pids = await this.desktop
      .pidsAt(
        spots.map(({ bounds }) => middle(bounds)),
        limits,
      )
      .catch(() => [])
    return spots.filter((_, at) => pids[at] === undefined || pids[at] === app.pid)
  }
}

export async function placeOfWindow(window: Window | App, limits: { timeout: number; signal: AbortSignal }) {
  if ('area' in window) return window.area(limits)
  const bounds = await window.boundingBox(limits)
  if (bounds !== undefined) return bounds
  throw new SurehandError('NOT_ACTIONABLE', `${window}: the toolkit does not report its position on the screen.`, {
    check: 'viewport',
  })
}
