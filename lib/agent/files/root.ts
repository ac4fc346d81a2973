import { constants, readlinkSync } from 'node:fs'
import { type FileHandle, lstat, open, readdir, realpath, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { isSurehandError, SurehandError } from '../../sdk/errors.js'

// What is read at once. A larger file is no text for a model.
const LARGEST = 10 * 1024 * 1024

const NOFOLLOW = constants.O_NOFOLLOW ?? 0
const DIRECTORY = constants.O_DIRECTORY ?? 0
// Opening a pipe without a writer would wait.
const NONBLOCK = constants.O_NONBLOCK ?? 0

/** Whether the system says what a descriptor is of, and reaches files by way of one. */
const BY_DESCRIPTOR = process.platform === 'linux'

/**
 * A folder that nothing leads out of, symbolic links included. On Linux what is checked is what was opened, so that swapping a folder for a
 * link in between leads nowhere. Elsewhere the path is resolved again after it was opened and compared with that: a link that stands there
 * is refused, one that is put there and taken away at two exact moments would not be seen.
 */
export class Root {
  private constructor(
    /** Without links. */
    readonly path: string,
    private readonly named: string,
  ) {}

  /** INVALID_ARGUMENT when it is not a folder. */
  static async at(path: string): Promise<Root> {
    const real = await realpath(path).catch(() => undefined)
    if (real === undefined || !(await stat(real)).isDirectory())
      throw new SurehandError('INVALID_ARGUMENT', `There is no folder ${path} to work in.`, { path })
    return new Root(real, resolve(path))
  }

  /** The text of a file. */
  async read(path: string): Promise<string> {
    await using file = await this.open(path)
    return await textOf(file, path)
  }

  /** Writes a file as a whole, or leaves it as it was. Says whether there was one. */
  async write(path: string, text: string): Promise<boolean> {
    const whole = this.inside(path)
    await using folder = await this.folder(dirname(whole), path)
    const name = basename(whole)
    const target = folder.of(name)
    const before = await lstat(target).catch(() => undefined)
    if (before !== undefined && !before.isFile()) {
      const what = before.isSymbolicLink() ? 'a symbolic link, which is not written through' : 'no file'
      throw new SurehandError('REFUSED', `${path} is ${what}. Nothing was written.`, { path })
    }
    const beside = folder.of(`.${name}.${process.pid}.${Math.random().toString(36).slice(2)}`)
    try {
      await using file = await opened(
        beside,
        constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | NOFOLLOW,
        path,
        before === undefined ? 0o666 : before.mode & 0o777,
      )
      await file.writeFile(text)
      if (before !== undefined) await file.chmod(before.mode)
      await file.sync()
      await rename(beside, target)
    } catch (error) {
      await rm(beside, { force: true }).catch(() => {})
      throw closed(error, path)
    }
    return before !== undefined
  }

  /** The path of what is a folder in here, for programs to start in. */
  async folderPath(path: string): Promise<string> {
    const whole = this.inside(path)
    await using folder = await this.folder(whole, path)
    return folder.real
  }

  /** Every file below a folder, by its path from there with `/`, sorted; links are not followed. */
  async *files(signal: AbortSignal, path = '.'): AsyncGenerator<Listed> {
    await using folder = await this.folder(this.inside(path), path)
    yield* filesOf(folder, '', signal)
  }

  private async open(path: string): Promise<FileHandle> {
    const file = await opened(this.inside(path), constants.O_RDONLY | NONBLOCK, path)
    try {
      this.check(await realPathOf(file, this.inside(path)), path)
      return file
    } catch (error) {
      await file.close()
      throw error
    }
  }

  private async folder(whole: string, path: string): Promise<Folder> {
    const handle = await opened(whole, constants.O_RDONLY | DIRECTORY, path)
    try {
      const real = await realPathOf(handle, whole)
      this.check(real, path)
      return new Folder(handle, real)
    } catch (error) {
      await handle.close()
      throw error
    }
  }

  /** REFUSED for a path that says by itself that it is elsewhere. */
  private inside(path: string): string {
    if (path.includes('\0')) throw new SurehandError('INVALID_ARGUMENT', 'A path has no NUL in it.', { path })
    const asked = resolve(this.named, path)
    // Where the folder itself is given by way of a link, paths may be, too.
    const whole = leadsOut(this.named, asked) ? asked : resolve(this.path, relative(this.named, asked))
    this.check(whole, path)
    return whole
  }

  private check(real: string, path: string): void {
    if (leadsOut(this.path, real))
      throw new SurehandError('REFUSED', `${path} is not in ${this.named}, which is all that is open here.`, { path })
  }
}

function leadsOut(from: string, to: string): boolean {
  const way = relative(from, to)
  return way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way)
}

