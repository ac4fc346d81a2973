import type { ActionOptions, PlaceOptions } from '../sdk/action/options.js'
import type { App } from '../sdk/app.js'
import type { Foreground } from '../sdk/desktop/desktop-types.js'
import { isSurehandError } from '../sdk/errors.js'
import type { Locator } from '../sdk/locator.js'
import type { NearMiss } from '../sdk/look/candidates.js'
import type { Acted, Receipt } from '../sdk/receipt.js'
import type { Window } from '../sdk/window.js'
import { Person } from './ask/person.js'
import { questionsOf, Skipped } from './ask/step.js'
import { encoded } from './capture/encode.js'
import { outline } from './capture/image.js'
import { union } from './capture/rect.js'
import { inWords, shotOf } from './capture/shot.js'
import { Deadline } from './deadline.js'
import type {
  actionOptions,
  changeOptions,
  elementActionOptions,
  screenshotOptions,
  windowManagementOptions,
} from './options/index.js'
import type { ValueOf } from './schema.js'
import type { Session } from './session.js'
import { limitsOf, listOf, type Target, targetOf } from './target.js'
import { nearMissesAlong } from './text/near-misses.js'
import { treeOf } from './text/outline.js'
import { receiptText } from './text/receipt-text.js'
import type { Answer, Call, PictureContent } from './tool.js'

export type ElementInput = ValueOf<{ properties: typeof elementActionOptions }>
export type ActionInput = ValueOf<{
  properties: typeof actionOptions & typeof changeOptions & typeof windowManagementOptions & typeof screenshotOptions
}>

/** An action on the element that an input's selector means. */
export async function actOnElement(
  session: Session,
  input: ElementInput & { selector: string },
  call: Call,
  verb: (locator: Locator, options: ActionOptions) => Promise<Receipt>,
): Promise<Answer> {
  const deadline = Deadline.of(input.timeout_ms, session.timeout)
  const target = await targetOf(session, input, deadline, call)
  const alternatives = listOf(input.alternative_selectors)
  const fallbacks = listOf(input.fallback_selectors)
  return act(session, input, call, { ...target, deadline }, ({ timeout: _, ...options }) =>
    verb(target.locator, { ...options, alternatives, fallbacks, ...limitsOf(deadline, call) }),
  )
}

/** Where an action is about to happen. Of a point or a ref, the application may not be known. */
export type Place = Partial<Target> & { deadline: Deadline }

/**
 * The one way in which a tool acts: what the shared options ask for before, the action by the executor, what they ask for
 * afterwards. All of it is sent by the session's desktop, whose hooks are asked.
 */
export async function act(
  session: Session,
  input: ActionInput,
  call: Call,
  place: Place,
  verb: (options: ActionOptions) => Promise<Receipt>,
): Promise<Answer> {
  const { deadline } = place
  const before =
    input.restore_focus && manages(input) ? await session.desktop.foreground(limits(deadline, call)) : undefined
  await arrange(input, place, call)
  const misses: NearMiss[] = []
  const picture = new OutlinedPicture(input.highlight_before_action === true, (element) =>
    outlined(session, element, deadline, call),
  )
  const options = { ...optionsOf(input, place, call), ...picture.option() }
  const whose = place.app?.name ?? 'what shows'
  const person = new Person(call, input.ask_person ?? session.askAboutSteps)
  const questions = questionsOf(session, person.call, whose, input.timeout_ms ?? session.timeout, misses)
  const receipt = await verb({ ...options, ...questions }).catch((error: unknown) => {
    if (error instanceof Skipped) return error
    throw nearMissesAlong(person.toldIn(error), misses)
  })
  if (receipt instanceof Skipped) return leftOut(receipt)
  session.seen.receipt(receipt)
  const after = new Deadline(input.timeout_ms ?? session.timeout)
  const extras = new Extras()
  const app = place.app ?? (await extras.add('the application', () => appOf(session, receipt, after, call)))
  const where = place.window ?? app
  const tree =
    input.include_tree_after_action && where !== undefined
      ? await extras.add('the tree', () => treeOf(where, input, session, after, call))
      : undefined
  const pictures = [
    ...picture.taken,
    ...((await extras.add('the pictures', () => picturesOf(session, input, where, after, call, extras.missing))) ?? []),
  ]
  await extras.add('giving the keyboard back', () => giveBack(before, after, call))
  return answerOf(receipt, input, tree, pictures, extras.missing)
}

