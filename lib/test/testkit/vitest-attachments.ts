import type { TestContext } from 'vitest'
import { shownPath } from './results.js'

// By the ending of a file that is kept of a test.
const CONTENT: Readonly<Record<string, string>> = {
  png: 'image/png',
  txt: 'text/plain',
  trace: 'application/gzip',
  webm: 'video/webm',
}

/**
 * Hands the files to Vitest, which copies them to its `attachmentsDir` and tells its reporters: HTML shows them, JUnit's has them as properties.
 * It takes annotations of a test that runs only, and what is kept of a failure comes right after that: to Vitest the test runs as long as this
 * takes.
 */
export async function attach(
  { task, annotate }: Pick<TestContext, 'task' | 'annotate'>,
  files: readonly string[],
): Promise<void> {
  const { result } = task
  if (result === undefined) return
  const { state } = result
  result.state = 'run'
  try {
    for (const path of files) {
      const contentType = CONTENT[path.slice(path.lastIndexOf('.') + 1)]
      // The kind is the property's name in JUnit's file, where services for test reports look for this one.
      await annotate(shownPath(path), 'attachment', { path, ...(contentType === undefined ? {} : { contentType }) })
    }
  } finally {
    result.state = state
  }
}
