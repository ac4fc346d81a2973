import { checkArgument, checkOptions, secretText, waiting } from './call/arguments.js'
import type { Limits, WaitOptions } from './call/limits.js'
import type { NativeDesktop } from './native/binding.js'

/** The clipboard of a desktop, as far as it holds text. What it holds is never logged. */
export class Clipboard {
  /** @internal Use `desktop.clipboard`. */
  constructor(
    private readonly native: NativeDesktop,
    private readonly limits: (options: WaitOptions | undefined) => Limits,
    private readonly put: (text: string, options: WaitOptions | undefined) => Promise<unknown>,
  ) {}

  /** Its text; empty where it holds nothing. UNSUPPORTED where it holds something else. */
  async read(options?: WaitOptions): Promise<string> {
    checkOptions('clipboard.read(options)', options, waiting)
    return this.limits(options).call((limits) => this.native.readClipboard(limits))
  }

  /** Puts a text there, of at most 250,000 bytes on X11, where it is gone when this desktop is disposed of. */
  async write(text: string, options?: WaitOptions): Promise<void> {
    checkArgument('clipboard.write(text)', 'text', text, secretText)
    checkOptions('clipboard.write(text, options)', options, waiting)
    await this.put(text, options)
  }
}
