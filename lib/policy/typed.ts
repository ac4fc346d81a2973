// What stands in a command line after texts and keys were sent to it, and what was entered there before. In memory, for as long as the
// policy is; never told to anybody.

/** As much as somebody puts together one command from. */
const REMEMBERED = 4 * 1024

export class CommandLine {
  private readonly entered: string[] = []
  private line = ''
  private caret = 0
  /** What was cut last, which Control+Y puts back. */
  private yanked = ''
  /** Which of the entered lines was called back. */
  private recalled = 0

  /** Everything, as one script; two where a tab may have completed a word, to anything, or is only white space. */
  get scripts(): string[] {
    const script = this.whole
    return script.includes('\t') ? [script, script.replace(/(?<=\S)\t/g, '*')] : [script]
  }

  private get whole(): string {
    return [...this.entered, this.line].join('\n')
  }

  copy(): CommandLine {
    return Object.assign(new CommandLine(), this, { entered: [...this.entered] })
  }

  type(text: string): void {
    const lines = text.replace(/\r\n?/g, '\n').split('\n')
    lines.forEach((line, index) => {
      if (index > 0) this.enter()
      const before = this.line.slice(0, this.caret) + line
      this.set(before + this.line.slice(this.caret), before.length)
    })
  }

  /** The field holds this and nothing else now. */
  fill(text: string): void {
    this.line = ''
    this.caret = 0
    this.type(text)
  }

  press(keys: readonly string[]): void {
    const control = keys.includes('Control')
    const alt = keys.includes('Alt')
    for (const key of keys) {
      if (MODIFIERS.has(key)) continue
      if (control) this.edit(CONTROL[key.toLowerCase()] ?? key)
      else if (alt) this.edit(ALT[key.toLowerCase()] ?? '')
      else if (keys.includes('Meta')) continue
      else if (key === 'Enter') this.enter()
      else if (key === 'Tab') this.type('\t')
      else if ([...key].length === 1) this.type(key)
      else this.edit(key)
    }
  }

  private enter(): void {
    const before = this.entered.at(-1) ?? ''
    this.entered.push(recalling(this.line, before))
    this.line = ''
    this.caret = 0
    this.recalled = this.entered.length
    while (this.entered.length > 1 && this.whole.length > REMEMBERED) this.entered.shift()
  }

  private edit(key: string): void {
    const { line, caret } = this
    const wordBefore = (/[\p{L}\p{N}]*[^\p{L}\p{N}]*$/u.exec(line.slice(0, caret)) as RegExpExecArray)[0].length
    const wordAfter = (/^[^\p{L}\p{N}]*[\p{L}\p{N}]*/u.exec(line.slice(caret)) as RegExpExecArray)[0].length
    switch (key) {
      case 'Backspace':
        this.set(line.slice(0, Math.max(0, caret - 1)) + line.slice(caret), caret - 1)
        break
      case 'Delete':
        this.set(line.slice(0, caret) + line.slice(caret + 1), caret)
        break
      case 'ArrowLeft':
        this.set(line, caret - 1)
        break
      case 'ArrowRight':
        this.set(line, caret + 1)
        break
      case 'word left':
        this.set(line, caret - wordBefore)
        break
      case 'word right':
        this.set(line, caret + wordAfter)
        break
      case 'Home':
        this.set(line, 0)
        break
      case 'End':
        this.set(line, line.length)
        break
      case 'cut before':
        this.cut(0, caret)
        break
      case 'cut after':
        this.cut(caret, line.length)
        break
      case 'cut word before':
        this.cut(caret - wordBefore, caret)
        break
      case 'cut word after':
        this.cut(caret, caret + wordAfter)
        break
      case 'cut to space':
        this.cut(line.slice(0, caret).replace(/\S+\s*$/, '').length, caret)
        break
      case 'yank':
        this.type(this.yanked)
        break
      case 'swap': {
        // The one before the caret and the one at it; at the end, the last two.
        const at = Math.min(caret, line.length - 1)
        if (at < 1) break
        this.set(line.slice(0, at - 1) + line[at] + line[at - 1] + line.slice(at + 1), at + 1)
        break
      }
      case 'give up':
        this.set('', 0)
        break
      case 'Enter':
        this.enter()
        break
      case 'ArrowUp':
        this.recall(-1)
        break
      case 'ArrowDown':
        this.recall(1)
        break
    }
  }

  private cut(from: number, to: number): void {
    const { line } = this
    this.yanked = line.slice(from, to)
    this.set(line.slice(0, from) + line.slice(to), from)
  }

  private recall(by: number): void {
    this.recalled = Math.max(0, Math.min(this.entered.length, this.recalled + by))
    const line = this.entered[this.recalled] ?? ''
    this.set(line, line.length)
  }

  private set(line: string, caret: number): void {
    this.line = line
    this.caret = Math.max(0, Math.min(line.length, caret))
  }
}

/** As bash, zsh, fish and PSReadLine take them. */
const CONTROL: Readonly<Record<string, string>> = {
  h: 'Backspace',
  d: 'Delete',
  delete: 'cut word after',
  backspace: 'cut word before',
  b: 'ArrowLeft',
  f: 'ArrowRight',
  arrowleft: 'word left',
  arrowright: 'word right',
  a: 'Home',
  e: 'End',
  u: 'cut before',
  k: 'cut after',
  w: 'cut to space',
  y: 'yank',
  t: 'swap',
  c: 'give up',
  g: 'give up',
  j: 'Enter',
  m: 'Enter',
  o: 'Enter',
  p: 'ArrowUp',
  n: 'ArrowDown',
}
const ALT: Readonly<Record<string, string>> = {
  b: 'word left',
  f: 'word right',
  arrowleft: 'word left',
  arrowright: 'word right',
  d: 'cut word after',
  delete: 'cut word after',
  backspace: 'cut word before',
}

const MODIFIERS = new Set(['Control', 'Shift', 'Alt', 'Meta', 'AltGraph'])

/** `!!`, `!$` and `^a^b^` mean the line before. */
function recalling(line: string, before: string): string {
  const replaced = /^\^([^^]+)\^([^^]*)\^?\s*$/.exec(line)
  if (replaced !== null) return before.replace(replaced[1] as string, () => replaced[2] as string)
  return line.replaceAll('!!', () => before).replaceAll('!$', () => before.split(/\s+/).at(-1) ?? '')
}
