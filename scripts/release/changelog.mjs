/** What CHANGELOG.md says of a version. The format is that of Keep a Changelog. */

/** Why the version cannot be released yet, `undefined` if it can. @param {string} changelog @param {string} version */
export function unfinished(changelog, version) {
  const [, newest, when] = /^## \[([^\]]+)\] - (.+)$/m.exec(changelog) ?? []
  if (newest !== version) return `CHANGELOG.md begins with ${newest ?? 'no version'}, and package.json says ${version}.`
  if (!/^\d{4}-\d{2}-\d{2}$/.test(when)) return `CHANGELOG.md gives ${version} no date: "${when}".`
  return undefined
}

/** The part of that version: the release's notes. @param {string} changelog @param {string} version @returns {string} */
export function notesOf(changelog, version) {
  const parts = changelog.split(/^(?=## \[)/m)
  const part = parts.find((one) => one.startsWith(`## [${version}]`)) ?? ''
  return `${part.replace(/^.*\n+/, '').trim()}\n`
}
