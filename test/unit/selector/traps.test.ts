import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { isSurehandError } from '../../../lib/sdk/errors.js'
import { format } from '../../../lib/sdk/selector/format.js'
import { parse, type SelectorProblem } from '../../../lib/sdk/selector/parse.js'

// What people who know other tools write: each either means here what they expect, or is refused with the spelling that
// does. Nothing is accepted with a meaning that its writer did not have.

function problemOf(selector: string): SelectorProblem & { message: string } {
  try {
    parse(selector)
  } catch (error) {
    if (!isSurehandError(error, 'INVALID_SELECTOR')) throw error
    return { ...(error.details as unknown as SelectorProblem), message: error.message }
  }
  throw new Error(`${selector} was not refused`)
}

type Row = [written: string, suggested: string | undefined]

function suggests(rows: Row[]): void {
  test.each(rows)('%s: did you mean %s', (written, suggested) => {
    const { suggestion, message } = problemOf(written)
    expect(suggestion).toBe(suggested)
    if (suggested === undefined) return
    expect(message).toContain(JSON.stringify(suggested))
    expect(() => parse(suggested)).not.toThrow()
  })
}

function means(rows: [written: string, canonical: string][]): void {
  test.each(rows)('%s means %s', (written, canonical) => {
    expect(format(parse(written))).toBe(canonical)
  })
}

describe('docs/selectors.md', () => {
  const page = readFileSync(new URL('../../../docs/selectors.md', import.meta.url), 'utf8')
  const section = page.slice(page.indexOf('## What is refused'), page.indexOf('## Exactly one'))
  const spellings = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => code!.replaceAll('\\|', '|'))
  const rows = section
    .split('\n')
    .map((line) => line.split(/(?<!\\)\|/))
    .flatMap(([, written, , suggestion]) => {
      const suggestions = spellings(suggestion ?? '')
      return spellings(written ?? '').map((each, i) => [each, suggestions[i]] as const)
    })
  test('has the table', () => {
    expect(rows.length).toBeGreaterThan(20)
  })
  test.each(rows)('%s: did you mean %s', (written, suggested) => {
    expect(problemOf(written).suggestion).toBe(suggested)
  })
})

describe('an index as a step of its own would count all elements below', () => {
  suggests([
    ['role:ListItem >> nth:0', 'role:ListItem|nth:0'],
    ['role:ListItem>>nth:0', 'role:ListItem|nth:0'],
    ['role:ListItem >> first', 'role:ListItem|first'],
    ['role:ListItem >> last', 'role:ListItem|last'],
    ['role:ListItem >> !nth:-1', 'role:ListItem|!nth:-1'],
    ['role:ListItem >> (nth:1)', 'role:ListItem|nth:1'],
    ['role:list >> role:listitem >> nth:2 >> name:x', 'role:list >> role:listitem|nth:2 >> name:x'],
    ['role:tab, role:link >> nth:1', 'role:tab, role:link|nth:1'],
    ['(role:list >> role:listitem) >> nth:1', '(role:list >> role:listitem)|nth:1'],
    ['has:(role:row >> nth:1)', 'has:(role:row|nth:1)'],
    // The row has been chosen: one of those below it is meant.
    ['role:row|first >> nth:0', 'role:row|first >> *|nth:0'],
    // A chain in brackets that begins with one.
    ['role:row >> (first >> role:cell)', undefined],
  ])
  means([
    ['role:ListItem|nth:0', 'role:listitem|first'],
    ['role:ListItem >> *|nth:2', 'role:listitem >> *|nth:2'],
    ['first >> role:cell', 'first >> role:cell'],
  ])
  test('says both spellings', () => {
    expect(problemOf('role:ListItem >> nth:3')).toMatchObject({ offset: 17, found: 'nth:3' })
    expect(problemOf('role:ListItem >> nth:3').expected).toBe(
      '| before it for one of those, or *|nth:3 for one of all that is below them',
    )
  })
})

