/** What each of several places has to run, so that all are done at about the same time. */

// Seconds that the longest files took when they were measured. Others take about five.
const LONG = {
  options: 38,
  retries: 29,
  fallbacks: 22,
  'hard-desktop': 21,
  verbs: 20,
  lies: 20,
  find: 14,
  'verify-option': 13,
  resolve: 10,
  menu: 10,
  changes: 10,
  receipts: 9,
  point: 9,
}
const USUAL = 5

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
