import { describe, expect, test } from 'vitest'
import type { Expression, Selector } from '../../../lib/sdk/selector/ast.js'
import { format } from '../../../lib/sdk/selector/format.js'
import { isSelector, parse } from '../../../lib/sdk/selector/parse.js'

const role = (name: string) => ({ kind: 'role', role: name }) as Expression
const named = (text: string): Expression => ({ kind: 'text', key: 'name', value: { kind: 'literal', text } })
const only = (match: Expression): Selector => ({ steps: [{ match }] })
const nth = (index: number, excluded = false) => ({ index, excluded })

/** The text that a bare or quoted name means. */
function nameIn(selector: string): unknown {
  const { match } = parse(selector).steps[0]!
  return match.kind === 'text' && match.value.kind === 'literal' ? match.value.text : match
}

function patternIn(selector: string): unknown {
  const { match } = parse(selector).steps[0]!
  return match.kind === 'text' ? match.value : match
}

test('It must read the way `role:Button|name:Save` reads', () => {
  expect(parse('role:Button|name:Save')).toEqual(only({ kind: 'and', terms: [role('button'), named('Save')] }))
})

describe('Grammar', () => {
  test('a step is searched below each match of the step before it', () => {
    expect(parse('role:window >> role:button >> name:x')).toEqual({
      steps: [{ match: role('window') }, { match: role('button') }, { match: named('x') }],
    })
  })

  test('and; one pipe is the everyday form', () => {
    expect(parse('role:button|name:x')).toEqual(parse('role:button && name:x'))
  })

  test('"||" and "," both mean or', () => {
    expect(parse('role:button,name:x')).toEqual(parse('role:button || name:x'))
    expect(parse('role:button||name:x')).toEqual(only({ kind: 'or', terms: [role('button'), named('x')] }))
  })

  test('Binding, tightest first: `!`, then `|` and `&&`, then `||` and `,`, then `>>`', () => {
    expect(parse('!role:tab|role:row || role:tab && !role:row, role:cell >> role:list')).toEqual({
      steps: [
        {
          match: {
            kind: 'or',
            terms: [
              { kind: 'and', terms: [{ kind: 'not', term: role('tab') }, role('row')] },
              { kind: 'and', terms: [role('tab'), { kind: 'not', term: role('row') }] },
              role('cell'),
            ],
          },
        },
        { match: role('list') },
      ],
    })
  })

  test('brackets hold whole selectors, also chains', () => {
    expect(parse('(role:row || role:cell)|name:x')).toEqual(
      only({ kind: 'and', terms: [{ kind: 'or', terms: [role('row'), role('cell')] }, named('x')] }),
    )
    expect(parse('(role:row >> role:cell)|!(role:tab|first)')).toEqual(
      only({
        kind: 'and',
        terms: [
          { kind: 'group', selector: { steps: [{ match: role('row') }, { match: role('cell') }] } },
          { kind: 'not', term: { kind: 'group', selector: { steps: [{ match: role('tab'), nth: nth(0) }] } } },
        ],
      }),
    )
    expect(parse('((role:row)) >> (role:cell >> role:text)')).toEqual(parse('role:row >> role:cell >> role:text'))
  })

  test('`..` is the parent, `*` any element, `#x` is `id:x`', () => {
    expect(parse('..')).toEqual(only({ kind: 'parent' }))
    expect(parse('*')).toEqual(only({ kind: 'any' }))
    expect(parse('#btn-Save.1')).toEqual(parse('id:btn-Save.1'))
    expect(parse('#a\\ b*')).toEqual(parse('id:a b*'))
  })

  test('`!` may be repeated', () => {
    expect(parse('!!role:tab')).toEqual(only({ kind: 'not', term: { kind: 'not', term: role('tab') } }))
  })

  test('White space around operators means nothing', () => {
    const spaced = ' ( role:button\t| ! name:x ) \n>>  role:row ||  near:( * )@12 , # id '
    expect(() => parse(spaced)).toThrow()
    expect(parse(' ( role:button\t| ! name:x ) \n>>  role:row ||  near:( * )@12 , #id ')).toEqual(
      parse('(role:button|!name:x)>>role:row||near:(*)@12,#id'),
    )
  })
})

