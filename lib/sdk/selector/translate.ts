import { foreignAttribute, foreignKeys, foreignRoles, truths } from './dialect.js'
import { escaped, quote } from './quote.js'
import { findRole, type Role } from './roles.js'
import { findKey } from './selector-keys.js'

/** A piece of a selector in the language of another tool, and how it is said here. */
export interface Translation {
  /** Where the piece ends. */
  readonly end: number
  readonly text: string
}

/** Longer pieces are not tried: they are not written by hand, and every form is tried on every mistake. */
const LONGEST = 500

const QUOTED_OR_WORD = /"[^"]*"|'[^']*'|[^\s\]|,)"']+/.source
const OPERATOR = /=~|[*^$~!=|]?==?/.source

/**
 * Says what stands at `at` here, where that is CSS, XPath, Playwright or Terminator and can be said. It is only asked
 * about what was refused: no selector is ever read by it.
 */
export function translate(source: string, at: number): Translation | undefined {
  const piece = source.slice(at, at + LONGEST)
  for (const form of [ref, foreignNth, contains, call, path, compound, comparison]) {
    const found = form(piece)
    if (found) return { end: at + found.end, text: found.text }
  }
  return undefined
}

/** `Button[name="Save"]`, `button:first`, `list item.primary` as the value of `role`. */
export function translateRole(source: string, at: number): Translation | undefined {
  const found = compound(source.slice(at, at + LONGEST))
  return found && { end: at + found.end, text: found.text }
}

/** `property` with this value, as a term. */
export function termOf(property: string, value: string | undefined): string | undefined {
  const opposite = property.startsWith('!')
  const word = opposite ? property.slice(1) : property
  const key = findKey(word)
  switch (key?.takes) {
    case 'state': {
      const truth = value === undefined ? 'true' : truths.get(unquoted(value).toLowerCase())
      if (truth === undefined) return undefined
      return `${word}:${opposite ? { true: 'false', false: 'true', mixed: 'mixed' }[truth] : truth}`
    }
    case 'role':
    case 'pid':
    case 'nth':
    case 'ref':
      return value === undefined ? undefined : `${word}:${unquoted(value).replace(/^ControlType\./i, '')}`
    case 'text':
      return `${word}:${value ?? '*'}`
    default:
      return undefined
  }
}

type Found = Translation | undefined

/** `@e12`, `e12`, `[e12]`, `[ref=e12]`, as snapshots of several tools show it. */
function ref(piece: string): Found {
  const found = /^(?:@|\[(?:ref=)?)?(e[1-9]\d{0,9})\]?(?![^\s|,)&>])/i.exec(piece)
  return found ? { end: found[0].length, text: `ref:${found[1]!.toLowerCase()}` } : undefined
}

/** Terminator's `nth-1` counts from the end; `nth(1)` and `nth[1]` do not. */
function foreignNth(piece: string): Found {
  const found = /^nth\s*(?:-(\d+)|[([]\s*(-?\d+)\s*[)\]])(?![^\s|,)&>])/i.exec(piece)
  return found
    ? { end: found[0].length, text: `nth:${found[1] === undefined ? found[2] : -Number(found[1])}` }
    : undefined
}

