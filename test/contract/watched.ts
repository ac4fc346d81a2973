import { Desktop, type Outgoing } from '../../lib/sdk/index.js'
import type { NativeDesktop } from '../../lib/sdk/native/binding.js'
import { loadNative } from '../../lib/sdk/native/load.js'

type Method = Exclude<keyof NativeDesktop, 'backend' | 'clickInterval'>

/**
 * Every call there is into the native part, and the route by which it sends something. A new one does not compile before somebody says
 * here what it does.
 */
const METHODS: Record<Method, Outgoing['route'] | 'sends nothing'> = {
  invoke: 'action',
  input: 'input',
  arrange: 'window',
  activate: 'window',
  close: 'window',
  launch: 'process',
  quit: 'process',
  writeClipboard: 'action',
  // Scrolls a list to where its item is made, to find it: no key, no press, no value.
  realize: 'sends nothing',
  applications: 'sends nothing',
  windows: 'sends nothing',
  snapshot: 'sends nothing',
  find: 'sends nothing',
  findAmong: 'sends nothing',
  observe: 'sends nothing',
  hotkey: 'sends nothing',
  userInput: 'sends nothing',
  fingerprint: 'sends nothing',
  processorTime: 'sends nothing',
  keptTrees: 'sends nothing',
  windowAt: 'sends nothing',
  popups: 'sends nothing',
  elementAt: 'sends nothing',
  selectedRange: 'sends nothing',
  textBounds: 'sends nothing',
  foreground: 'sends nothing',
  screenshot: 'sends nothing',
  displays: 'sends nothing',
  permissions: 'sends nothing',
  capabilities: 'sends nothing',
  charactersWithoutKey: 'sends nothing',
  readClipboard: 'sends nothing',
  program: 'sends nothing',
  elementOfRef: 'sends nothing',
  record: 'sends nothing',
  apply: 'sends nothing',
  dispose: 'sends nothing',
}

export const SENDING = (Object.keys(METHODS) as Method[]).filter((method) => METHODS[method] !== 'sends nothing')

export interface Watched extends AsyncDisposable {
  desktop: Desktop
  /** What was sent, by the native calls. */
  sent: Method[]
  /** Of these, what nobody was asked about right before, by that route. */
  unasked: Method[]
  /** Native calls that are in no list. */
  unknown: string[]
}

/** A desktop whose native part is watched: a hook's question is good for one thing that is sent, by the route that it named. */
export async function watched(options: Parameters<typeof Desktop.open>[0]): Promise<Watched> {
  const sent: Method[] = []
  const unasked: Method[] = []
  const unknown: string[] = []
  let asked: Outgoing['route'] | undefined
  const binding = loadNative()
  const open = binding.openDesktop
  binding.openDesktop = async (...given) =>
    new Proxy(await open.apply(binding, given), {
      get(native, name) {
        const value: unknown = Reflect.get(native, name, native)
        if (typeof value !== 'function' || typeof name !== 'string') return value
        return (...args: unknown[]) => {
          const method = name as Method
          if (!(name in METHODS)) unknown.push(name)
          else if (METHODS[method] !== 'sends nothing') {
            sent.push(method)
            if (asked !== METHODS[method]) unasked.push(method)
            asked = undefined
          }
          return value.apply(native, args)
        }
      },
    })
  try {
    const beforeDispatch = ({ route }: Outgoing) => {
      asked = route
    }
    const desktop = await Desktop.open({ ...options, hooks: { beforeDispatch } })
    return { desktop, sent, unasked, unknown, [Symbol.asyncDispose]: () => desktop.dispose() }
  } finally {
    binding.openDesktop = open
  }
}
