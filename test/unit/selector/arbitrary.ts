import fc from 'fast-check'
import type { Expression, Selector, SelectorStep, TextPattern } from '../../../lib/sdk/selector/ast.js'
import { findContradiction } from '../../../lib/sdk/selector/contradiction.js'
import { roles } from '../../../lib/sdk/selector/roles.js'

// Selectors in normal form, with texts made of what could break a text form.

const nasty = fc.constantFrom(
  'Save',
  'a',
  'ß',
  'é',
  '😀',
  '\ud800',
  ' ',
  '\t',
  '\u00a0',
  '|',
  '||',
  '&',
  '&&',
  '>',
  '>>',
  ',',
  '(',
  ')',
  '!',
  ':',
  '"',
  "'",
  '/',
  '\\',
  '*',
  '?',
  '#',
  '..',
  '=',
  '@',
  ' name:x',
  ' role:',
  'first',
  'nth:1',
  '…',
  '_',
  '[',
  ']',
  '{',
  '-',
  '\n',
)
const text = fc
  .oneof(
    fc.array(nasty, { minLength: 1, maxLength: 8 }).map((parts) => parts.join('')),
    fc.string({ minLength: 1 }),
  )
  .filter((value) => value.trim() !== '')

const wildcard = fc
  .tuple(fc.constantFrom('*', '?'), fc.array(fc.oneof(nasty, fc.constantFrom('*', '?')), { maxLength: 8 }), fc.nat(8))
  .map(([mark, parts, at]) => {
    const pieces = parts.map((part) => (part === '*' || part === '?' ? part : part.replace(/[*?\\]/g, '\\$&')))
    pieces.splice(at, 0, mark)
    return pieces.join('')
  })
  // A `?` at the end has no text form.
  .filter((pattern) => !/(?<!\\)(?:\\\\)*\?$/.test(pattern))

const source = fc
  .array(fc.constantFrom('a', '.', '\\/', '/', '[/]', '[^)]', '(b|c)', '\\d', '>>', '^', '$', 'x*', ' ', '"', '\\\\'), {
    minLength: 1,
    maxLength: 6,
  })
  .map((parts) => parts.map((part) => (part === '/' ? '\\/' : part)).join(''))
const flags = fc.constantFrom('', 'i', 's', 'u', 'is', 'iu', 'su', 'isu')

export const textPattern: fc.Arbitrary<TextPattern> = fc.oneof(
  text.map((value): TextPattern => ({ kind: 'literal', text: value })),
  wildcard.map((pattern): TextPattern => ({ kind: 'wildcard', pattern })),
  fc.tuple(source, flags).map(([pattern, f]): TextPattern => ({ kind: 'regexp', source: pattern, flags: f })),
)

const textKey = fc.constantFrom(
  'name',
  'text',
  'value',
  'description',
  'placeholder',
  'id',
  'class',
  'process',
  'app',
  'window',
  'localizedrole',
  'shortcut',
)
const flagKey = fc.constantFrom(
  'enabled',
  'visible',
  'focused',
  'focusable',
  'selected',
  'expanded',
  'editable',
  'readonly',
  'required',
  'modal',
  'busy',
  'protected',
)

const flatTerm: fc.Arbitrary<Expression> = fc.oneof(
  fc.constant<Expression>({ kind: 'any' }),
  fc.constant<Expression>({ kind: 'parent' }),
  fc.constantFrom(...roles).map((role): Expression => ({ kind: 'role', role })),
  fc.tuple(textKey, textPattern).map(([key, value]): Expression => ({ kind: 'text', key, value }) as Expression),
  text.map((name): Expression => ({ kind: 'attribute', name })),
  fc.tuple(text, textPattern).map(([name, value]): Expression => ({ kind: 'attribute', name, value })),
  fc.tuple(flagKey, fc.boolean()).map(([state, value]): Expression => ({ kind: 'state', state, value }) as Expression),
  fc
    .tuple(fc.constantFrom('checked', 'pressed'), fc.constantFrom(true, false, 'mixed'))
    .map(([state, value]): Expression => ({ kind: 'state', state, value }) as Expression),
  fc.nat(4_294_967_295).map((pid): Expression => ({ kind: 'pid', pid })),
  fc.integer({ min: 1, max: 1_000_000 }).map((n): Expression => ({ kind: 'ref', ref: `e${n}` })),
)

