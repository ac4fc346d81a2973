import type { ActionScope, Origin } from './action/action-scope.js'
import type { Surroundings } from './app/desktop-surroundings.js'
import { App } from './app.js'
import type { Limits } from './call/limits.js'
import { type ErrorCode, isSurehandError, SurehandError } from './errors.js'
import { Locator } from './locator.js'
import { type AppQuery, appNotFound, checkAppQuery, hasEnded, matchingApps, severalApps } from './look/app-query.js'
import { currentSorted } from './look/current-matches.js'
import type { NativeApplication } from './native/binding.js'
import type { Expression, SelectorStep, Term } from './selector/ast.js'
import { Query } from './tree/query.js'
import { forgetEnded } from './wait/observation.js'
import { endedBy } from './wait/rest.js'
import { NotYet, polling, until } from './wait/wait.js'

/** How the application is found that a locator looks in. */
export interface AppFinder {
  /** For messages, and to tell whether two locators mean the same application. */
  place: string
  /** `query`: what is looked for in it. */
  find(applications: readonly NativeApplication[], limits: Limits, query: Query): Promise<NativeApplication | NotYet>
}

/** The application that a finder finds, looked for each time. */
export class AppOrigin implements Origin {
  constructor(
    private readonly surroundings: Surroundings,
    readonly finder: AppFinder,
  ) {}

  async find(query: Query, limits: Limits): Promise<ActionScope> {
    return (await this.app(query, limits)).scope
  }

  async findNow(query: Query, limits: Limits): Promise<ActionScope | undefined> {
    return (await this.appNow(query, limits))?.scope
  }

  /** The application, waited for. */
  app(query: Query, limits: Limits): Promise<App> {
    return until(limits, polling, async () => {
      const found = await this.look(query, limits)
      return found instanceof NotYet ? found : new App(this.surroundings, found)
    })
  }

  async appNow(query: Query, limits: Limits): Promise<App | undefined> {
    const found = await this.look(query, limits)
    return found instanceof NotYet ? undefined : new App(this.surroundings, found)
  }

  /** Elements of the application that is found. */
  locator(query: Query): Locator {
    return new Locator(placeholder(this.surroundings, this.finder), query, undefined, { origin: this })
  }

  /** What the parts of a locator that need no application go by. */
  get scope(): ActionScope {
    return placeholder(this.surroundings, this.finder)
  }

  private async look(query: Query, limits: Limits): Promise<NativeApplication | NotYet> {
    const applications = await limits.call((native) => this.surroundings.native.applications(native))
    forgetEnded(this.surroundings.native, applications)
    return this.finder.find(applications, limits, query)
  }
}

/** The application that `desktop.app(query)` means. */
export function byAppQuery({ native }: Surroundings, query: AppQuery): AppFinder {
  const wanted = checkAppQuery(query)
  return {
    place: wanted.text,
    async find(applications) {
      const [match, ...others] = matchingApps(wanted, applications)
      if (others.length > 0) throw severalApps(wanted, matchingApps(wanted, applications))
      if (match !== undefined) return match
      // A simulated application has no process.
      const ended = native.backend !== 'simulated' && hasEnded(wanted)
      if (ended) throw endedBy(appNotFound(wanted, applications), 'at once')
      return new NotYet(() => appNotFound(wanted, applications))
    },
  }
}

/**
 * The one application, of all that run, in which an element matches: AMBIGUOUS where that is several. One that does not answer, or whose tree
 * is cut, is passed over.
 */
export function byContent(surroundings: Surroundings): AppFinder {
  return {
    place: 'all applications',
    async find(applications, limits, query) {
      const each = applications
        .filter(({ hasTree }) => hasTree)
        .map(async (application) => ({ application, ...(await shownIn(surroundings, application, query, limits)) }))
      const seen = await Promise.all(each)
      const there = seen.filter(({ shown }) => shown > 0)
      const [match, ...others] = there.length > 0 ? there : seen.filter(({ hidden }) => hidden > 0)
      if (match === undefined) return new NotYet(() => nowhere(query, applications))
      if (others.length === 0) return match.application
      const matching = [match, ...others].map(({ application }) => application)
      throw severalApps({ text: `selector ${query.text}` }, matching)
    },
  }
}

async function shownIn(
  surroundings: Surroundings,
  application: NativeApplication,
  query: Query,
  limits: Limits,
): Promise<{ shown: number; hidden: number }> {
  const { scope } = new App(surroundings, application)
  try {
    const { there, hidden } = await currentSorted(scope, query, limits.within(PATIENCE))
    return { shown: there.length, hidden: hidden.length }
  } catch (error) {
    if (!isSurehandError(error) || !PASSED_OVER.has(error.code) || limits.signal?.aborted) throw error
    return { shown: 0, hidden: 0 }
  }
}

// ms; what an application that does not answer may take from a look at all of them.
const PATIENCE = 1_000
const PASSED_OVER: ReadonlySet<ErrorCode> = new Set([
  'APP_UNRESPONSIVE',
  'APP_EXITED',
  'INCOMPLETE_TREE',
  'TIMEOUT',
  'STALE',
] as const)

function nowhere(query: Query, applications: readonly NativeApplication[]): SurehandError {
  const names = applications.map(({ executable, name }) => executable || name).join(', ')
  const where = names === '' ? 'No application is running.' : `Looked in ${names}.`
  return new SurehandError('NOT_FOUND', `No application shows ${query.text}. ${where}`, { selector: query.text })
}

/** The application that the first step of a selector names by `process`, `app` or `pid`. */
export function byFirstStep(surroundings: Surroundings, query: Query): AppFinder {
  const call = 'desktop.locator(selector)'
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
  const named = new Query(wanted)
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

/** What the parts of a locator that need no application go by. */
function placeholder({ binding, native, defaultTimeout, defaults }: Surroundings, { place }: AppFinder): ActionScope {
  return {
    binding,
    native,
    target: { appKey: place },
    place: `the desktop (${place})`,
    app: { name: '', id: '', executable: '', pid: 0 },
    get events(): never {
      throw new Error('its application is not found yet')
    },
    defaults: defaults ?? {},
    hasTree: true,
    defaultTimeout,
  }
}
