export function buildViewer(folder: string): Promise<void>
