/** Removes the CommonJS files of the build that no entry of the package loads. @param about package.json */
export function removeUnreachable(folder: string, about: object): void
