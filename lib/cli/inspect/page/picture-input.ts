import { element } from '../../../test/parts/dom.js'
import type { Frame } from '../../../test/parts/frame.js'
import type { Gesture, Place } from '../../codegen/record-protocol.js'

// ms: a second click that comes later is another click.
const DOUBLE = 260
// ms: text and turns of the wheel that come in pieces are one.
const TEXT_REST = 400
const WHEEL_REST = 150
// px: the pointer that moves this far with its button down drags.
const DRAG = 6
// What a browser turns a page by for one notch, in px and in lines.
const NOTCH = { 0: 100, 1: 3, 2: 1 } as const

/**
 * What a person does in a picture, as gestures: pointer, wheel and keys while the picture has the focus. Tab leads on: the page is used by the
 * keyboard, too.
 */
export class PictureInput {
  // Editable, so that dead keys, input methods and the palette of emoji write into it.
  private readonly keys = element('div', {
    class: 'keys',
    contenteditable: 'true',
    spellcheck: 'false',
    tabindex: '0',
    role: 'application',
    'aria-label': 'Program: keys go to it, Tab leads on',
  })
  private pending: { click: Gesture; timer: number } | undefined
  private from: { at: Place; x: number; y: number } | undefined
  private dragged = false
  private text = ''
  private textTimer = 0
  private wheel: { at: Place; x: number; y: number; timer: number } | undefined

  constructor(
    private readonly frame: Frame,
    private readonly isOn: () => boolean,
    private readonly onGesture: (gesture: Gesture) => void,
  ) {
    const { root } = frame
    root.append(this.keys)
    root.addEventListener('pointerdown', (event) => this.down(event))
    window.addEventListener('pointerup', (event) => this.up(event))
    root.addEventListener('click', (event) => this.click(event))
    root.addEventListener('contextmenu', (event) => this.right(event))
    root.addEventListener('wheel', (event) => this.turn(event), { passive: false })
    root.addEventListener('keydown', (event) => this.key(event))
    this.keys.addEventListener('beforeinput', (event) => this.input(event))
    this.keys.addEventListener('compositionend', (event) => this.composed(event))
  }

  /** Sends what was typed so far. */
  flush(): void {
    clearTimeout(this.textTimer)
    const { text } = this
    this.text = ''
    if (text !== '') this.onGesture({ kind: 'type', text })
    const { wheel } = this
    this.wheel = undefined
    if (wheel === undefined) return
    clearTimeout(wheel.timer)
    const [x, y] = [Math.round(wheel.x), Math.round(wheel.y)]
    if (x !== 0 || y !== 0) this.onGesture({ kind: 'scroll', at: wheel.at, x, y })
  }

  private send(gesture: Gesture): void {
    this.flush()
    this.onGesture(gesture)
  }

  private down(event: PointerEvent): void {
    const at = this.frame.place(event)
    this.dragged = false
    this.from = this.isOn() && event.button === 0 && at ? { at, x: event.clientX, y: event.clientY } : undefined
  }

  private up(event: PointerEvent): void {
    const { from } = this
    this.from = undefined
    if (from === undefined || Math.hypot(event.clientX - from.x, event.clientY - from.y) < DRAG) return
    // The browser takes it for a click.
    this.dragged = true
    const to = this.frame.place(event)
    if (to !== undefined) this.send({ kind: 'drag', at: from.at, to })
  }

  private click(event: MouseEvent): void {
    const at = this.frame.place(event)
    if (!this.isOn() || this.dragged || at === undefined) return
    const held = modifiersOf(event)
    const modifiers = held.length === 0 ? {} : { modifiers: held }
    clearTimeout(this.pending?.timer)
    const before = this.pending
    this.pending = undefined
    if (event.detail === 2 && before !== undefined) {
      this.send({ kind: 'dblclick', at, ...modifiers })
      return
    }
    if (before !== undefined) this.send(before.click)
    const click: Gesture = { kind: 'click', at, ...modifiers }
    const timer = window.setTimeout(() => {
      this.pending = undefined
      this.send(click)
    }, DOUBLE)
    this.pending = { click, timer }
  }

  private right(event: MouseEvent): void {
    const at = this.frame.place(event)
    if (!this.isOn() || at === undefined) return
    event.preventDefault()
    this.send({ kind: 'rightClick', at })
  }

  private turn(event: WheelEvent): void {
    const at = this.frame.place(event)
    if (!this.isOn() || at === undefined || event.ctrlKey) return
    event.preventDefault()
    const notch = NOTCH[event.deltaMode as 0 | 1 | 2]
    const { wheel } = this
    clearTimeout(wheel?.timer)
    const [x, y] = [(wheel?.x ?? 0) + event.deltaX / notch, (wheel?.y ?? 0) + event.deltaY / notch]
    this.wheel = { at: wheel?.at ?? at, x, y, timer: window.setTimeout(() => this.flush(), WHEEL_REST) }
  }

  private key(event: KeyboardEvent): void {
    const { key } = event
    if (!this.isOn() || event.isComposing || key === 'Tab' || NO_KEYS.has(key)) return
    event.preventDefault()
    this.sendPending()
    const held = modifiersOf(event)
    const isCharacter = [...key].length === 1
    const isText = isCharacter && (event.getModifierState('AltGraph') || held.every((name) => name === 'Shift'))
    if (!isText) {
      this.send({ kind: 'press', key: [...held, key].join('+') })
      return
    }
    this.write(key)
  }

  /** What comes without a key of its own: an emoji of a palette. */
  private input(event: InputEvent): void {
    if (event.isComposing) return
    event.preventDefault()
    if (this.isOn() && event.inputType === 'insertText' && event.data !== null) this.write(event.data)
  }

  /** What an input method made of several keys. */
  private composed({ data }: CompositionEvent): void {
    this.keys.textContent = ''
    if (this.isOn() && data !== '') this.write(data)
  }

  private write(text: string): void {
    this.sendPending()
    this.text += text
    clearTimeout(this.textTimer)
    this.textTimer = window.setTimeout(() => this.flush(), TEXT_REST)
  }

  /** A key that follows a click: no second click comes. */
  private sendPending(): void {
    const { pending } = this
    this.pending = undefined
    clearTimeout(pending?.timer)
    if (pending !== undefined) this.send(pending.click)
  }
}

const NO_KEYS = new Set([
  ...['Control', 'Shift', 'Alt', 'Meta', 'AltGraph', 'Dead', 'Process', 'Unidentified', 'CapsLock', 'NumLock', 'OS'],
])

function modifiersOf(event: MouseEvent | KeyboardEvent): string[] {
  const held = { Control: event.ctrlKey, Alt: event.altKey, Shift: event.shiftKey, Meta: event.metaKey }
  return Object.entries(held).flatMap(([name, isHeld]) => (isHeld ? [name] : []))
}