describe('two terms that no element meets together', () => {
  suggests([
    ['role:button|role:text', 'role:button || role:text'],
    ['role:button && role:text', 'role:button || role:text'],
    ['role:button|role:text|role:link', 'role:button || role:text || role:link'],
    ['role:button|role:text|name:Save', '(role:button || role:text)|name:Save'],
    ['name:Save|role:button|role:text|first', 'name:Save|(role:button || role:text)|first'],
    ['has:(role:button|role:text)', 'has:(role:button || role:text)'],
    ['!(role:button|role:text)', '!(role:button || role:text)'],
    ['role:tab, role:button|role:text', 'role:tab, role:button || role:text'],
    ['name:Save|name:OK', 'name:Save || name:OK'],
    ['#a|#b', '#a || #b'],
    ['checked:true|checked:false', 'checked:true || checked:false'],
    ['pid:1|pid:2', 'pid:1 || pid:2'],
    ['attr:tag=a|attr:tag=b', 'attr:tag=a || attr:tag=b'],
    // Which of the two has the name, or whether one is below the other, only the writer knows.
    ['role:button|name:Save|role:text', undefined],
    ['role:dialog|name:Print|role:button|name:OK', undefined],
  ])
  means([
    ['role:button|role:push button', 'role:button|role:button'],
    ['role:button|!role:text', 'role:button|!role:text'],
    ['name:Save|name:_save…', 'name:Save|name:_save…'],
    ['name:Save*|name:*as', 'name:Save*|name:*as'],
    ['text:a|text:b', 'text:a|text:b'],
    ['process:notepad|process:notepad.exe', 'process:notepad|process:notepad.exe'],
    ['app:gedit|app:org.gnome.gedit', 'app:gedit|app:org.gnome.gedit'],
  ])
})

describe('operators, anchors and quotes of other languages in a value', () => {
  suggests([
    ['name:~Save', 'name:*Save*'],
    ['!name: ~Save', '!name: *Save*'],
    ['attr:tag=~div', 'attr:tag=*div*'],
    ['value:~/notes', 'value:"~/notes"'],
    ['name:!Save', '!name:Save'],
    ['name:^Save', 'name:/^Save/i'],
    ['name:^Save$', 'name:/^Save$/i'],
    ['name:.*Save.*', 'name:*Save*'],
    ['name:.*Save', 'name:*Save'],
    ['name:.*(a|b)[0-9]', 'name:/.*(a|b)[0-9]/i'],
    ['name:“Save As”', 'name:"Save As"'],
    ['name:`Save`', 'name:"Save"'],
    ['name:*"Save"*', 'name:*Save*'],
    ['name:"Save"*', 'name:Save*'],
    ['name:(Save|Open)', '(name:Save || name:Open)'],
    ['role:(button|link)', '(role:button || role:link)'],
    ['visible:!true', 'visible:false'],
    ['enabled:1', 'enabled:true'],
    ['enabled:no', 'enabled:false'],
    ['checked:off', 'checked:false'],
  ])
  means([
    ['name:~', 'name:~'],
    ['name:!=', 'name:!='],
    ['name:Hello!', 'name:Hello!'],
    ['name:^', 'name:^'],
    ['name:"~Save"', 'name:"~Save"'],
    ['name:\\~Save', 'name:"~Save"'],
    ['name:(none, default)', 'name:(none, default)'],
    ['name:report.*', 'name:report.*'],
  ])
})

describe('a backslash that would be lost', () => {
  suggests([
    ['name:C:\\temp', 'name:"C:\\\\temp"'],
    ['value:C:\\2024\\new', 'value:"C:\\\\2024\\\\new"'],
    ['value:C:\\temp\\*.txt', 'value:"C:\\\\temp\\\\*.txt"'],
    ['value:C:\\temp*', 'value:C:\\\\temp*'],
    ['name:"C:\\temp"', 'name:"C:\\\\temp"'],
    ["name:'a\\nb'", "name:'a\\\\nb'"],
    ['name:Order \\d+', 'name:/Order \\d+/'],
    ['#a\\b', 'id:"a\\\\b"'],
    ['attr:a\\b=c', 'attr:"a\\\\b"=c'],
  ])
  means([
    ['name:a\\|b', 'name:"a|b"'],
    ['name:C:\\\\temp', 'name:"C:\\\\temp"'],
    ['name:2 \\* 3', 'name:"2 * 3"'],
  ])
})

