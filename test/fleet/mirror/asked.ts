import type { App, Locator, Snapshot, SnapshotNode } from 'surehand'
import { quote } from '../../../lib/sdk/selector/quote.js'
import type { Random } from './random.js'

/** A question that both desktops are asked: how many elements match. */
export interface Question {
  text: string
  locator(app: App): Locator
  /** The same of a snapshot. */
  countIn(snapshot: Snapshot): number
}

const MOST_REMEMBERED = 60

/**
 * Questions about what a tree holds, and about what earlier trees held: those that should say 0 by now are the ones that a stale tree gets
 * wrong.
 */
export class Questions {
  private remembered: Question[] = []

  constructor(private readonly random: Random) {}

  about(snapshot: Snapshot, count: number): Question[] {
    const named = [...snapshot.root.descendants()].filter(({ name }) => name?.trim() && name.length < 60)
    const asked = Array.from({ length: count }, () => question(this.random.pick(named), this.random))
    const again = Array.from({ length: Math.min(count, this.remembered.length) }, () =>
      this.random.pick(this.remembered),
    )
    this.remembered.push(...asked)
    while (this.remembered.length > MOST_REMEMBERED)
      this.remembered.splice(this.random.below(this.remembered.length), 1)
    return [...asked, ...again]
  }
}

const KINDS = ['name', 'name', 'text', 'label', 'checked', 'visible', 'disabled', 'nth', 'parent'] as const

function question(node: SnapshotNode, random: Random): Question {
  const { role } = node
  const name = quote(node.name as string)
  switch (random.pick(KINDS)) {
    case 'text':
      return {
        text: `text ${name}`,
        locator: (app) => app.getByText(node.name as string),
        countIn: (snapshot) =>
          new Set([...snapshot.findAll(`name:${name}`), ...snapshot.findAll(`value:${name}`)]).size,
      }
    case 'label':
      return {
        text: `label ${name}`,
        locator: (app) => app.getByLabel(node.name as string),
        countIn: (snapshot) => snapshot.findAll(`name:${name}`).filter((match) => match.role !== 'text').length,
      }
    case 'nth': {
      const nth = random.below(6)
      return {
        text: `role:${role}, number ${nth}`,
        locator: (app) => app.locator(`role:${role}`).nth(nth),
        countIn: (snapshot) => (snapshot.findAll(`role:${role}`).length > nth ? 1 : 0),
      }
    }
    case 'checked':
      return selector(`role:${role}|checked:true`)
    case 'visible':
      return selector(`role:${role}|visible:true`)
    case 'disabled':
      return selector(`role:${role}|enabled:false`)
    case 'parent':
      return selector(node.parent === undefined ? `role:${role}` : `role:${node.parent.role} >> role:${role}`)
    case 'name':
      return selector(`role:${role}|name:${name}`)
  }
}

function selector(text: string): Question {
  return {
    text,
    locator: (app) => app.locator(text),
    countIn: (snapshot) => snapshot.findAll(text).length,
  }
}
