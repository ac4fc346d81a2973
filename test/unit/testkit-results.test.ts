import { describe, expect, test } from 'vitest'
import { fileName, keptInWords } from '../../lib/test/testkit/results.js'

describe('the name of a test as that of a file', () => {
  test('letters and digits, without what is around them', () => {
    expect(fileName('orders > adds “two” (fails)')).toBe('orders-adds-two-fails')
    expect(fileName('Größe: 5 €')).toBe('Größe-5')
    expect(fileName('+')).toBe('-')
  })

  test('long names that begin in the same way are two', () => {
    const long = `it ${'and so on '.repeat(20)}`
    const [one, other] = [fileName(`${long} here`), fileName(`${long} there`)]
    expect(one).not.toBe(other)
    expect([one.length, other.length]).toEqual([80, 80])
  })
})

describe('what a message says of what is kept of a failure', () => {
  test('the folder once, and what shows the trace', () => {
    expect(keptInWords(['a/desktop.txt', 'a/desktop.png', 'a/test.trace'])).toBe(
      '\n  The desktop then: a/desktop.txt, desktop.png\n  The trace: npx surehand show-trace a/test.trace',
    )
    expect(keptInWords(['my tests/test.trace'])).toBe('\n  The trace: npx surehand show-trace "my tests/test.trace"')
    expect(keptInWords([])).toBe('')
  })

  test('the video', () => {
    expect(keptInWords(['a/desktop.txt', 'a/video.webm', 'a/test.trace'])).toBe(
      '\n  The desktop then: a/desktop.txt\n  The video: a/video.webm\n  The trace: npx surehand show-trace a/test.trace',
    )
  })
})