describe('a question', () => {
  suggests([
    ['name:Save changes?', 'name:"Save changes?"'],
    ['role:button|name:?', 'role:button|name:"?"'],
    ['text:Really?|role:dialog', 'text:"Really?"|role:dialog'],
    ['name:*changes?', 'name:*changes\\?'],
    ['#sure?', 'id:"sure?"'],
    ['Save?', 'name:"Save?"'],
  ])
  means([
    ['name:Save changes\\?', 'name:"Save changes?"'],
    ['name:Page ? of 3', 'name:Page ? of 3'],
    ['name:Which?*', 'name:Which?*'],
  ])
})

describe("a platform's property among the attributes", () => {
  suggests([
    ['attr:IsEnabled=true', 'enabled:true'],
    ['attr:IsEnabled=False', 'enabled:false'],
    ['attr:IsEnabled', 'enabled:true'],
    ['attr:IsOffscreen=false', 'visible:true'],
    ['attr:aria-disabled="true"', 'enabled:false'],
    ['attr:ToggleState=On', 'checked:true'],
    ['attr:ExpandCollapseState=Collapsed', 'expanded:false'],
    ['attr:AutomationId=num*', 'id:num*'],
    ['attr:aria-label="Save As"', 'name:"Save As"'],
    ['attr:ControlType=Button', 'role:Button'],
    ['attr:ControlType=ControlType.Button', 'role:Button'],
    ['attr:AXTitle=Save|role:button', 'name:Save|role:button'],
    ['attr:ProcessId=12', 'pid:12'],
    ['attr:id', 'id:*'],
    ['attr:tag!=div', '!attr:tag=div'],
    ['attr:tag*=div', 'attr:tag=*div*'],
    ['attr:tag^=div', 'attr:tag=div*'],
    ['attr:tag$=div', 'attr:tag=*div'],
    ['attr:IsEnabled=perhaps', undefined],
  ])
  means([
    ['attr:"IsEnabled"=true', 'attr:"IsEnabled"=true'],
    ['attr:level=2', 'attr:level=2'],
    ['attr:xml-roles=main', 'attr:xml-roles=main'],
    ['attr:busy=true', 'attr:busy=true'],
  ])
})

describe('an operator inside of a text', () => {
  suggests([
    ['name:A, B', 'name:"A, B"'],
    ['name:A, B, C', 'name:"A, B, C"'],
    ['name:A, B, name:C', 'name:"A, B", name:C'],
    ['name:Doe, John (jr)|role:row', 'name:"Doe, John (jr)"|role:row'],
    ['name:Last, First', 'name:"Last, First"'],
    ['name:A, (B)', 'name:"A, (B)"'],
    ['name:Error, code: 5', 'name:"Error, code: 5"'],
    ['value:1,234', 'value:"1,234"'],
    ['name:A*, B', 'name:A*\\, B'],
    ['name:Inbox | Mail', 'name:"Inbox | Mail"'],
    ['name:Cut && Paste', 'name:"Cut && Paste"'],
    ['name:Save|button', 'name:Save|role:button'],
    ['name:Save* | Open*', 'name:Save* || name:Open*'],
    ['name:"Save", Open', 'name:"Save", name:Open'],
    ['name:Save, nmae:Open', 'name:Save, name:Open'],
    ['role:button, link', 'role:button, role:link'],
    ['role:button, Save', 'role:button, name:Save'],
  ])
  means([['name:A, name:B', 'name:A || name:B']])
})

describe('terms that are joined as elsewhere', () => {
  suggests([
    ['role:button > name:x', 'role:button >> name:x'],
    ['role:list > list item', 'role:list >> role:list item'],
    ['name:A > name:B', 'name:A >> name:B'],
    ['name:A>name:B', 'name:A >> name:B'],
    ['role:window/role:button', 'role:window >> role:button'],
    ['role:button >>> name:x', 'role:button >> name:x'],
    ['role:button & name:x', 'role:button && name:x'],
    ['role:Button;name:Save', 'role:Button|name:Save'],
    ['name:Save;role:Button', 'name:Save|role:Button'],
    ['role:button and name:x', 'role:button && name:x'],
    ['role:button or role:link', 'role:button || role:link'],
    ['not role:button', '!role:button'],
    ['role:Button name:Save', 'role:Button |name:Save'],
    ['role:Button Save', 'role:button|name:Save'],
    ['role:row first', 'role:row|first'],
    ['role:list role:listitem', 'role:list >> role:listitem'],
    ['role:dialog name:Print role:button', 'role:dialog |name:Print >> role:button'],
    ['name:"a" >> "b"', 'name:"a" >> name:"b"'],
  ])
  means([
    ['role:button && name:x', 'role:button|name:x'],
    ['name:Total: 5 > 3', 'name:Total: 5 > 3'],
    ['name:A & B', 'name:A & B'],
    ['name:R&D', 'name:R&D'],
  ])
})

