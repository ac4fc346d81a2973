/** A ZIP archive of files, the same bytes for the same files: each has the first time that ZIP knows. PKWARE's APPNOTE has the format. */
import { crc32, deflateRawSync } from 'node:zlib'

const VERSION = 20
const DEFLATED = 8
const NAMES_ARE_UTF8 = 0x800
const FIRST_DAY = (1 << 5) | 1

/** @param {[string, Buffer][]} files each with its path in the archive @returns {Buffer} */
export function zip(files) {
  const parts = []
  const directory = []
  let offset = 0
  for (const [path, content] of files) {
    const name = Buffer.from(path)
    const data = deflateRawSync(content, { level: 9 })
    const about = aboutFile(name, content, data)
    const local = Buffer.concat([numbers([4, 0x04034b50]), about, name, data])
    // Of the directory's own: no comment, the first disk, no attributes.
    directory.push(
      numbers([4, 0x02014b50], [2, VERSION]),
      about,
      numbers([2, 0], [2, 0], [2, 0], [4, 0], [4, offset]),
      name,
    )
    parts.push(local)
    offset += local.length
  }
  const listed = Buffer.concat(directory)
  const end = numbers(
    [4, 0x06054b50],
    [2, 0],
    [2, 0],
    [2, files.length],
    [2, files.length],
    [4, listed.length],
    [4, offset],
    [2, 0],
  )
  return Buffer.concat([...parts, listed, end])
}

/** What both headers of a file say. */
function aboutFile(name, content, data) {
  return numbers(
    [2, VERSION],
    [2, NAMES_ARE_UTF8],
    [2, DEFLATED],
    [2, 0],
    [2, FIRST_DAY],
    [4, crc32(content)],
    [4, data.length],
    [4, content.length],
    [2, name.length],
    [2, 0],
  )
}

/** @param {[2 | 4, number][]} fields their sizes in bytes, and their values */
function numbers(...fields) {
  return Buffer.concat(
    fields.map(([size, value]) => {
      const field = Buffer.alloc(size)
      field.writeUIntLE(value, 0, size)
      return field
    }),
  )
}