const nth = fc.record({ index: fc.integer({ min: -2_147_483_647, max: 2_147_483_647 }), excluded: fc.boolean() })

function inner(depth: number): fc.Arbitrary<Expression> {
  const anchor = selectorOf(depth - 1)
  return fc.oneof(
    anchor.map((selector): Expression => ({ kind: 'has', selector })),
    fc
      .tuple(fc.constantFrom('rightof', 'leftof', 'above', 'below'), anchor)
      .map(([relation, a]): Expression => ({ kind: 'beside', relation, anchor: a }) as Expression),
    fc
      .tuple(anchor, fc.oneof(fc.constant(50), fc.nat(1_000_000)))
      .map(([a, distance]): Expression => ({ kind: 'near', anchor: a, distance })),
  )
}

// `and` and `or` never hold their own kind; a group is a selector that is more than one expression.
function expression(depth: number, not?: 'and' | 'or'): fc.Arbitrary<Expression> {
  if (depth <= 0) return flatTerm
  const joined = (kind: 'and' | 'or'): fc.Arbitrary<Expression> =>
    fc
      .array(expression(depth - 1, kind), { minLength: 2, maxLength: 4 })
      .filter((terms) => kind === 'or' || findContradiction(terms) === undefined)
      .map((terms): Expression => ({ kind, terms }))
  const group = selectorOf(depth - 1)
    .filter(({ steps }) => steps.length > 1 || steps[0]!.nth !== undefined)
    .map((selector): Expression => ({ kind: 'group', selector }))
  const negated = expression(depth - 1).map((term): Expression => ({ kind: 'not', term }))
  return fc.oneof(
    { weight: 3, arbitrary: flatTerm },
    { weight: 1, arbitrary: inner(depth) },
    { weight: 1, arbitrary: negated },
    { weight: 1, arbitrary: group },
    ...(not === 'and' ? [] : [{ weight: 2, arbitrary: joined('and') }]),
    ...(not === 'or' ? [] : [{ weight: 2, arbitrary: joined('or') }]),
  )
}

function selectorOf(depth: number): fc.Arbitrary<Selector> {
  const step = fc
    .tuple(expression(depth), fc.option(nth, { nil: undefined }))
    .map(([match, n]): SelectorStep => (n ? { match, nth: n } : { match }))
    // A step that is nothing but a group is that group's steps.
    .filter(({ match, nth: n }) => match.kind !== 'group' || n !== undefined)
  return fc.array(step, { minLength: 1, maxLength: 3 }).map((steps) => ({ steps }))
}

export const selector: fc.Arbitrary<Selector> = selectorOf(3)

/** Texts near the language: its tokens in any order. */
export const soup: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      nasty,
      fc.constantFrom(
        'role:',
        'name:',
        'Button',
        'has:(',
        'near:(',
        ')@12',
        'attr:',
        'enabled:true',
        'nth:',
        '-1',
        'last',
        '#a',
        '*',
        '"',
        '/a/i',
        'rightof:(',
        'ref:e1',
        'pid:7',
        ' >> ',
        ' || ',
        '(role:tab)',
        'value:/[/',
        'mixed',
        'checked:',
        'attr:IsEnabled=',
        '~x',
        '.*',
        '“x”',
        'nth-1',
        '[name="x"]',
        ':nth-child(2)',
        '//Button[1]',
        ', B',
        'x?',
        'C:\\temp',
      ),
    ),
    { maxLength: 20 },
  )
  .map((parts) => parts.join(''))
