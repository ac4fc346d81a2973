import { describe, expect, test } from 'vitest'
import { isSurehandError, SurehandError } from '../../../lib/sdk/errors.js'
import { differences, foreignKeys } from '../../../lib/sdk/selector/dialect.js'
import { isSelector, MAX_LENGTH, parse, type SelectorProblem } from '../../../lib/sdk/selector/parse.js'
import { MAX_DEPTH, MAX_TERMS } from '../../../lib/sdk/selector/parser.js'
import { keys } from '../../../lib/sdk/selector/selector-keys.js'
import { editDistance, nearest } from '../../../lib/sdk/selector/suggest.js'

function refusal(selector: string): SelectorProblem & { message: string } {
  try {
    parse(selector)
  } catch (error) {
    if (isSurehandError(error, 'INVALID_SELECTOR')) {
      return { ...(error.details as unknown as SelectorProblem), message: error.message }
    }
    throw error
  }
  throw new Error(`${selector} was not refused`)
}

type Row = [selector: string, offset: number, found: string, suggestion: string | undefined]

function refuses(rows: Row[]): void {
  test.each(rows)('%s', (selector, offset, found, suggestion) => {
    expect(refusal(selector)).toMatchObject({ selector, offset, found })
    expect(refusal(selector).suggestion).toBe(suggestion)
  })
}

test('INVALID_SELECTOR, the offset, what was expected and the nearest correct spelling', () => {
  const { message, ...problem } = refusal('role:Buton|name:Save')
  expect(problem).toEqual({
    selector: 'role:Buton|name:Save',
    offset: 5,
    expected: 'a role such as button or textbox',
    found: 'Buton',
    suggestion: 'role:button|name:Save',
  })
  expect(message).toBe(
    '"role:Buton|name:Save" is not a selector: there is no role "Buton"; expected a role such as button or textbox ' +
      'at offset 5, found "Buton"; did you mean "role:button|name:Save"?',
  )
  expect(() => parse('role:Buton')).toThrow(SurehandError)
})

describe('unknown key', () => {
  refuses([
    ['nmae:Save', 0, 'nmae', 'name:Save'],
    ['role:button|titel:x', 12, 'titel', undefined],
    ['Button:Save', 0, 'Button', 'role:button|name:Save'],
    ['Buton:Save', 0, 'Buton', 'role:button|name:Save'],
    ['contains:x', 0, 'contains:x', 'name:*x*'],
    ['title:x', 0, 'title', 'name:x'],
    ['xpath:x', 0, 'xpath', undefined],
    ['nth=1', 0, 'nth=', 'nth:1'],
    ['name :x', 0, 'name :', 'name:x'],
  ])
})

describe('Nothing unknown is ever taken for a role', () => {
  refuses([
    ['Button', 0, 'Button', 'role:button'],
    ['AXButton', 0, 'AXButton', 'role:button'],
    ['Save', 0, 'Save', 'name:Save'],
    ['"Save"', 0, '"', 'name:"Save"'],
    ['visible', 0, 'visible', 'visible:true'],
    ['frist', 0, 'frist', 'first'],
    ['text', 0, 'text', 'role:text'],
  ])
})

describe('unknown role', () => {
  refuses([
    ['role:Buton', 5, 'Buton', 'role:button'],
    ['role:zebra', 5, 'zebra', undefined],
    ['role:*', 5, '*', '*'],
    ['role:"txtbox"', 5, '"txtbox"', 'role:textbox'],
  ])
})

describe('empty value', () => {
  refuses([
    ['name:', 5, '', undefined],
    ['name:|role:tab', 5, '|', undefined],
    ['name:""', 5, '""', undefined],
    ["name:' '", 5, "' '", undefined],
    ['name://', 5, '//', undefined],
    ['attr:', 5, '', undefined],
    ['attr:k=', 7, '', undefined],
    ['#', 1, '', undefined],
    ['#\\ ', 1, '\\ ', undefined],
    ['role:', 5, '', undefined],
    ['nth:', 4, '', undefined],
    ['has:', 4, '', undefined],
  ])
})

describe('unbalanced quote or bracket', () => {
  refuses([
    ['name:"Save', 5, '"Save', 'name:"Save"'],
    ["name:'Save", 5, "'Save", "name:'Save'"],
    ['name:Save (draft', 10, '(', 'name:Save \\(draft'],
    ['(role:tab', 9, '', '(role:tab)'],
    ['has:(role:tab', 13, '', 'has:(role:tab)'],
    ['role:tab)', 8, ')', 'role:tab'],
    ['name:/a', 5, '/a', 'name:"/a"'],
    ['name:x\\', 6, '\\', 'name:x\\\\'],
  ])
})

describe('missing operand', () => {
  refuses([
    ['', 0, '', undefined],
    ['role:tab|', 9, '', undefined],
    ['|role:tab', 0, '|', undefined],
    ['role:tab || || role:row', 12, '|', undefined],
    ['role:tab >>', 11, '', undefined],
    ['>> role:tab', 0, '>', undefined],
    ['!', 1, '', undefined],
    ['()', 1, ')', undefined],
    ['role:tab &&& role:row', 11, '&', undefined],
  ])
})