function manages({ enable_window_management = true }: ActionInput): boolean {
  return enable_window_management
}

const limits = (deadline: Deadline, { signal }: Call) => ({ timeout: deadline.remaining, signal })

async function arrange(input: ActionInput, { app, window, deadline }: Place, call: Call): Promise<void> {
  if (app === undefined || !manages(input)) return
  if (!input.maximize_target && !input.bring_to_front) return
  const own = window ?? (await app.window(undefined, limits(deadline, call)))
  const options: PlaceOptions = { ...limits(deadline, call), diff: false }
  if (input.maximize_target) await own.maximize(options)
  if (input.bring_to_front) await own.activate({ ...options, timeout: deadline.remaining })
}

function optionsOf(input: ActionInput, { app, deadline }: Place, call: Call): ActionOptions {
  const { retries, verify_element_exists, verify_element_not_exists, verify_timeout_ms } = input
  const exists = verify_element_exists || undefined
  const notExists = verify_element_not_exists || undefined
  const verify = { exists, notExists, ...(verify_timeout_ms === undefined ? {} : { timeout: verify_timeout_ms }) }
  return {
    ...limits(deadline, call),
    ...(retries === undefined ? {} : { retries }),
    ...(exists === undefined && notExists === undefined ? {} : { verify }),
    // Where nothing else tells which application it was, its tree afterwards does.
    diff: (input.ui_diff_before_after ?? true) || (app === undefined && input.include_tree_after_action === true),
  }
}

/** The application that a receipt is about, when only that tells. */
async function appOf({ desktop }: Session, receipt: Receipt, deadline: Deadline, call: Call): Promise<App | undefined> {
  const pid = receipt.after?.root.pid
  return pid === undefined ? undefined : desktop.app({ pid }, limits(deadline, call))
}

async function giveBack(before: Foreground | undefined, deadline: Deadline, call: Call) {
  if (before?.window === undefined) return
  if (await before.window.isActive(limits(deadline, call)).catch(() => true)) return
  await before.window.activate({ ...limits(deadline, call), diff: false })
}

async function picturesOf(
  { desktop }: Session,
  input: ActionInput,
  place: App | Window | undefined,
  deadline: Deadline,
  call: Call,
  notes: string[],
): Promise<PictureContent[]> {
  const pictures: PictureContent[] = []
  const take = async (what: Parameters<typeof shotOf>[1]) => {
    const shot = await shotOf(desktop, what, deadline, call)
    pictures.push(await encoded(shot.image, 'png'))
    if (shot.unknown.length > 0) notes.push(inWords(shot).trim())
  }
  if (input.include_window_screenshot && place !== undefined) {
    const area =
      'area' in place ? await place.area(limits(deadline, call)) : await place.boundingBox(limits(deadline, call))
    if (area !== undefined) await take({ area })
  }
  if (input.include_monitor_screenshots) {
    for (const { id, bounds } of await desktop.displays(limits(deadline, call)))
      await take({ display: id, area: bounds })
  }
  return pictures
}

/** What a person had left out is no failure, and says nothing of an effect but what was sent before. */
function leftOut({ verb, sent, why }: Skipped): Answer {
  return {
    text: `${verb}: left out, as the person wants${sent ? '; it had been sent before' : ''}.`,
    shown: why.message,
    data: { action: verb, skipped: true, effect: 'unknown', duration_ms: 0 },
  }
}

