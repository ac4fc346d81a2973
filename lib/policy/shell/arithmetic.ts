import type { ArithmeticExpression } from 'unbash'

/** What an expression comes to; `undefined` where it cannot be known. */
export function arithmetic(
  expression: ArithmeticExpression | undefined,
  word: (word: Extract<ArithmeticExpression, { type: 'ArithmeticWord' | 'ArithmeticCommandExpansion' }>) => string,
): number | undefined {
  const value = (of: ArithmeticExpression): number | undefined => {
    switch (of.type) {
      case 'ArithmeticWord':
      case 'ArithmeticCommandExpansion':
        return numberOf(word(of))
      case 'ArithmeticGroup':
        return value(of.expression)
      case 'ArithmeticTernary':
        return value(of.test) ? value(of.consequent) : value(of.alternate)
      case 'ArithmeticUnary': {
        const operand = value(of.operand)
        if (operand === undefined) return undefined
        if (of.operator === '-') return -operand
        if (of.operator === '!') return operand === 0 ? 1 : 0
        return of.operator === '~' ? ~operand : operand
      }
      case 'ArithmeticBinary': {
        const left = value(of.left)
        const right = value(of.right)
        return left === undefined || right === undefined ? undefined : OPERATORS[of.operator]?.(left, right)
      }
    }
  }
  return expression === undefined ? undefined : value(expression)
}

const OPERATORS: Record<string, (left: number, right: number) => number> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => Math.trunc(left / right),
  '%': (left, right) => left % right,
  '**': (left, right) => left ** right,
  '<<': (left, right) => left << right,
  '>>': (left, right) => left >> right,
  '&': (left, right) => left & right,
  '|': (left, right) => left | right,
  '^': (left, right) => left ^ right,
}

/** `12`, `0x1f`, `017`, `2#101`. */
export function numberOf(text: string): number | undefined {
  const written = text.trim()
  const based = /^(\d+)#([0-9a-z]+)$/i.exec(written)
  const number = based
    ? Number.parseInt(based[2] as string, Number(based[1]))
    : /^0[0-7]+$/.test(written)
      ? Number.parseInt(written, 8)
      : Number(written === '' ? Number.NaN : written)
  return Number.isFinite(number) ? number : undefined
}
