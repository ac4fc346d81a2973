import { hasPattern, isUncertain, OPEN, patternOf, QUESTION, STAR, UNKNOWN, UNSET } from './marks.js'

/** Whose loss is the loss of everything: the root, homes, what the system is made of, whole disks. */
const ROOTS = [
  '/',
  ...['/bin', '/boot', '/dev', '/etc', '/home', '/lib', '/lib32', '/lib64', '/mnt', '/media', '/opt', '/proc', '/root'],
  ...['/run', '/sbin', '/srv', '/sys', '/usr', '/usr/bin', '/usr/lib', '/usr/sbin', '/usr/local', '/usr/share', '/var'],
  ...['/var/lib', '/home/user', '/Users/user', '/mnt/c', '/mnt/c/Windows', '/mnt/c/Users', '/boot/efi'],
  ...['/System', '/Library', '/Users', '/Applications', '/Volumes', '/private', '/private/etc', '/private/var'],
]

/** What a path comes to without `.`, `..`, doubled slashes and the links that lead to the root. */
export function normalised(path: string, cwd: string | undefined): string {
  let text = path.replace(/^~(?=\/|$)/, '/home/user').replace(/^~root(?=\/|$)/, '/root')
  text = text.replace(/^~\w+(?=\/|$)/, '/home/user')
  if (/^[a-z]:[\\/]?$/i.test(text)) return '/'
  if (!text.startsWith('/')) {
    if (cwd === undefined) return text
    text = `${cwd}/${text}`
  }
  const parts: string[] = []
  for (const part of text.split('/')) {
    if (part === '' || part === '.') continue
    if (part === '..') parts.pop()
    else parts.push(part)
  }
  const whole = `/${parts.join('/')}`
  return (
    whole.replace(/^\/proc\/[^/]+\/(?:root|cwd)(?=\/|$)/, '').replace(/^\/home\/[^/*\uE003]+(?=\/|$)/, '/home/user') ||
    '/'
  )
}

/** Whether deleting what a word means deletes a root: it, or everything that is in it. `maybe`: by what is not known of it. */
export function isRoot(word: string, cwd: string | undefined): 'yes' | 'maybe' | 'no' {
  if (word.includes(UNKNOWN)) return /^[\uE000\uE001/.*\uE003]+$/.test(word) ? 'maybe' : 'no'
  const known = word.replaceAll(UNSET, '')
  if (known === '') return 'no'
  const everything = new RegExp(`/(?:\\.?[*${STAR}]+|\\.[[?${OPEN}${QUESTION}][^/]*|\\{.*\\})$`)
  for (const path of [known, known.replace(everything, '') || '/']) {
    if (path !== known && !everything.test(known)) continue
    if (isRootPath(normalised(path, cwd))) return isUncertain(word) ? 'maybe' : 'yes'
  }
  // `*` and `.` alone, in a root.
  if (/^(?:\.\/)?[*\uE003]+$/.test(known) && cwd !== undefined && isRootPath(cwd)) return 'yes'
  return 'no'
}

function isRootPath(path: string): boolean {
  if (!path.startsWith('/')) return false
  if (/^\/(?:home|Users)\/[^/]+$/.test(path)) return true
  if (!hasPattern(path)) return ROOTS.includes(path)
  const pattern = patternOf(path)
  return ROOTS.some((root) => pattern.test(root))
}

const DEVICES =
  /^\/dev\/(?:[shv]d[a-z]|xvd[a-z]|nvme\d|mmcblk\d|mtd|md\d|dm-\d|loop\d|sr\d|r?disk\d|disk\/|mapper\/|mem$|kmem$|port$|block\/)/
/** Some of them, for what a pattern could mean. */
const SOME_DEVICES = [
  '/dev/sda',
  '/dev/sda1',
  '/dev/hda',
  '/dev/vda',
  '/dev/nvme0n1',
  '/dev/mmcblk0',
  '/dev/disk0',
  '/dev/mem',
]

/** Whether what is written there is written over a disk or the memory. */
export function isDevice(word: string, cwd: string | undefined): boolean {
  const known = word.replaceAll(UNSET, '').replaceAll(UNKNOWN, '')
  if (/^\\\\[.?]\\(?:physicaldrive|harddisk|[a-z]:)/i.test(known)) return true
  const path = normalised(known, cwd)
  if (!hasPattern(path)) return DEVICES.test(path)
  const pattern = patternOf(path)
  return SOME_DEVICES.some((device) => pattern.test(device))
}

const VITAL = /^\/(?:etc\/(?:passwd|shadow|group|sudoers|fstab)|boot\/(?:vmlinuz|initrd|grub\/grub\.cfg)[^/]*)$/

/** Whether a system does without it no more. */
export function isVital(word: string, cwd: string | undefined): boolean {
  return VITAL.test(normalised(word, cwd))
}
