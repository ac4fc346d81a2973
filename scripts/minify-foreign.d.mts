/** Minifies the files of the build that are of other packages, nearly all of them. */
export function minifyForeign(folder: string): void
