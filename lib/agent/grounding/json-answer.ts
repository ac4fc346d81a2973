import { failed } from './post.js'

/** The JSON that a model was asked for, also where it put it into a fence or words around it. */
export function jsonIn(answer: string): unknown {
  const fenced = /```(?:json)?\s*([\s\S]*?)```/.exec(answer)?.[1]
  const bare = /[[{][\s\S]*[\]}]/.exec(answer)?.[0]
  for (const text of [answer, fenced, bare]) {
    if (text === undefined) continue
    try {
      return JSON.parse(text)
    } catch {
      // The next one.
    }
  }
  throw failed('The model was asked for JSON and answered something else')
}
