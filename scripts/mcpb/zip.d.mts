/** A ZIP archive of files, each with its path in the archive: the same bytes for the same files. */
export function zip(files: [string, Buffer][]): Buffer
