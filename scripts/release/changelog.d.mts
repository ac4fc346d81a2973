/** Why the version cannot be released yet, `undefined` if it can. */
export function unfinished(changelog: string, version: string): string | undefined
/** The part of that version: the release's notes. */
export function notesOf(changelog: string, version: string): string
