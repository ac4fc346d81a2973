import { isSurehandError, SurehandError } from '../../../sdk/errors.js'
import {
  type Expression,
  format,
  parse,
  type Selector,
  splitSelectors,
  type TextPattern,
} from '../../../sdk/selector/index.js'

/** Where a value stands in a selector, and the value. */
export interface SelectorValue {
  from: number
  to: number
  text: string
}

/** Whether an argument of a tool is a selector, or a list of them: `selector`, `fallback_selectors`, `verify_element_exists`. */
export function isSelectorArgument(key: string): boolean {
  return /(?:^|_)selectors?$|^verify_element_(?:not_)?exists$/.test(key)
}

/**
 * A selector, or a list of them with commas, whose placeholders are filled in as values: the template is parsed with a word in the place of
 * each value, so that no value can end a quotation, add a term or change a pattern. INVALID_ARGUMENT, with the place, for a placeholder
 * that stands anywhere but in a value.
 */
export function fillSelector(template: string, values: readonly SelectorValue[], place: string): string {
  const stem = unusedWord(template, values)
  const fill = (standing: (value: SelectorValue, index: number) => string) => {
    let text = ''
    let end = 0
    for (const [index, value] of values.entries()) {
      text += template.slice(end, value.from) + standing(value, index)
      end = value.to
    }
    return text + template.slice(end)
  }
  const word = (index: number) => `${stem}x${index}x`
  const filled = { word: new RegExp(`${stem}x(\\d+)x`, 'g'), values: values.map(({ text }) => text) }
  const written = (text: string) =>
    splitSelectors(text)
      .map((each) => format(new Filling(filled.word, filled.values).selector(parse(each))))
      .join(', ')
  try {
    return written(fill((_, index) => word(index)))
  } catch (error) {
    if (!isSurehandError(error, 'INVALID_SELECTOR')) throw error
  }
  // A role, a number, a state and a reference are read by the parser: they are no texts.
  try {
    return written(fill((value, index) => (isWholeWord(template, value) ? value.text : word(index))))
  } catch (cause) {
    if (!isSurehandError(cause, 'INVALID_SELECTOR')) throw cause
    throw new SurehandError(
      'INVALID_ARGUMENT',
      `${place}: ${JSON.stringify(template)} is not a selector with these values. A placeholder stands in a value ('name:"{{who}}"'); a part of a selector is written in \`selectors\` and put in as '{{selectors.part}}'.`,
      { place, template },
      { cause },
    )
  }
}

/** Behind a key or `@`, up to an operator or the end: there one word can be nothing but a value. */
function isWholeWord(template: string, { from, to, text }: SelectorValue): boolean {
  return (
    /^-?[\p{L}\p{N}_]+$/u.test(text) &&
    /(?:^|[^\w\\])[a-z]+:\s*$|\)@$/i.test(template.slice(0, from)) &&
    /^\s*(?:$|[|,)]|&&|>>)/.test(template.slice(to))
  )
}

/** A word that neither the template nor a value has in it. */
function unusedWord(template: string, values: readonly SelectorValue[]): string {
  for (let number = 0; ; number++) {
    const word = `placeholder${number}`
    if (![template, ...values.map(({ text }) => text)].some((text) => text.toLowerCase().includes(word))) return word
  }
}

/** Puts the values into a parsed template, each as the text that it is. */
class Filling {
  constructor(
    private readonly word: RegExp,
    private readonly values: readonly string[],
  ) {}

  selector({ steps }: Selector): Selector {
    return { steps: steps.map((step) => ({ ...step, match: this.expression(step.match) })) }
  }

  private expression(expression: Expression): Expression {
    switch (expression.kind) {
      case 'and':
      case 'or':
        return { ...expression, terms: expression.terms.map((term) => this.expression(term)) }
      case 'not':
        return { ...expression, term: this.expression(expression.term) }
      case 'group':
      case 'has':
        return { ...expression, selector: this.selector(expression.selector) }
      case 'beside':
      case 'near':
        return { ...expression, anchor: this.selector(expression.anchor) }
      case 'text':
        return { ...expression, value: this.pattern(expression.value) }
      case 'attribute': {
        const name = this.filled(expression.name, (text) => text)
        return { ...expression, name, ...(expression.value && { value: this.pattern(expression.value) }) }
      }
      default:
        return expression
    }
  }

  private pattern(pattern: TextPattern): TextPattern {
    switch (pattern.kind) {
      case 'literal':
        return { ...pattern, text: this.filled(pattern.text, (text) => text) }
      case 'wildcard':
        return { ...pattern, pattern: this.filled(pattern.pattern, (text) => text.replace(/[\\*?]/g, '\\$&')) }
      case 'regexp':
        return { ...pattern, source: this.expressionSource(pattern.source) }
    }
  }

  /** In a class each character stands for itself; elsewhere the text is one unit, which a quantifier behind it repeats. */
  private expressionSource(source: string): string {
    return this.filled(source, (text, at) => {
      const { escaping, inClass } = contextAt(source, at)
      if (escaping) {
        throw new SurehandError('INVALID_SELECTOR', `/${source}/: a placeholder cannot stand behind a backslash.`)
      }
      const literal = text.replace(/[^\p{L}\p{N}_ ]/gu, spelled)
      return inClass ? literal : `(?:${literal})`
    })
  }

  private filled(text: string, spell: (value: string, at: number) => string): string {
    return text.replace(this.word, (_, index: string, at: number) => spell(this.values[Number(index)] as string, at))
  }
}

/** `\x2d`, `\u2028`: a character that means itself everywhere in a regular expression, with and without the flag `u`. */
function spelled(character: string): string {
  return [...Array(character.length).keys()]
    .map((index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`)
    .join('')
}

function contextAt(source: string, at: number): { escaping: boolean; inClass: boolean } {
  let inClass = false
  let index = 0
  for (; index < at; index++) {
    if (source[index] === '\\') index++
    else if (source[index] === '[') inClass = true
    else if (source[index] === ']') inClass = false
  }
  return { escaping: index > at, inClass }
}
