import { isAbsolute } from 'node:path'
import { checkArgument, checkOptions, secretText, waiting } from './call/arguments.js'
import type { Limits, WaitOptions } from './call/limits.js'
import type { NativeClipboardFormat, NativeDesktop } from './native/binding.js'

/** What is to be put there, and what of it the hooks are asked about. */
interface Content {
  verb: string
  format: NativeClipboardFormat
  bytes: Buffer
  text: string
}

/**
 * The clipboard of a desktop: a text, a picture or files. What it holds is never logged. What is written is there until a program copies
 * something; on X11 it is gone when this desktop is disposed of.
 */
export class Clipboard {
  /** @internal Use `desktop.clipboard`. */
  constructor(
    private readonly native: NativeDesktop,
    private readonly limits: (options: WaitOptions | undefined) => Limits,
    private readonly put: (content: Content, options: WaitOptions | undefined) => Promise<unknown>,
  ) {}

  /** Its text; empty where it holds nothing. UNSUPPORTED where it holds something else. */
  async read(options?: WaitOptions): Promise<string> {
    return (await this.held('read', 'text', options)).toString('utf8')
  }

  /** The picture that it holds, as a PNG file; `undefined` where it holds none. On Windows, one that was copied as a PNG. */
  async readImage(options?: WaitOptions): Promise<Buffer | undefined> {
    const image = await this.held('readImage', 'png', options)
    return image.length === 0 ? undefined : image
  }

  /** The absolute paths of the files that were copied; none where it holds no files. */
  async readFiles(options?: WaitOptions): Promise<string[]> {
    const paths = (await this.held('readFiles', 'files', options)).toString('utf8')
    return paths.split('\0').slice(0, -1)
  }

  async write(text: string, options?: WaitOptions): Promise<void> {
    checkArgument('clipboard.write(text)', 'text', text, secretText)
    checkOptions('clipboard.write(text, options)', options, waiting)
    await this.put({ verb: 'write', format: 'text', bytes: Buffer.from(text), text }, options)
  }

  /** Puts a picture there, which is a PNG file of at most 64 MiB. Programs on Windows paste it where they know pictures by that name. */
  async writeImage(png: Uint8Array, options?: WaitOptions): Promise<void> {
    checkArgument('clipboard.writeImage(png)', 'png', png, pngFile)
    checkOptions('clipboard.writeImage(png, options)', options, waiting)
    await this.put({ verb: 'writeImage', format: 'png', bytes: Buffer.from(png), text: '' }, options)
  }

  /** Puts files there, as a file manager copies them, by their absolute paths. Whether they exist is not looked at. */
  async writeFiles(paths: readonly string[], options?: WaitOptions): Promise<void> {
    checkArgument('clipboard.writeFiles(paths)', 'paths', paths, absolutePaths)
    checkOptions('clipboard.writeFiles(paths, options)', options, waiting)
    const bytes = Buffer.from(paths.map((path) => `${path}\0`).join(''))
    await this.put({ verb: 'writeFiles', format: 'files', bytes, text: paths.join('\n') }, options)
  }

  private async held(call: string, format: NativeClipboardFormat, options: WaitOptions | undefined): Promise<Buffer> {
    checkOptions(`clipboard.${call}(options)`, options, waiting)
    const bytes = await this.limits(options).call((limits) => this.native.readClipboard(format, limits))
    return Buffer.from(bytes, 'latin1')
  }
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

const pngFile = {
  accepts: (value: unknown) => value instanceof Uint8Array && SIGNATURE.equals(value.subarray(0, SIGNATURE.length)),
  expected: 'the bytes of a PNG file',
  secret: true,
}

const absolutePaths = {
  accepts: (value: unknown) =>
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((path) => typeof path === 'string' && isAbsolute(path) && !path.includes('\0')),
  expected: 'an array of absolute paths',
}
