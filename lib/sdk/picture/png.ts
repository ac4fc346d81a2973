import { crc32, createDeflate } from 'node:zlib'

/** Pixels as the native layer gives them: RGBA, 8 bits each, rows without padding. */
export interface Pixels {
  width: number
  height: number
  rgba: Uint8Array
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

// What is copied in one go. Half a megabyte takes well under a millisecond, so the event loop never notices; the
// compression itself runs on zlib's own thread.
const SLAB = 512 * 1024

/** Encodes pixels as a PNG file (true colour with alpha), without holding up the event loop. */
export async function encodePng({ width, height, rgba }: Pixels): Promise<Buffer> {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 6, 0, 0, 0], 8) // 8 bits a channel, RGBA, deflate, adaptive filtering, not interlaced
  return Buffer.concat([
    SIGNATURE,
    ...chunk('IHDR', header),
    ...chunk('IDAT', await compress(width, height, rgba)),
    ...chunk('IEND', Buffer.alloc(0)),
  ])
}

async function compress(width: number, height: number, rgba: Uint8Array): Promise<Buffer> {
  // Screens are flat areas: the cheapest level with lazy matching loses little to the highest.
  const deflate = createDeflate({ level: 4 })
  const parts: Buffer[] = []
  deflate.on('data', (part: Buffer) => parts.push(part))
  const done = new Promise<void>((resolve, reject) => deflate.on('end', resolve).on('error', reject))

  const stride = width * 4
  const rowsPerSlab = Math.max(1, Math.floor(SLAB / Math.max(1, stride)))
  for (let row = 0; row < height; row += rowsPerSlab) {
    const rows = Math.min(rowsPerSlab, height - row)
    const slab = Buffer.alloc(rows * (stride + 1)) // each row begins with its filter: 0, none
    for (let i = 0; i < rows; i++) {
      slab.set(rgba.subarray((row + i) * stride, (row + i + 1) * stride), i * (stride + 1) + 1)
    }
    await new Promise<void>((resolve, reject) => {
      deflate.write(slab, (error) => (error ? reject(error) : resolve()))
    })
  }
  deflate.end()
  await done
  return Buffer.concat(parts)
}

function chunk(type: string, content: Buffer): Buffer[] {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(content.length, 0)
  head.write(type, 4, 'latin1')
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(content, crc32(type)), 0)
  return [head, content, sum]
}
