import { access, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline/promises'

/** Those that are not in the folder yet, and those that are. */
export async function divided(folder: string, files: readonly string[]): Promise<[string[], string[]]> {
  const fresh: string[] = []
  const kept: string[] = []
  for (const file of files) ((await exists(join(folder, file))) ? kept : fresh).push(file)
  return [fresh, kept]
}

export async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}

/** Asks the person at the terminal; without one it says no, and how to go on. `command`: what writes without a question. */
export async function agreed(command: string): Promise<boolean> {
  if (!process.stdin.isTTY) {
    console.log(`Nothing was written: no person can be asked. Type: ${command}`)
    return false
  }
  const questions = createInterface({ input: process.stdin, output: process.stdout })
  try {
    return /^(y|yes|)$/i.test((await questions.question('Go on? [Y/n] ')).trim())
  } finally {
    questions.close()
  }
}

export async function writeFiles(folder: string, files: Readonly<Record<string, string>>, names: readonly string[]) {
  for (const file of names) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), files[file] as string)
  }
}
