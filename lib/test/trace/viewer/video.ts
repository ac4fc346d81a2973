import type { StepEntry, VideoEntry } from '../../../sdk/tracing/trace-format.js'
import { element, milliseconds } from '../../parts/dom.js'
import { bytesOf } from './recorded.js'

/** The video of a trace, at the moment of a step: of when it was sent, or when it failed, as its picture is. */
export class Video {
  private readonly caption = element('p', { class: 'caption' })
  private readonly held = document.getElementById('video')
  private readonly href = this.held?.dataset.href
  private readonly player = this.held === null || this.href !== undefined ? undefined : playerOf(this.held)
  private readonly root: HTMLElement

  constructor(private readonly entry: VideoEntry) {
    this.root = element('div', { class: 'video' }, this.player, this.caption)
  }

  at(step: StepEntry): HTMLElement {
    const moment = Math.max(0, momentOf(step) - this.entry.at)
    const when = `Step ${step.step + 1} is at ${milliseconds(moment)} of the video`
    const { file } = this.entry
    if (this.player !== undefined) {
      this.player.currentTime = moment / 1000
      this.caption.textContent = `${when}.`
    } else if (this.href === undefined) {
      this.caption.textContent = `${when}. The file ${file} was not beside the trace when this page was made.`
    } else {
      const link = element('a', { href: `${this.href}#t=${(moment / 1000).toFixed(2)}` }, `Open ${file} there`)
      this.caption.replaceChildren(`${when}. It is too large to be part of this page. `, link)
    }
    return this.root
  }
}

function momentOf({ kind, error, began, ended, sent }: StepEntry): number {
  if (error !== undefined || kind === 'expect') return ended
  return sent.find(({ part }) => part === 'acts')?.at ?? began
}

function playerOf(held: HTMLElement): HTMLVideoElement {
  const player = element('video', { controls: '', muted: '', preload: 'auto', 'aria-label': 'What the screen showed' })
  player.src = URL.createObjectURL(new Blob([bytesOf(held.textContent ?? '')], { type: 'video/webm' }))
  return player
}