/** `contains:Save`: of the name. */
function contains(piece: string): Found {
  const found = /^contains\s*[:=]\s*("[^"]*"|'[^']*'|[^|,)&>]+)/i.exec(piece)
  if (!found) return undefined
  const text = found[1]!.trim()
  const part = text === '' ? '' : /^["']/.test(text) ? escaped(unquoted(text)) : text
  return part === '' ? undefined : { end: found[0].trimEnd().length, text: `name:*${part}*` }
}

const CALLS: Readonly<Record<string, string>> = {
  role: 'role',
  text: 'text',
  label: 'name',
  alttext: 'name',
  title: 'name',
  placeholder: 'placeholder',
  testid: 'id',
}

/** `getByRole('button', { name: 'Save' })`: names are a part of the name there, unless they are said to be exact. */
function call(piece: string): Found {
  const form = /^(?:\w+\.)?getBy(\w+)\(\s*(["'`])(.*?)\2\s*(?:,\s*\{([^{}]*)\}\s*)?\)/i
  const found = form.exec(piece)
  const key = found && CALLS[found[1]!.toLowerCase()]
  if (!key) return undefined
  const [whole, , , argument, options = ''] = found
  const exact = /\bexact\s*:\s*true/.test(options)
  const like = (text: string) => (exact ? quote(text) : `*${escaped(text)}*`)
  const end = whole.length
  if (key === 'id') return { end, text: `id:${quote(argument!)}` }
  if (key === 'text') return { end, text: exact ? `name:${quote(argument!)}` : `text:${quote(argument!)}` }
  if (key !== 'role') return { end, text: `${key}:${like(argument!)}` }
  const role = roleOf(argument!)
  const name = /\bname\s*:\s*(["'`])(.*?)\1/.exec(options)?.[2]
  return role && { end, text: name === undefined ? `role:${role}` : `role:${role}|name:${like(name)}` }
}

/** XPath, as far as it is steps with positions and comparisons: `/Window/Button[1]`, `//Button[@Name='Save']`. */
function path(piece: string): Found {
  const start = /^(?:xpath\s*[:=]\s*)?(?=\/)/i.exec(piece)
  if (!start) return undefined
  const step = /\/{1,2}(\*|\.\.|[A-Za-z][\w-]*)((?:\[[^\]]*\])*)/y
  const steps: string[] = []
  let end = start[0].length
  for (step.lastIndex = end; ; end = step.lastIndex) {
    const found = step.exec(piece)
    if (!found) break
    const terms = [...found[2]!.matchAll(/\[([^\]]*)\]/g)].map(([, predicate]) => xpathTerm(predicate!.trim()))
    const role = found[1] === '*' || found[1] === '..' ? found[1] : roleOf(found[1]!)
    if (!role || terms.includes(undefined)) return undefined
    const head = role === '..' ? '..' : role === '*' ? '*' : `role:${role}`
    steps.push((head === '*' && terms.length > 0 && !/^nth|^last/.test(terms[0]!) ? terms : [head, ...terms]).join('|'))
  }
  if (steps.length === 0 || /^[^\s|,)&>]/.test(piece.slice(end))) return undefined
  return { end, text: steps.join(' >> ') }
}

function xpathTerm(predicate: string): string | undefined {
  if (/^[1-9]\d*$/.test(predicate)) return `nth:${Number(predicate) - 1}`
  if (predicate === 'last()') return 'last'
  const joined = predicate.split(/\s+and\s+/)
  if (joined.length > 1) {
    const terms = joined.map(xpathTerm)
    return terms.includes(undefined) ? undefined : terms.join('|')
  }
  const property = (written: string) => (written === 'text()' ? 'name' : written.slice(1))
  const equal = /^(@[\w.-]+|text\(\))\s*(!?=)\s*("[^"]*"|'[^']*')$/.exec(predicate)
  if (equal) return compared(property(equal[1]!), equal[2]!, equal[3]!)
  const part = /^(contains|starts-with)\(\s*(@[\w.-]+|text\(\)|\.)\s*,\s*("[^"]*"|'[^']*')\s*\)$/.exec(predicate)
  if (!part) return undefined
  return compared(part[2] === '.' ? 'name' : property(part[2]!), part[1] === 'contains' ? '*=' : '^=', part[3]!)
}

const PART = new RegExp(
  [
    `\\[\\s*@?([\\w.-]+)\\s*(?:(${OPERATOR})\\s*(${QUOTED_OR_WORD})\\s*[is]?\\s*)?\\]`,
    /:([a-z-]+)(?:\(\s*("[^"]*"|'[^']*'|[^()]*)\s*\))?/.source,
    /\.([A-Za-z_][\w-]*)/.source,
    /#([A-Za-z_][\w-]*)/.source,
  ].join('|'),
  'iy',
)

/** CSS, and what Playwright makes of it: `button[name="Save"]:visible`, `role=button[name="Save"]`, `:nth-child(2)`. */
function compound(piece: string): Found {
  const start = /^(css\s*[:=]\s*)?(?:role\s*[:=]\s*)?(\*|[A-Za-z][\w -]*)?/i.exec(piece)!
  const head = start[2]?.trim()
  const role = head === undefined || head === '*' ? undefined : roleOf(head)
  if (head !== undefined && head !== '*' && !role) return undefined
  const terms = role ? [`role:${role}`] : []
  let end = start[0].length
  for (PART.lastIndex = end; ; end = PART.lastIndex) {
    const part = PART.exec(piece)
    if (!part) break
    const [, property, operator, value, pseudo, argument, className, id] = part
    const term = property
      ? compared(property, operator, value)
      : pseudo
        ? pseudoClass(pseudo.toLowerCase(), argument?.trim())
        : className
          ? `class:${className}`
          : `id:${id}`
    if (term === undefined) return undefined
    terms.push(term)
  }
  const isWord = end === start[0].length && start[1] === undefined
  if (isWord || terms.length === 0 || /^[^\s|,)&>]/.test(piece.slice(end))) return undefined
  return { end, text: terms.join('|') }
}

function pseudoClass(name: string, argument: string | undefined): string | undefined {
  const number = argument !== undefined && /^-?\d+$/.test(argument) ? Number(argument) : undefined
  switch (name) {
    case 'first':
    case 'first-child':
    case 'first-of-type':
      return 'first'
    case 'last':
    case 'last-child':
    case 'last-of-type':
      return 'last'
    case 'nth':
    case 'eq':
      return number === undefined ? undefined : `nth:${number}`
    case 'nth-child':
    case 'nth-of-type':
      return number === undefined || number < 1 ? undefined : `nth:${number - 1}`
    case 'nth-last-child':
    case 'nth-last-of-type':
      return number === undefined || number < 1 ? undefined : `nth:${-number}`
    case 'hidden':
      return 'visible:false'
    case 'disabled':
      return 'enabled:false'
    case 'collapsed':
      return 'expanded:false'
    case 'focus':
      return 'focused:true'
    case 'read-only':
      return 'readonly:true'
    case 'indeterminate':
      return 'checked:mixed'
    case 'text':
    case 'has-text':
    case 'contains':
      return argument ? `text:${quote(unquoted(argument))}` : undefined
    case 'text-is':
      return argument ? `name:${quote(unquoted(argument))}` : undefined
    case 'has':
      return argument ? `has:(${argument})` : undefined
    case 'not':
      return argument ? `!(${argument})` : undefined
    default:
      return findKey(name)?.takes === 'state' && argument === undefined ? `${name}:true` : undefined
  }
}

/** `name!=Save`, `name*="Save"`, `aria-label=Save`, `text="Save"`. */
function comparison(piece: string): Found {
  const form = new RegExp(`^([\\w-]+)\\s*(${OPERATOR})\\s*(/[^/\\s]+/[a-z]*|"[^"]*"|'[^']*'|[^|,)&>]+)`, 'i')
  const found = form.exec(piece)
  if (!found || found[3]!.trim() === '') return undefined
  const property = found[1]!.toLowerCase()
  // `text` is a part of a text there as here, unless it is quoted.
  const exact = property === 'text' && found[2] === '=' && /^["']/.test(found[3]!)
  if (findKey(property) ? found[2] === '=' && !exact : !foreignAttribute(property)) return undefined
  const text = compared(exact ? 'name' : property, found[2]!, found[3]!.trim())
  return text === undefined ? undefined : { end: found[0].trimEnd().length, text }
}

function compared(property: string, operator = '=', value?: string): string | undefined {
  const lower = property.toLowerCase()
  const known = findKey(lower) ? lower : (foreignAttribute(lower) ?? foreignKeys.get(lower))
  const written = value === undefined ? undefined : (partOf(operator, value) ?? asValue(value))
  if (written === undefined && value !== undefined) return undefined
  const term = known
    ? termOf(known, written)
    : written === undefined
      ? `attr:${property}`
      : `attr:${property}=${written}`
  return term !== undefined && operator === '!=' ? `!${term}` : term
}

/** A part of a text, for the operators that mean one. */
function partOf(operator: string, value: string): string | undefined {
  if (operator === '=~' && value.startsWith('/')) return value
  const text = escaped(unquoted(value))
  switch (operator) {
    case '*=':
    case '~=':
    case '=~':
      return `*${text}*`
    case '^=':
      return `${text}*`
    case '$=':
      return `*${text}`
    default:
      return undefined
  }
}

function asValue(value: string): string {
  if (/^["']/.test(value)) return quote(unquoted(value))
  return value
}

function unquoted(value: string): string {
  return /^(["'`]).*\1$/s.test(value) ? value.slice(1, -1) : value
}

function roleOf(name: string): Role | undefined {
  return findRole(name) ?? foreignRoles.get(name.toLowerCase())
}
