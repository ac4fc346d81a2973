import { execFileSync, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { Desktop } from '../../../lib/sdk/desktop.js'
import type { App } from '../../../lib/sdk/index.js'

/** Where the window of colours_gtk3.py shows nothing but its colour, wherever it lies. */
const BELOW = 60

export type Colour = 'red' | 'lime' | 'blue' | 'other'

/** What three bytes are nearest to: a video keeps colours roughly. */
function colourOf([red = 0, green = 0, blue = 0]: Iterable<number> & { [at: number]: number | undefined }): Colour {
  const bright = (value: number) => value > 170
  const dark = (value: number) => value < 90
  if (bright(red) && dark(green) && dark(blue)) return 'red'
  if (dark(red) && bright(green) && dark(blue)) return 'lime'
  return dark(red) && dark(green) && bright(blue) ? 'blue' : 'other'
}

/** A place on the screen that shows the colour of the window. */
export async function placeOf(app: App): Promise<{ x: number; y: number }> {
  const bounds = await (await app.window()).boundingBox()
  if (bounds === undefined) throw new Error('The window says no bounds.')
  const { x, y, width, height } = bounds
  return { x: Math.round(x + width / 2), y: Math.round(y + height - BELOW) }
}

/** Resolves when the screen shows it there, with when that was: ms since the epoch. */
export async function shown(desktop: Desktop, { x, y }: { x: number; y: number }, colour: Colour): Promise<number> {
  for (;;) {
    const { rgba } = await desktop.image({ area: { x, y, width: 1, height: 1 } })
    if (colourOf(rgba) === colour) return Date.now()
    await pause(10)
  }
}

/** Each picture of a video: when it is shown, ms from its beginning, and its colour at that place. */
export function coloursOf(path: string, { x, y }: { x: number; y: number }): { at: number; colour: Colour }[] {
  const filters = `showinfo,crop=2:2:${x - (x % 2)}:${y - (y % 2)}`
  const decoded = spawnSync(
    'ffmpeg',
    ['-i', path, '-vf', filters, '-vsync', 'passthrough', '-f', 'rawvideo', '-pix_fmt', 'rgb24', 'pipe:1'],
    { maxBuffer: 64 * 1024 * 1024 },
  )
  const times = [...String(decoded.stderr).matchAll(/ pts_time:([\d.]+)/g)].map(([, time]) => Number(time) * 1000)
  return times.map((at, index) => ({ at, colour: colourOf(decoded.stdout.subarray(index * 12)) }))
}

/** What ffprobe says of a file: ms, px. */
export function probed(path: string): { codec: string; width: number; height: number; duration: number } {
  const entries = ['-show_entries', 'stream=codec_name,width,height:format=duration']
  const said = execFileSync('ffprobe', ['-v', 'error', ...entries, '-of', 'json', path], { encoding: 'utf8' })
  const { streams, format } = JSON.parse(said) as {
    streams: { codec_name: string; width: number; height: number }[]
    format: { duration: string }
  }
  const { codec_name: codec = '', width = 0, height = 0 } = streams[0] ?? {}
  return { codec, width, height, duration: Number(format.duration) * 1000 }
}

/** Processes that record this session, zombies included. */
export function recording({ directory }: { directory: string }): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(`SUREHAND_VIDEO=${directory}/`)
      } catch {
        return false
      }
    })
    .map(Number)
}