/** A folder that is open: what is reached by way of it is in it, whatever its path leads to by now. */
class Folder implements AsyncDisposable {
  constructor(
    private readonly handle: FileHandle,
    readonly real: string,
  ) {}

  of(name: string): string {
    return join(BY_DESCRIPTOR ? `/proc/self/fd/${this.handle.fd}` : this.real, name)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.handle.close()
  }
}

/** A file that a folder has. */
interface Listed {
  path: string
  text: () => Promise<string>
}

async function* filesOf(folder: Folder, way: string, signal: AbortSignal): AsyncGenerator<Listed> {
  const entries = await readdir(folder.of('.'), { withFileTypes: true }).catch((error: unknown) => {
    throw closed(error, way === '' ? 'the folder' : way)
  })
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (signal.aborted) throw new SurehandError('ABORTED', 'Looking through files was ended by its caller.')
    const path = `${way}${entry.name}`
    if (entry.isFile()) {
      const text = async () => {
        await using file = await opened(folder.of(entry.name), constants.O_RDONLY | NONBLOCK | NOFOLLOW, path)
        return await textOf(file, path)
      }
      yield { path, text }
    } else if (entry.isDirectory()) {
      const inner = await below(folder, entry.name, path)
      if (inner === undefined) continue
      await using own = inner
      yield* filesOf(own, `${path}/`, signal)
    }
  }
}

/** `undefined` for one that may not be read, is gone, or is a link by now. */
async function below(folder: Folder, name: string, path: string): Promise<Folder | undefined> {
  try {
    const handle = await opened(folder.of(name), constants.O_RDONLY | DIRECTORY | NOFOLLOW, path)
    return new Folder(handle, join(folder.real, name))
  } catch {
    return undefined
  }
}

async function realPathOf(handle: FileHandle, whole: string): Promise<string> {
  if (BY_DESCRIPTOR) return readlinkSync(`/proc/self/fd/${handle.fd}`)
  const real = await realpath(whole)
  const [there, here] = [await lstat(real, { bigint: true }), await handle.stat({ bigint: true })]
  if (there.ino === here.ino && there.dev === here.dev) return real
  throw new SurehandError('REFUSED', `${whole} became something else while it was opened. Nothing was done.`, {})
}

async function textOf(file: FileHandle, path: string): Promise<string> {
  const about = await file.stat()
  const { size } = about
  if (!about.isFile()) throw noText(path, 'it is no file')
  if (size > LARGEST) throw noText(path, `it has ${size} bytes, and more than ${LARGEST} are not read`)
  const bytes = await file.readFile().catch((error: unknown) => {
    throw closed(error, path)
  })
  if (bytes.includes(0)) throw noText(path, 'it is binary')
  try {
    // A later write must find the same bytes.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw noText(path, 'it is not in UTF-8')
  }
}

function noText(path: string, why: string): SurehandError {
  return new SurehandError('INVALID_ARGUMENT', `${path} cannot be read as text: ${why}.`, { path })
}

const MISSING = new Set(['ENOENT', 'ENOTDIR'])

/** What the system said no to. */
function closed(cause: unknown, path: string): unknown {
  const { code } = cause as { code?: unknown }
  if (isSurehandError(cause) || typeof code !== 'string') return cause
  return new SurehandError('REFUSED', `${path}: the system says ${code}.`, { path, code }, { cause })
}

async function opened(at: string, flags: number, path: string, mode?: number): Promise<FileHandle> {
  return open(at, flags, mode).catch((cause: NodeJS.ErrnoException) => {
    if (!MISSING.has(cause.code ?? '')) throw closed(cause, path)
    throw new SurehandError('NOT_FOUND', `There is no ${path} here.`, { path }, { cause })
  })
}
