/** Values are texts, some with a unit after them (`50 %`), some with a decimal comma. */
function numberIn(value: string | undefined): number {
  const digits = value?.match(/-?\d+([.,]\d+)?(e[-+]?\d+)?/i)?.[0]
  return digits === undefined ? Number.NaN : Number(digits.replace(',', '.'))
}

/** Whether a value says a number. Toolkits keep some as 32-bit floats and write others with few digits. */
export function saysNumber(value: string | undefined, number: number): boolean {
  const said = numberIn(value)
  return Math.abs(said - number) <= 1e-6 * Math.max(1, Math.abs(said), Math.abs(number))
}
