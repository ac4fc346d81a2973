/** @param folder of the build */
export function writeThirdParty(folder: string): void
/** The packages that are bundled there, by their paths from the root: `node_modules/yaml`. @param folder of the build */
export function bundledIn(folder: string): string[]
