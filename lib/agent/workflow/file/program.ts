import type { CodedStep } from '../run/coded-step.js'
import type { Plan, Step } from './plan.js'

/** A plan as a list to walk through: a group is what stands between its `group` and its `end`. */
export interface Program {
  readonly nodes: readonly Node[]
  /** Index of each id. */
  readonly ids: ReadonlyMap<string, number>
  /** Where `troubleshooting` begins, which a run reaches only by a jump. */
  readonly end: number
  /** How many steps there are, groups not counted. */
  readonly size: number
}

export type Node =
  | { kind: 'step'; step: Step; place: string; number: number; group: number | undefined; code?: CodedStep }
  | { kind: 'group'; step: Step; place: string; end: number; group: number | undefined }
  | { kind: 'end'; of: number }

export function programOf({ steps, troubleshooting = [] }: Pick<Plan, 'steps' | 'troubleshooting'>): Program {
  const nodes: Node[] = []
  const ids = new Map<string, number>()
  let size = 0
  const add = (list: readonly Step[], at: string, group: number | undefined): void => {
    for (const [position, step] of list.entries()) {
      const place = `${at}[${position}]`
      const index = nodes.length
      if (step.id !== undefined) ids.set(step.id, index)
      if (step.steps === undefined) {
        nodes.push({ kind: 'step', step, place, number: ++size, group })
        continue
      }
      const begin = { kind: 'group' as const, step, place, end: 0, group }
      nodes.push(begin)
      add(step.steps, `${place}.steps`, index)
      begin.end = nodes.length
      nodes.push({ kind: 'end', of: index })
    }
  }
  add(steps, 'steps', undefined)
  const end = nodes.length
  add(troubleshooting, 'troubleshooting', undefined)
  return { nodes, ids, end, size }
}

/** The same of steps that are functions. */
export function programOfCode(steps: readonly CodedStep[]): Program {
  const nodes = steps.map((code, at): Node => {
    const { id, name, retries = 0 } = code.step
    const step: Step = { id, retries, ...(name !== undefined && { name }) }
    return { kind: 'step', step, place: `steps[${at}]`, number: at + 1, group: undefined, code }
  })
  return { nodes, ids: new Map(steps.map(({ step }, at) => [step.id, at])), end: nodes.length, size: nodes.length }
}

/** What a person calls a step. */
export function nameOf({ name, id, tool_name, group_name }: Step): string {
  return name ?? id ?? tool_name ?? group_name ?? 'a step'
}
