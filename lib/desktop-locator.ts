import { type ActionDefaults, checkDefaults, type Defaults, merged } from './action/options.js'
import type { ActionScope } from './action/scope.js'
import { App, type Surroundings } from './app.js'
import { type Limits, limitsOf, type WaitOptions } from './call/limits.js'
import { isSurehandError, SurehandError } from './errors.js'
import { Locator } from './locator.js'
import { appNotFound, severalApps } from './look/app-query.js'
import type { NativeApplication } from './native/binding.js'
import type { Expression, SelectorStep, Term } from './selector/ast.js'
import { format, parse } from './selector/index.js'
import { Query, queryOf, type SelectorLike } from './tree/query.js'
import { NotYet, polling, until } from './wait/wait.js'

/** How the application is found that a locator of the desktop means; what is not there yet is NotYet. */
interface AppFinder {
  /** For messages, and to tell whether two locators mean the same application. */
  place: string
  find(applications: readonly NativeApplication[], limits: Limits): Promise<NativeApplication | NotYet>
}

/** The application that the first step of a selector names by `process`, `app` or `pid`. */
export function byFirstStep(surroundings: Surroundings, call: string, selector: SelectorLike): AppFinder {
  const query = queryOf(call, selector)
  const terms = termsOf(query.selector.steps[0]).filter(namesApplication)
  const [first, ...others] = terms
  if (first === undefined) {
    throw new SurehandError(
      'INVALID_ARGUMENT',
      `${call}: the first step of ${query.text} names no application. Begin with process:…, app:… or pid:…, as in ` +
        'process:gedit >> role:textbox, or use a locator of an application.',
      { call, selector: query.text },
    )
  }
  const match: Expression = others.length === 0 ? first : { kind: 'and', terms }
  const wanted = { steps: [{ match }] }
  const named = new Query(format(wanted), wanted)
  const asked = { text: `selector ${named.text}` }
  return {
    place: named.text,
    async find(applications, limits) {
      const matching = await matchingApplications(surroundings, named, applications, limits)
      if (matching.length > 1) throw severalApps(asked, matching)
      return matching[0] ?? new NotYet(() => appNotFound(asked, applications))
    },
  }
}

/** The application of the element that a ref names. */
export function byRef({ native }: Surroundings, ref: string): AppFinder {
  const stale = (why: string) => new SurehandError('STALE', `${ref} ${why} Take a new snapshot.`, { ref })
  return {
    place: `ref:${ref}`,
    async find(applications) {
      const element = native.elementOfRef(ref)
      if (element === undefined) throw stale('was not handed out by this desktop, or its application has ended.')
      const application = applications.find(({ key }) => key === element.appKey)
      if (application === undefined) throw stale('belongs to an application that has ended.')
      return application
    },
  }
}

/** The applications as a tree of data, so that selectors mean the same here as everywhere. */
async function matchingApplications(
  { binding }: Surroundings,
  query: Query,
  applications: readonly NativeApplication[],
  limits: Limits,
): Promise<NativeApplication[]> {
  const children = applications.map(({ name, otherNames, executable, id, pid }) => ({
    role: 'application',
    name,
    pid,
    ...(executable === '' ? {} : { process: executable }),
    apps: [executable, id, ...otherNames, name].filter((each) => each !== ''),
  }))
  const text = JSON.stringify({ role: 'generic', children })
  const tree = await limits.call((native) => binding.parseSnapshot(text, native))
  const nodes = new Set(await limits.call((native) => tree.matchAsync(query.compiled, {}, native)))
  // The root comes first, and applications have nothing below them.
  return applications.filter((_, index) => nodes.has(index + 1))
}

function termsOf(step: SelectorStep | undefined): readonly Expression[] {
  if (step === undefined) return []
  return step.match.kind === 'and' ? step.match.terms : [step.match]
}

function namesApplication(term: Expression): term is Term {
  return term.kind === 'pid' || (term.kind === 'text' && (term.key === 'process' || term.key === 'app'))
}

/** Elements of an application that is looked up each time, as they are. */
export class DesktopLocator extends Locator {
  constructor(
    private readonly surroundings: Surroundings,
    private readonly finder: AppFinder,
    selector: SelectorLike,
    private readonly own: Defaults = {},
    private readonly restless?: number,
  ) {
    super(placeholder(surroundings, finder), selector, 'desktop.locator(selector)')
  }

  override with(defaults: ActionDefaults): DesktopLocator {
    checkDefaults('locator.with(options)', defaults)
    return new DesktopLocator(this.surroundings, this.finder, this.selector, merged(this.own, defaults), this.restless)
  }

  /** @internal */
  override untilRest(timeout: number): DesktopLocator {
    return new DesktopLocator(this.surroundings, this.finder, this.selector, this.own, timeout)
  }

