import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { beforeEach, type RunnerTask } from 'vitest'

// The setup of the live tests on Wayland (vitest.config.ts): a test that cannot run there is skipped with its reason.

/** A file, or one of its tests or groups of tests by title; titles of groups may stand before it, joined with ` > `. */
interface NotHere {
  file: string
  name?: string
  reason: string
}

const LIST = new URL('../../wayland/live-not-here.json', import.meta.url)
const list: NotHere[] = JSON.parse(readFileSync(LIST, 'utf8'))

beforeEach(({ task, skip }) => {
  const listed = list.filter(({ file, name }) => name !== undefined && `${file}.test.ts` === basename(task.file.name))
  const titles = titlesOf(task.file.tasks)
  const unknown = listed.filter(({ name }) => !titles.some((title) => isUnder(title, name)))
  if (unknown.length > 0)
    throw new Error(`${LIST.pathname} names no test: ${unknown.map(({ name }) => name).join('; ')}`)
  const found = listed.find(({ name }) => isUnder(titlesOf([task])[0], name))
  if (found !== undefined) skip(found.reason)
})

/** Each test with the titles of its groups. */
function titlesOf(tasks: readonly RunnerTask[]): string[] {
  return tasks.flatMap((task) => (task.type === 'suite' ? titlesOf(task.tasks) : [titleOf(task)]))
}

function titleOf({ suite, name }: RunnerTask): string {
  return suite === undefined ? name : `${titleOf(suite)} > ${name}`
}

function isUnder(title = '', listed = ''): boolean {
  return ` > ${title} > `.includes(` > ${listed} > `)
}
