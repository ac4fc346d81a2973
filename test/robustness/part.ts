/** What a part of `npm run test:robustness` says in the end. */
export interface Outcome {
  figures: Record<string, unknown>
  /** What broke a promise. */
  faults: string[]
}

/** `--name value` of the command line. */
export type Values = Readonly<Record<string, string | undefined>>

export const count = (values: Values, name: string, usual: number): number => Number(values[name] ?? usual)

/** What there is to read on how a part goes on; standard output is for the figures. */
export const progress = (text: string): void => console.error(text)
