export function buildBin(folder: string): Promise<void>
