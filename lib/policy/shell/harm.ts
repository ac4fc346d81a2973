import type { Judgement, RuleName } from '../judgement.js'
import { isNarrowed, startsOfFind } from './found.js'
import { STAR, UNSET } from './marks.js'
import { isDevice, isRoot, isVital } from './places.js'

/** What a command does by itself, by its name and its words. */
export function harmOf(name: string, words: readonly string[], cwd: string | undefined): Judgement[] {
  const found: Judgement[] = []
  const add = (rule: RuleName, reason: string, outcome: 'ask' | 'deny' = 'deny') => {
    found.push({ outcome, rule, reason })
  }
  const { options, operands } = sorted(words)
  const root = (targets: readonly string[], reason: string) => {
    const worst = targets.map((target) => isRoot(target, cwd))
    if (worst.includes('yes')) add('delete-root', reason)
    else if (worst.includes('maybe')) add('delete-root', `${reason}, where a variable is not set`, 'ask')
  }
  const device = (targets: readonly string[], reason: string) => {
    if (targets.some((target) => isDevice(target, cwd))) add('write-device', reason)
  }
  const has = (short: string, ...long: string[]) =>
    options.some((option) =>
      /^-[^-]/.test(option) ? [...short].some((one) => option.includes(one)) : starts(option, long),
    )

  switch (name) {
    case 'rm':
    case 'srm':
    case 'trash':
    case 'trash-put':
    case 'rimraf': {
      const everything = operands.some((operand) => operand.endsWith(STAR))
      if (name === 'rimraf' || has('rR', '--recursive') || everything) root(operands, 'it deletes a root or a home')
      if (options.some((option) => '--no-preserve-root'.startsWith(option) && option.length > 6)) {
        add('delete-root', 'it deletes what rm itself protects')
      }
      const bare = operands.some((operand) => /^(?:\.\/?)?[*\uE003]$|^\.\.?\/?$/.test(operand))
      if (has('rR', '--recursive') && bare && cwd === undefined) {
        add('delete-root', 'it deletes everything in a folder that is not known', 'ask')
      }
      if (operands.some((operand) => isVital(operand, cwd)))
        add('delete-root', 'it deletes what the system starts with')
      device(operands, 'it deletes a device')
      break
    }
    case 'find': {
      const deletes =
        words.includes('-delete') ||
        /\s-(?:exec|execdir|ok|okdir)\s+(?:\S*\/)?(?:rm|shred|unlink)\b/.test(` ${words.join(' ')}`)
      if (deletes && !isNarrowed(words)) root(startsOfFind(words), 'it deletes everything below a root or a home')
      break
    }
    case 'tmutil':
      if (/^delete/.test(operands[0] ?? '')) add('delete-root', 'it deletes the backups')
      break
    case 'mv':
      if (operands.length > 1 && operands.slice(0, -1).some((operand) => isRoot(operand, cwd) === 'yes')) {
        add('delete-root', 'it moves a root or a home away')
      }
      device(operands.slice(-1), 'it writes over a device')
      break
    case 'chmod':
    case 'chown':
    case 'chgrp':
    case 'chattr':
    case 'setfacl':
      if (has('R', '--recursive')) root(operands.slice(1), 'it takes a root or a home away from its users')
      break
    case 'rsync':
      if (options.some((option) => option.startsWith('--del'))) root(operands.slice(-1), 'it deletes a root or a home')
      break
    case 'shred':
    case 'wipe':
    case 'truncate':
      device(operands, 'it writes over a device')
      if (operands.some((operand) => isVital(operand, cwd)))
        add('delete-root', 'it deletes what the system starts with')
      break
    case 'dd':
    case 'dcfldd':
    case 'ddrescue':
    case 'pv':
      device(
        words.filter((word) => word.startsWith('of=') || name === 'ddrescue').map((word) => word.replace(/^of=/, '')),
        'it writes over a device',
      )
      break
    case 'cp':
    case 'install':
    case 'ln':
      device(operands.slice(-1), 'it writes over a device')
      if (operands.slice(-1).some((operand) => isVital(operand, cwd))) {
        add('delete-root', 'it writes over what the system starts with')
      }
      break
    case 'tee':
    case 'sponge':
    case 'blkdiscard':
    case 'badblocks':
    case 'pvcreate':
    case 'wipefs':
    case 'mkswap':
    case 'sgdisk':
    case 'sfdisk':
    case 'fdisk':
    case 'gdisk':
    case 'parted':
    case 'cfdisk':
    case 'hdparm':
    case 'nvme':
    case 'cryptsetup':
    case 'mke2fs':
    case 'mkntfs':
    case 'mkreiserfs':
    case 'mkudffs':
    case 'mkdosfs':
    case 'mdadm':
      if (name !== 'hdparm' && name !== 'badblocks') {
        if (!LISTS.test(words.join(' '))) device(operands, 'it writes over a device')
      } else if (
        name === 'hdparm' ? words.some((word) => /security-erase|write-sector|trim-sector/.test(word)) : has('w')
      ) {
        device(operands, 'it writes over a device')
      }
      break
    case 'diskutil':
      if (/^(?:erase|zero|random|secureErase|partitionDisk|apfs delete)/i.test(words.join(' '))) {
        add('write-device', 'it writes over a device')
      }
      break
    case 'lvremove':
    case 'vgremove':
    case 'pvremove':
      add('write-device', 'it takes a volume away', 'ask')
      break
    case 'zpool':
    case 'zfs':
      if (operands[0] === 'destroy') add('write-device', 'it takes a volume away', 'ask')
      break
    case 'unlink':
      if (operands.some((operand) => isVital(operand, cwd)))
        add('delete-root', 'it deletes what the system starts with')
      break
    case 'kill':
      if (words.some((word, index) => index > 0 && word === '-1')) add('kill', 'it ends every program')
      break
    case 'killall':
    case 'pkill':
      if (
        words.some((word) => /^-(?:9|KILL|SIGKILL)$|^-u$/.test(word)) ||
        operands.some((word) => /^\.[*+]?$/.test(word))
      ) {
        add('kill', 'it ends programs without asking them', 'ask')
      }
      break
    case 'shutdown':
    case 'reboot':
    case 'poweroff':
    case 'halt':
      if (!words.some((word) => /^(?:-c|--help|--show|\/\?|\/[\uE004])$/.test(word)))
        add('end-session', 'it switches off or logs out', 'ask')
      break
    case 'init':
    case 'telinit':
      if (/^[06]$/.test(operands[0] ?? '')) add('end-session', 'it switches off or logs out', 'ask')
      break
    case 'systemctl':
    case 'loginctl':
      if (
        /\b(?:poweroff|reboot|halt|kexec|suspend|hibernate|terminate-(?:user|session)|kill-(?:user|session)|lock-sessions?|isolate)\b/.test(
          words.join(' '),
        )
      ) {
        add('end-session', 'it switches off or logs out', 'ask')
      }
      break
    default:
      if (/^(?:mkfs|newfs)(?:[._].*)?$/.test(name)) device(operands, 'it writes over a device')
  }
  return found
}

