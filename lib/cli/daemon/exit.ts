/** What a command ends with: 0 done, and known to be or read; 1 anything else; 2 wrong usage. */
export const EXIT = { done: 0, failed: 1, usage: 2, unknown: 3, notFound: 4, ambiguous: 5, refused: 6 } as const
export type Exit = (typeof EXIT)[keyof typeof EXIT]
