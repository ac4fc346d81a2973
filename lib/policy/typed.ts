// What stands in a command line after texts and keys were sent to it, and what was entered there before. In memory, for as long as the
// policy is; never told to anybody.

/** As much as somebody puts together one command from. */
const REMEMBERED = 4 * 1024

export class CommandLine {
  private readonly entered: string[] = []
  private line = ''
  private caret = 0
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
      if (control) this.edit(key.toLowerCase())
      else if (alt || keys.includes('Meta')) continue
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
    switch (key) {
      case 'Backspace':
      case 'h':
        this.set(line.slice(0, Math.max(0, caret - 1)) + line.slice(caret), caret - 1)
        break
      case 'Delete':
      case 'delete':
        this.set(line.slice(0, caret) + line.slice(caret + 1), caret)
        break
      case 'ArrowLeft':
        this.set(line, caret - 1)
        break
      case 'ArrowRight':
        this.set(line, caret + 1)
        break
      case 'Home':
      case 'a':
        this.set(line, 0)
        break
      case 'End':
      case 'e':
        this.set(line, line.length)
        break
      case 'u':
        this.set(line.slice(caret), 0)
        break
      case 'k':
        this.set(line.slice(0, caret), caret)
        break
      case 'w': {
        const kept = line.slice(0, caret).replace(/\S+\s*$/, '')
        this.set(kept + line.slice(caret), kept.length)
        break
      }
      case 'c':
      case 'g':
        this.set('', 0)
        break
      case 'j':
      case 'm':
      case 'o':
        this.enter()
        break
      case 'ArrowUp':
      case 'p':
        this.recall(-1)
        break
      case 'ArrowDown':
      case 'n':
        this.recall(1)
        break
    }
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

const MODIFIERS = new Set(['Control', 'Shift', 'Alt', 'Meta', 'AltGraph'])

/** `!!`, `!$` and `^a^b^` mean the line before. */
function recalling(line: string, before: string): string {
  const replaced = /^\^([^^]+)\^([^^]*)\^?\s*$/.exec(line)
  if (replaced !== null) return before.replace(replaced[1] as string, () => replaced[2] as string)
  return line.replaceAll('!!', () => before).replaceAll('!$', () => before.split(/\s+/).at(-1) ?? '')
}
