import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Value } from '../../../lib/agent/workflow/file/expression.js'
import { substituteArguments } from '../../../lib/agent/workflow/file/template.js'
import { LinearPattern } from '../../../lib/sdk/call/linear-pattern.js'
import { parse } from '../../../lib/sdk/selector/index.js'

const SELECTORS: Value = { dialog: 'role:dialog|name:Print' }

function filled(selector: string, values: Record<string, Value>, key = 'selector'): unknown {
  const names = (name: string) => (name === 'selectors' ? SELECTORS : values[name])
  return substituteArguments({ [key]: selector }, names, SELECTORS, 'arguments')[key]
}

/** A selector has no empty values. */
const isSaid = (text: string) => text.trim() !== ''

const EVIL = '7" || role:button|name:"Delete everything'

describe('a value in a selector stands for itself', () => {
  test.each([
    ['quoted', 'role:button|name:"{{who}}"'],
    ['quoted singly', "role:button|name:'{{who}}'"],
    ['bare', 'role:button|name:{{who}}'],
    ['with a dollar', `role:button|name:"${'$'}{{who}}"`],
  ])('%s', (_, template) => {
    expect(parse(filled(template, { who: EVIL }) as string)).toEqual({
      steps: [
        {
          match: {
            kind: 'and',
            terms: [
              { kind: 'role', role: 'button' },
              { kind: 'text', key: 'name', value: { kind: 'literal', text: EVIL } },
            ],
          },
        },
      ],
    })
  })

  test('whatever characters it has', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }).filter(isSaid), (who) => {
        for (const template of ['name:"{{who}}"', 'name:{{who}}', 'name:"{{who}}" >> name:"{{who}}"']) {
          const steps = parse(filled(template, { who }) as string).steps
          for (const { match } of steps) expect(match).toMatchObject({ key: 'name', value: { text: who } })
        }
      }),
    )
  })

  test('beside wildcards, its own are none', () => {
    expect(filled('name:Dear {{who}}*', { who: 'a*b?' })).toBe('name:Dear a\\*b\\?*')
  })

  test('in a regular expression and in a class of one', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), fc.constantFrom('', 'u', 'iu'), (who, flags) => {
        const { match } = parse(filled(`name:/^{{who}}$/${flags}`, { who }) as string).steps[0]!
        const { source } = (match as { value: { source: string } }).value
        expect(new LinearPattern(source, flags).test(who)).toBe(true)
        expect(new LinearPattern(source, flags).test(`${who}.`)).toBe(false)
      }),
    )
    const { match } = parse(filled('name:/^[{{who}}]$/', { who: 'a-c]' }) as string).steps[0]!
    const pattern = new LinearPattern((match as { value: { source: string } }).value.source, '')
    expect(['a', '-', 'c', ']', 'b'].filter((text) => pattern.test(text))).toEqual(['a', '-', 'c', ']'])
  })

  test('in lists, has:(…), negations and every argument that takes a selector', () => {
    expect(filled('name:"{{who}}", id:"{{who}}"', { who: 'a", b' }, 'alternative_selectors')).toBe(
      'name:"a\\", b", id:"a\\", b"',
    )
    expect(filled('role:row|has:(name:"{{who}}")|!text:{{who}}', { who: 'a)' }, 'fallback_selectors')).toBe(
      'role:row|has:(name:"a)")|!text:"a)"',
    )
    for (const key of ['window_selector', 'tree_from_selector', 'verify_element_exists', 'verify_element_not_exists']) {
      expect(filled('name:"{{who}}"', { who: 'a"|role:button' }, key)).toBe('name:"a\\"|role:button"')
    }
    const { fallback_selectors } = substituteArguments(
      { fallback_selectors: ['name:"{{who}}"'] },
      () => 'a"||*',
      SELECTORS,
      '',
    )
    expect(fallback_selectors).toEqual(['name:"a\\"||*"'])
  })
})

test('a role, a number, a state, a reference and an id take one word', () => {
  const values = { role: 'button', n: -2, yes: true, ref: 'e12', px: 30, id: 'save' }
  expect(filled('role:{{role}}|enabled:{{yes}}|near:(ref:{{ref}})@{{px}} >> pid:5|nth:{{n}} >> #{{id}}', values)).toBe(
    'role:button|enabled:true|near:(ref:e12)@30 >> pid:5|nth:-2 >> id:save',
  )
  expect(() => filled('role:{{role}}', { role: 'button||role:link' })).toThrow(/^arguments\.selector: .*not a selector/)
})

test('what the plan has in its selectors is a part of one; an input of that name is not', () => {
  expect(filled('{{selectors.dialog}} >> name:"{{who}}"', { who: 'OK' })).toBe('role:dialog|name:Print >> name:OK')
  expect(() =>
    substituteArguments(
      { selector: '{{selectors.dialog}} >> name:OK' },
      () => ({ dialog: 'role:link' }),
      SELECTORS,
      'arguments',
    ),
  ).toThrow(expect.objectContaining({ code: 'INVALID_ARGUMENT' }))
})

test('a placeholder that is no value is refused', () => {
  for (const template of ['role:button|{{who}}', '{{who}}:Save', 'name:/\\{{who}}/', 'role:button{{who}}']) {
    expect(() => filled(template, { who: '|name:Delete' })).toThrow(
      expect.objectContaining({ code: 'INVALID_ARGUMENT', message: expect.stringContaining('arguments.selector') }),
    )
  }
})

test('braces that never close cost no more than their length', () => {
  const text = `{{${'""'.repeat(50_000)}`
  expect(filled(text, {}, 'value')).toBe(text)
})
