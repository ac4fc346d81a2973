/**
 * The commands that a daemon does, by the word that they begin with. Apart from what they are, so that such a command loads
 * little: node itself takes 60 ms on two slow cores, the definitions of all commands another 30.
 */
export const DAEMON_WORDS: ReadonlySet<string> = new Set([
  'open',
  'tree',
  'see',
  'get',
  'wait',
  'click',
  'dblclick',
  'rightclick',
  'check',
  'uncheck',
  'focus',
  'select',
  'menu',
  'drag',
  'set',
  'scroll',
  'fill',
  'type',
  'press',
  'do',
  'diff',
  'view',
  'history',
  'sessions',
  'close',
])

/** Of these, the ones that send nothing. */
export const READING_WORDS: ReadonlySet<string> = new Set([
  'tree',
  'see',
  'get',
  'wait',
  'diff',
  'view',
  'history',
  'sessions',
])