/** What only tells of a device. */
const LISTS =
  /(?:^|\s)(?:-l|--list|-p|--print|print|list|id-ctrl|smart-log|status|isLuks|luksDump|open|close|--detail|-n|--no-act|-D|--examine|--scan)(?:\s|$)/

/** A command whose name cannot be read: what its words would do to the worst of those that it could be. */
export function harmOfUnknown(words: readonly string[], cwd: string | undefined): Judgement[] {
  const harms = ['rm', 'dd', 'mkfs'].flatMap((name) => harmOf(name, words, cwd))
  return harms.map((harm) => ({
    ...harm,
    outcome: 'ask' as const,
    reason: `${harm.reason}, if it is what it looks like`,
  }))
}

/** Names that a pattern may mean. */
export const HARMFUL = [
  'rm',
  'dd',
  'find',
  'mv',
  'shred',
  'chmod',
  'chown',
  'mkfs.ext4',
  'mkfs',
  'wipefs',
  'tee',
  'cp',
  'sh',
  'bash',
]

/** A target of a redirection. */
export function harmOfTarget(word: string, cwd: string | undefined): Judgement[] {
  if (isDevice(word, cwd)) return [{ outcome: 'deny', rule: 'write-device', reason: 'it writes over a device' }]
  if (!isVital(word, cwd)) return []
  return [{ outcome: 'deny', rule: 'delete-root', reason: 'it writes over what the system starts with' }]
}

function starts(option: string, long: readonly string[]): boolean {
  // Long options may be written as short as they are still told apart.
  return long.some((name) => option.length > 3 && name.startsWith(option.split('=')[0] as string))
}

function sorted(words: readonly string[]): { options: string[]; operands: string[] } {
  const end = words.indexOf('--')
  const before = (end < 0 ? words : words.slice(0, end)).map((word) =>
    word.replaceAll(UNSET, word === UNSET ? UNSET : ''),
  )
  const options = before.filter((word) => /^-./.test(word))
  const operands = (end < 0 ? words : words.slice(0, end)).filter((word) => !/^-./.test(word))
  return { options, operands: [...operands, ...(end < 0 ? [] : words.slice(end + 1))] }
}