  protected override derived(selector: string): DesktopLocator {
    return new DesktopLocator(this.surroundings, this.finder, format(parse(selector)), this.own, this.restless)
  }

  /** @internal The same elements, of the application that is waited for. */
  override async resolved(limits: Limits): Promise<Locator> {
    return this.of(await until(limits, polling, () => this.look(limits)))
  }

  /** @internal What it does about everything that takes an application. */
  async forward(name: Forwarded, given: readonly unknown[]): Promise<unknown> {
    const last = Locator.prototype[name].length - 1
    const options = given[last] as (WaitOptions & { state?: string }) | undefined
    const { timeout, signal } = merged(this.own, options)
    const limits = limitsOf(this.surroundings, { timeout, signal })
    const absent = ABSENT.get(name)
    const waits = absent === undefined && !awaitsAbsence(name, options)
    const now = waits ? undefined : await this.look(limits)
    if (now instanceof NotYet) return absent?.()
    const locator = now === undefined ? await this.resolved(limits) : this.of(now)
    const rest = await Promise.all(given.map((value) => resolvedWithin(value, limits)))
    if (options?.timeout !== undefined)
      rest[last] = { ...(rest[last] as object), timeout: Math.max(1, limits.remaining) }
    const method = locator[name] as (...given: unknown[]) => Promise<unknown>
    try {
      return await method.apply(locator, rest)
    } catch (error) {
      // What is waited for to be gone is gone with its application.
      if (awaitsAbsence(name, options) && isSurehandError(error, 'APP_EXITED')) return undefined
      throw error
    }
  }

  private async look(limits: Limits): Promise<NativeApplication | NotYet> {
    const applications = await limits.call((native) => this.surroundings.native.applications(native))
    return this.finder.find(applications, limits)
  }

  private of(application: NativeApplication): Locator {
    const app = new App(this.surroundings, application)
    const locator = app.with(this.own).locator(this.selector)
    return this.restless === undefined ? locator : locator.untilRest(this.restless)
  }
}

/** What takes an application: all that a locator does but making others. */
export const FORWARDED = [
  'click',
  'doubleClick',
  'rightClick',
  'hover',
  'fill',
  'clear',
  'type',
  'press',
  'check',
  'uncheck',
  'setChecked',
  'toggle',
  'select',
  'selectOption',
  'expand',
  'collapse',
  'setValue',
  'focus',
  'scroll',
  'scrollIntoView',
  'dragTo',
  'invoke',
  'insertText',
  'setCaret',
  'selectText',
  'deselect',
  'screenshot',
  'capture',
  'highlight',
  'name',
  'role',
  'value',
  'inputValue',
  'description',
  'textContent',
  'bounds',
  'states',
  'isEnabled',
  'isEditable',
  'isFocused',
  'isChecked',
  'isSelected',
  'isExpanded',
  'isVisible',
  'exists',
  'count',
  'all',
  'snapshot',
  'tree',
  'waitFor',
  'expectGone',
] as const satisfies readonly (keyof Locator)[]

type Forwarded = (typeof FORWARDED)[number]

for (const name of FORWARDED) {
  Object.defineProperty(DesktopLocator.prototype, name, {
    configurable: true,
    writable: true,
    value(this: DesktopLocator, ...given: unknown[]) {
      return this.forward(name, given)
    },
  })
}

// What does not wait says of an application that is not there.
const ABSENT: ReadonlyMap<Forwarded, () => unknown> = new Map<Forwarded, () => unknown>([
  ['exists', () => false],
  ['isVisible', () => false],
  ['count', () => 0],
  ['all', () => []],
])

function awaitsAbsence(name: Forwarded, options: { state?: string } | undefined): boolean {
  if (name === 'expectGone') return true
  return name === 'waitFor' && (options?.state === 'detached' || options?.state === 'hidden')
}

/** An argument with the locators of the desktop in it resolved: `dragTo(locator)`, `{ verify: { exists: locator } }`. */
async function resolvedWithin(value: unknown, limits: Limits): Promise<unknown> {
  if (value instanceof DesktopLocator) return value.resolved(limits)
  if (Array.isArray(value)) return Promise.all(value.map((each) => resolvedWithin(each, limits)))
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value
  const members = Object.entries(value).map(async ([name, each]) => [name, await resolvedWithin(each, limits)] as const)
  return Object.fromEntries(await Promise.all(members))
}

/** What the parts of a locator that need no application go by. */
function placeholder({ binding, native, defaultTimeout, defaults }: Surroundings, { place }: AppFinder): ActionScope {
  return {
    binding,
    native,
    target: { appKey: place },
    place: `the desktop (${place})`,
    app: { name: '', id: '', executable: '', pid: 0 },
    get events(): never {
      throw new Error('a locator of the desktop observes nothing itself')
    },
    defaults: defaults ?? {},
    hasTree: true,
    defaultTimeout,
  }
}
