import { writeFile } from 'node:fs/promises'
import { pageOf } from '../test/trace/page.js'

/** Writes the page that shows a trace, beside it unless told where, and says where it is. */
export async function showTrace(file: string, { out = `${file}.html` }: { out?: string }): Promise<void> {
  await writeFile(out, await pageOf(file, undefined, out))
  console.log(out)
}