describe('other languages', () => {
  suggests([
    ['button', 'role:button'],
    ['text=Save', 'text:Save'],
    ['text="Save"', 'name:"Save"'],
    ['role=button', 'role:button'],
    ['id=submit', 'id:submit'],
    ['label=Name', 'name:Name'],
    ['name!=Save', '!name:Save'],
    ['name*=Save', 'name:*Save*'],
    ['name^="Save"', 'name:Save*'],
    ['name=~/sa/i', 'name:/sa/i'],
    ['name==Save', 'name:Save'],
    ['data-testid=foo', 'id:foo'],
    ['role:Button[name="Save"]', 'role:button|name:"Save"'],
    ['role=button[name="Save"i]:visible', 'role:button|name:"Save"|visible:true'],
    ["button[name='Save']", 'role:button|name:"Save"'],
    ['[aria-label="Save"]', 'name:"Save"'],
    ['*[name*="Save"]', '*|name:*Save*'],
    ['input[disabled]', 'role:textbox|enabled:false'],
    [':nth-child(2)', 'nth:1'],
    ['role:row:nth-child(2)', 'role:row|nth:1'],
    ['button:first', 'role:button|first'],
    ['button:not(:disabled)', 'role:button|!(enabled:false)'],
    ['button:has-text("Save")', 'role:button|text:"Save"'],
    ["role:button:has-text('Save')", 'role:button|text:"Save"'],
    ['button.primary', 'role:button|class:primary'],
    ['.primary', 'class:primary'],
    ['css=button', 'role:button'],
    ["getByRole('button', { name: 'Save' })", 'role:button|name:*Save*'],
    ["page.getByRole('button', { name: 'Save', exact: true })", 'role:button|name:"Save"'],
    ['getByText("Hello")', 'text:"Hello"'],
    ["getByTestId('ok')", 'id:"ok"'],
    ['button "Save" [ref=e5]', 'role:button|name:"Save" |ref:e5'],
    ['e12', 'ref:e12'],
    ['@e12', 'ref:e12'],
    ['[ref=e12]', 'ref:e12'],
    ['nth-1', 'nth:-1'],
    ['nth-2', 'nth:-2'],
    ['nth=1', 'nth:1'],
    ['nth(1)', 'nth:1'],
    ['role:row >> nth-1', 'role:row|nth:-1'],
    ['/Window/Button[1]', 'role:window >> role:button|nth:0'],
    ['/Window/*[3]', 'role:window >> *|nth:2'],
    ["//Button[@Name='Save As']", 'role:button|name:"Save As"'],
    ["//Button[contains(@Name,'Save')]/..", 'role:button|name:*Save* >> ..'],
    ['xpath=//Button[last()]', 'role:button|last'],
    ['//Button[position()=3]', undefined],
    ['//Buton[1]', undefined],
    ['contains:Save', 'name:*Save*'],
    ['contains:"Save (draft)"', 'name:*Save \\(draft\\)*'],
    ['role:button|contains:Save', 'role:button|name:*Save*'],
    ['contains:', undefined],
    ['Button:Save', 'role:button|name:Save'],
    ['role:dropdown', 'role:combobox'],
    ['role:textarea', 'role:textbox'],
    ['role:StaticText', 'role:text'],
    ['role:*', '*'],
    ['pos:100,200', undefined],
    ["locator('x')", undefined],
    ['process:/notepad\\.exe$/i', 'process:/notepad$/i'],
  ])
  means([
    ['#id', 'id:id'],
    ['Name:Save', 'name:Save'],
    ['role:textfield', 'role:textbox'],
    ['role:input', 'role:textbox'],
    ['role:app', 'role:application'],
    ['process:notepad.exe', 'process:notepad.exe'],
  ])
})