describe('A value is one of', () => {
  test('bare: everything up to the next operator, trimmed', () => {
    for (const operator of ['|', '||', '&&', ',', '>>', ')']) {
      const selector = operator === ')' ? '(name:  Save As  )' : `name:  Save As  ${operator} *`
      expect(format(parse(selector))).toContain('name:Save As')
    }
    expect(nameIn('name:  Save As  ')).toBe('Save As')
  })

  test('`(`…`)` that balance inside it belong to it (`name:Save (draft)`)', () => {
    expect(nameIn('name:Save (draft)')).toBe('Save (draft)')
    expect(nameIn('name:(Ctrl-Enter)')).toBe('(Ctrl-Enter)')
    expect(nameIn('name:f(a, b | (c >> d))')).toBe('f(a, b | (c >> d))')
    expect(parse('has:(name:Save (draft))')).toEqual(only({ kind: 'has', selector: only(named('Save (draft)')) }))
  })

  test('so do `!`, `:`, `&` and a lone `>`', () => {
    expect(nameIn('name:Hello!')).toBe('Hello!')
    expect(nameIn('name:Time: 10:30')).toBe('Time: 10:30')
    expect(nameIn('name:File name:')).toBe('File name:')
    expect(nameIn('name:A & B')).toBe('A & B')
    expect(nameIn('name:a > b')).toBe('a > b')
    expect(nameIn('name:&File')).toBe('&File')
  })

  test('`\\` escapes any character', () => {
    expect(nameIn('name:a\\|b\\,c\\>>d\\&&e')).toBe('a|b,c>>d&&e')
    expect(nameIn('name:\\(')).toBe('(')
    expect(nameIn('name:\\"x')).toBe('"x')
    expect(nameIn('name:\\/x/')).toBe('/x/')
    expect(nameIn('name:a\\\\')).toBe('a\\')
    expect(nameIn('name:a\\ ')).toBe('a ')
    expect(nameIn('name:Save role\\:x')).toBe('Save role:x')
  })

  test('`*` and `?` are wildcards', () => {
    expect(patternIn('name:Reply*')).toEqual({ kind: 'wildcard', pattern: 'Reply*' })
    expect(patternIn('name:a?b\\*c\\?d\\\\')).toEqual({ kind: 'wildcard', pattern: 'a?b\\*c\\?d\\\\' })
    expect(nameIn('name:2 \\* 3\\?')).toBe('2 * 3?')
  })

  test('quoted: `"…"` or `\'…\'`, `\\` escapes; taken literally, no wildcards', () => {
    expect(nameIn('name:"a|b >> c*?"')).toBe('a|b >> c*?')
    expect(nameIn('name:\'say "hi"\'')).toBe('say "hi"')
    expect(nameIn('name:"say \\"hi\\" \\\\"')).toBe('say "hi" \\')
    expect(nameIn('name: " x "')).toBe(' x ')
  })

  test('regular expression: `/…/` with flags `i`, `u`, `s`', () => {
    expect(patternIn('name:/^re(ply)?$/i')).toEqual({ kind: 'regexp', source: '^re(ply)?$', flags: 'i' })
    expect(patternIn('name:/a|b >> c/us')).toEqual({ kind: 'regexp', source: 'a|b >> c', flags: 'su' })
    expect(patternIn('name:/[/]\\//')).toEqual({ kind: 'regexp', source: '[/]\\/', flags: '' })
    expect(patternIn('name:/\\p{L}+/u')).toEqual({ kind: 'regexp', source: '\\p{L}+', flags: 'u' })
  })

  test('for keys that say so, a number, `true`/`false`, or a parenthesised selector', () => {
    expect(parse('pid:42|nth:-2|enabled:false|has:(role:tab)')).toEqual({
      steps: [
        {
          match: {
            kind: 'and',
            terms: [
              { kind: 'pid', pid: 42 },
              { kind: 'state', state: 'enabled', value: false },
              { kind: 'has', selector: only(role('tab')) },
            ],
          },
          nth: nth(-2),
        },
      ],
    })
  })
})

describe('nth', () => {
  test('`first` and `last` stand alone', () => {
    expect(parse('role:tab|first')).toEqual(parse('role:tab|nth:0'))
    expect(parse('role:tab|LAST')).toEqual(parse('role:tab|nth:-1'))
    expect(parse('last')).toEqual({ steps: [{ match: { kind: 'any' }, nth: nth(-1) }] })
  })

  test('applied last in its step, wherever it is written', () => {
    const expected = parse('(role:tab|name:x)|nth:1')
    expect(parse('nth:1|role:tab|name:x')).toEqual(expected)
    expect(parse('role:tab|nth:1|name:x')).toEqual(expected)
  })

  test('over the matches of the whole step', () => {
    const expected = { steps: [{ match: { kind: 'or', terms: [role('tab'), role('row')] }, nth: nth(0) }] }
    expect(parse('(role:tab || role:row)|first')).toEqual(expected)
    expect(parse('role:tab || role:row|first')).toEqual(expected)
    expect(parse('role:tab|first || role:row')).toEqual(expected)
  })

  test('each step, and each selector in brackets, has its own', () => {
    expect(parse('role:row|first >> role:cell|last|has:(*|nth:2)').steps.map((step) => step.nth)).toEqual([
      nth(0),
      nth(-1),
    ])
    expect(isSelector('(role:row|first)|last')).toBe(true)
  })

  test('under `!` it is every match but that one', () => {
    expect(parse('role:row|!first')).toEqual({ steps: [{ match: role('row'), nth: nth(0, true) }] })
    expect(parse('role:row|!!first')).toEqual(parse('role:row|first'))
  })
})

describe('canonical text', () => {
  test.each([
    ['role:Button && name:"Save"', 'role:button|name:Save'],
    ['#x, id:"a b"', 'id:x || id:a b'],
    ['name:"a|b"', 'name:"a|b"'],
    ['name:a\\|b', 'name:"a|b"'],
    ['name:"Reply*"', 'name:"Reply*"'],
    ['name:Rep\\*ly*', 'name:Rep\\*ly*'],
    ['name:\\(a*', 'name:\\(a*'],
    ['DESC:x|automationId:y|className:z', 'description:x|id:y|class:z'],
    ['near:(*)@50|near:(*)@51', 'near:(*)|near:(*)@51'],
    ['nth:0|role:tab', 'role:tab|first'],
    ['!(role:tab|name:x)', '!(role:tab|name:x)'],
    ['((role:tab), name:x)|nth:3', '(role:tab || name:x)|nth:3'],
    ['role:AXTextField', 'role:textbox'],
    ['name:/a/si', 'name:/a/is'],
    ['attr:"a"=\'b\'', 'attr:a=b'],
    ['attr:"a=b"', 'attr:"a=b"'],
  ])('%s is written %s', (text, canonical) => {
    expect(format(parse(text))).toBe(canonical)
    expect(format(parse(canonical))).toBe(canonical)
  })
})
