import { SurehandError } from '../../sdk/errors.js'

/** The text with a part of it replaced. NOT_FOUND where it is not there, AMBIGUOUS where it is several times and not all are meant. */
export function replaced(
  text: string,
  old: string,
  by: string,
  { all, path }: { all: boolean; path: string },
): { text: string; count: number } {
  const pieces = text.split(old)
  const count = pieces.length - 1
  if (count === 0) {
    throw new SurehandError(
      'NOT_FOUND',
      `${path} has no such text. Read it again: it has to be the same to the last space.`,
      {
        path,
      },
    )
  }
  if (count > 1 && !all) {
    const lines = pieces.slice(0, -1).map(
      (_, index) =>
        pieces
          .slice(0, index + 1)
          .join(old)
          .split('\n').length,
    )
    throw new SurehandError(
      'AMBIGUOUS',
      `${path} has that text ${count} times, in lines ${lines.slice(0, 10).join(', ')}. Give more of what is around it, or replace_all.`,
      { path, count },
    )
  }
  return { text: pieces.join(by), count }
}
