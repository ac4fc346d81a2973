/** @param folder of the build */
export function writeThirdParty(folder: string): void
