/** What each of several places has to run, so that all are done at about the same time. */

// Seconds that the longest files took when they were measured. Others take about ten.
const LONG = {
  options: 60,
  receipts: 25,
  verbs: 25,
  input: 20,
  retries: 20,
  'hard-desktop': 60,
  events: 15,
  fallbacks: 15,
  lies: 15,
}
const USUAL = 10

/** The longest first, each to who has least. @param {string[]} files @param {number} places @returns {string[][]} */
export function shares(files, places) {
  const own = Array.from({ length: places }, () => ({ seconds: 0, files: /** @type {string[]} */ ([]) }))
  for (const file of [...files].sort((a, b) => secondsOf(b) - secondsOf(a))) {
    const least = own.reduce((best, one) => (one.seconds < best.seconds ? one : best))
    least.files.push(file)
    least.seconds += secondsOf(file)
  }
  return own.map((one) => one.files).filter((mine) => mine.length > 0)
}

/** @param {string} file */
function secondsOf(file) {
  const [, name = ''] = file.match(/([^/]*)\.test\.js$/) ?? []
  return LONG[/** @type {keyof typeof LONG} */ (name)] ?? USUAL
}