/** What an action did, in as many tokens as an agent reads after every step. */
export function answerOf(
  receipt: Receipt,
  input: ActionInput,
  tree: Awaited<ReturnType<typeof treeOf>> | undefined,
  pictures: readonly PictureContent[],
  missing: readonly string[],
): Answer {
  const { verb, effect, route, element, selector, attempts, diff, duration, pending, note } = receipt
  const says = input.ui_diff_before_after ?? true
  const more =
    tree?.left === undefined ? '' : ` The tree has ${tree.left.lines} lines more: cursor ${tree.left.cursor} reads on.`
  const lines = receiptText(receipt, says)
  return {
    text: [`${verb}: ${effect}.${more}`, ...missing].join('\n'),
    shown: tree === undefined ? lines : `${lines}\n\n${tree.text}`,
    data: {
      action: verb,
      effect,
      route,
      ...(pending ? { pending } : {}),
      ...(note === undefined ? {} : { note }),
      element: { ref: element.ref, role: element.role, ...(element.name === undefined ? {} : { name: element.name }) },
      found_by: selector,
      attempts: attempts.length,
      ...(says && diff !== undefined ? { changes: diff.summary } : {}),
      ...(tree?.left === undefined ? {} : { tree_cursor: tree.left.cursor, tree_lines_left: tree.left.lines }),
      duration_ms: Math.round(duration),
    },
    pictures,
  }
}

/** What a result says of an action, as data. */
export const actionResult = {
  action: { type: 'string' },
  skipped: { type: 'boolean', description: 'A person had it left out after it failed.' },
  effect: {
    enum: ['verified', 'changed', 'unchanged', 'unknown'],
    description: 'What is known of the effect, and no more. verified: what was asked for became true.',
  },
  route: { type: 'string' },
  pending: { type: 'boolean', description: 'It was sent and had not returned: it may have opened a dialog.' },
  note: {
    type: 'string',
    description: 'What had the focus when keys were sent; what became of a text before the keys that followed it.',
  },
  element: { type: 'object', description: 'What was acted on: ref, role, name.' },
  found_by: { type: 'string', description: 'The selector that found it.' },
  attempts: { type: 'integer' },
  changes: { type: 'string' },
  tree_cursor: { type: 'string' },
  tree_lines_left: { type: 'integer' },
  duration_ms: { type: 'integer' },
} as const

/** The picture with the element outlined that is taken right before the executor acts. */
class OutlinedPicture {
  private picture: PictureContent | undefined

  constructor(
    private readonly wanted: boolean,
    private readonly take: (element: Acted) => Promise<PictureContent>,
  ) {}

  option(): Pick<ActionOptions, 'confirm'> {
    if (!this.wanted) return {}
    return {
      // Asked where nothing stands between it and the action but what a person would be asked.
      confirm: async ({ element }) => {
        // Of what follows on the same element (the keys after a text), it is not the one before the action.
        this.picture ??= await this.take(element)
        return true
      },
    }
  }

  /** None where nothing had to be done. */
  get taken(): PictureContent[] {
    return this.picture === undefined ? [] : [this.picture]
  }
}

/** The displays together, with a frame around the element. */
async function outlined({ desktop }: Session, { ref }: Acted, deadline: Deadline, call: Call): Promise<PictureContent> {
  const displays = await desktop.displays(limits(deadline, call))
  const { image } = await shotOf(desktop, { area: displays.map(({ bounds }) => bounds).reduce(union) }, deadline, call)
  const bounds = ref === '' ? undefined : await desktop.ref(ref).boundingBox(limits(deadline, call))
  if (bounds !== undefined) outline(image, bounds)
  return encoded(image, 'png')
}

/** What is given beside a result: the action was done, whatever becomes of these, and a result says what is missing. */
class Extras {
  readonly missing: string[] = []

  async add<T>(what: string, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work()
    } catch (error) {
      this.missing.push(
        `Missing: ${what} (${isSurehandError(error) ? error.code : String(error)}). The action itself was done.`,
      )
      return undefined
    }
  }
}
