/** What is not as it has to be. @param processor `x86_64` or `aarch64` */
export function inspectPe(file: string, processor: string): string[]
