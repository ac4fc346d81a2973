import { copyFile, link, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Readable by its owner alone. */
export const PRIVATE = 0o600

/**
 * Replaces a file whole or not at all, whenever the process or the machine ends: written beside it, on the disk before it takes the
 * name. With `previous`, what the file was stays under that name.
 */
export async function replaceFile(path: string, text: string, previous?: string): Promise<void> {
  const beside = `${path}.new`
  await rm(beside, { force: true })
  await written(beside, text)
  if (previous !== undefined) await keep(path, previous)
  await rename(beside, path)
  await settle(dirname(path))
}

async function written(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', PRIVATE)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Under a second name, so that there is no moment without the first. */
async function keep(path: string, previous: string): Promise<void> {
  const beside = `${previous}.new`
  await rm(beside, { force: true })
  try {
    // Not all file systems can give a file two names.
    await link(path, beside).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') throw error
      return copyFile(path, beside)
    })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  await rename(beside, previous)
}

/** A name is on the disk when its folder is. Windows does that by itself and opens no folders. */
export async function settle(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