describe('two terms without an operator', () => {
  refuses([
    ['role:Button name:Save', 12, 'name:', 'role:Button |name:Save'],
    ['name:Save role:Button', 10, 'role:', 'name:Save |role:Button'],
    ['name:"Save" role:Button', 12, 'role:Button', 'name:"Save" |role:Button'],
    ['(role:tab)(name:x)', 10, '(', '(role:tab)|(name:x)'],
    ['#a name:b', 3, 'name:b', '#a |name:b'],
    ['first last', 6, 'last', undefined],
    ['.. *', 3, '*', '.. |*'],
    ['has:(*) role:tab', 8, 'role:tab', 'has:(*) |role:tab'],
    ['name:/a/i b', 10, 'b', 'name:/a/i |name:b'],
  ])
})

describe('bad number', () => {
  refuses([
    ['nth:x', 4, 'x', undefined],
    ['nth:1.0', 4, '1.0', 'nth:1'],
    ['nth:"1"', 4, '"1"', 'nth:1'],
    ['nth:1.5', 4, '1.5', undefined],
    ['nth:99999999999', 4, '99999999999', undefined],
    ['pid:-1', 4, '-1', undefined],
    ['near:(*)@50px', 9, '50px', 'near:(*)@50'],
    ['near:(*)@-1', 9, '-1', undefined],
    ['near:(*)@', 9, '', undefined],
  ])
})

describe('bad regular expression', () => {
  refuses([
    ['name:/(/', 5, '/(/', undefined],
    ['name:/a/g', 8, 'g', 'name:/a/'],
    ['name:/a/ii', 8, 'ii', 'name:/a/i'],
    ['name:/\\p{Nope}/u', 5, '/\\p{Nope}/u', undefined],
    ['name:/home/user', 5, '/home/user', 'name:"/home/user"'],
  ])
})

describe('`nth` twice in a step', () => {
  refuses([
    ['nth:1|nth:2', 6, 'nth:2', undefined],
    ['first|role:tab|last', 15, 'last', undefined],
    ['role:tab|first || nth:1', 18, 'nth:1', undefined],
  ])
})

describe('values that a key does not take', () => {
  refuses([
    ['visible:True', 8, 'True', 'visible:true'],
    ['enabled:fasle', 8, 'fasle', 'enabled:false'],
    ['selected:mixed', 9, 'mixed', undefined],
    ['has:role:tab', 4, 'role:tab', 'has:(role:tab)'],
    ['rightof:role:Label', 8, 'role:Label', 'rightof:(role:Label)'],
    ['rightof:(*)@12', 11, '@12', undefined],
    ['ref:12', 4, '12', undefined],
    ['attr:a*=b', 5, 'a*', 'attr:a=*b*'],
    ['first:true', 5, ':true', 'first'],
  ])
})

describe('bounds', () => {
  test('a selector nested too deeply is refused, not followed', () => {
    expect(isSelector(`${'('.repeat(MAX_DEPTH)}*${')'.repeat(MAX_DEPTH)}`)).toBe(true)
    expect(refusal(`${'('.repeat(MAX_DEPTH + 1)}*`)).toMatchObject({ offset: MAX_DEPTH, found: '(' })
    expect(refusal('!'.repeat(60_000))).toMatchObject({ offset: MAX_DEPTH, found: '!' })
    expect(refusal('has:(!'.repeat(10_000)).expected).toContain('inside each other')
  })

  test('a selector that is too long is refused', () => {
    expect(isSelector(`name:${'x'.repeat(MAX_LENGTH - 5)}`)).toBe(true)
    expect(refusal(`name:${'x'.repeat(MAX_LENGTH)}`).offset).toBe(MAX_LENGTH)
  })

  test('a selector of too many terms is refused', () => {
    expect(isSelector(Array(MAX_TERMS).fill('*').join('|'))).toBe(true)
    expect(
      refusal(
        Array(MAX_TERMS + 1)
          .fill('*')
          .join('|'),
      ).expected,
    ).toBe(`at most ${MAX_TERMS} terms`)
  })
})

describe('the nearest word', () => {
  test('counts insertions, deletions, replacements and swapped neighbours', () => {
    expect(editDistance('name', 'name', 3)).toBe(0)
    expect(editDistance('nmae', 'name', 3)).toBe(1)
    expect(editDistance('nme', 'name', 3)).toBe(1)
    expect(editDistance('naame', 'name', 3)).toBe(1)
    expect(editDistance('nane', 'name', 3)).toBe(1)
    expect(editDistance('abc', 'xyz', 1)).toBe(2)
  })

  test('is none when nothing is near', () => {
    expect(nearest('zebra', keys.keys())).toBeUndefined()
    expect(nearest('', keys.keys())).toBeUndefined()
    expect(nearest('x'.repeat(1000), keys.keys())).toBeUndefined()
  })
})

describe('the table of differences', () => {
  test('shows only selectors that are taken here', () => {
    for (const { here } of differences) if (here !== undefined) expect(isSelector(here), here).toBe(true)
  })

  test('leads foreign keys to keys that exist', () => {
    for (const [foreign, key] of foreignKeys) {
      expect(keys.has(foreign)).toBe(false)
      expect(keys.has(key)).toBe(true)
    }
  })
})
