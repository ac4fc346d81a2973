import { HeadlessSession } from 'surehand/headless'
import { CHANGES, type Change, trialOf } from './changes.js'
import { PLACES, type Place, tried, type Verdict } from './trial.js'

// tsx bench/heal/run.ts [first seed] [changes] [removed] [place]: seeded changes of a program on four toolkits, one after the other.

const places = PLACES.filter((place) => process.argv[5] === undefined || process.argv[5] === place)
const [seed = 1, count = 50, removed = 10] = process.argv.slice(2, 5).map(Number)
const session = await HeadlessSession.start({ width: 1280, height: 800 })
const totals = new Map<string, Partial<Record<Verdict, number>>>()

async function one(number: number, change: Change, place: Place): Promise<void> {
  const trial = trialOf(number, change)
  const { verdict, outcome, used } = await tried(trial, place, session)
  for (const row of [change, place, change === 'removed' ? '' : 'all']) {
    if (row === '') continue
    const counts = totals.get(row) ?? {}
    counts[verdict] = (counts[verdict] ?? 0) + 1
    totals.set(row, counts)
  }
  const [first, second] = outcome.proposals
  const best = [first, second]
    .filter((each) => each !== undefined)
    .map(({ confidence, path }) => `${confidence.toFixed(2)} ${path}`)
  console.log(
    `${number} ${place} ${change}: ${verdict} (${outcome.status}; ${trial.locator}; ${trial.noise.join(', ') || 'nothing else'})`,
  )
  if (verdict !== 'right')
    console.log(`    ${best.join('; ')} ${outcome.noPatch ?? ''} used ${used.join(', ')} meant ${trial.target.key}`)
}

try {
  console.log(`first seed ${seed}`)
  for (let at = 0; at < count; at++) {
    await one(
      seed + at,
      CHANGES[at % CHANGES.length] as Change,
      places[Math.floor(at / CHANGES.length) % places.length] as Place,
    )
  }
  for (let at = 0; at < removed; at++) await one(seed + count + at, 'removed', places[at % places.length] as Place)
  for (const [row, counts] of totals) console.log(row, JSON.stringify(counts))
} finally {
  await session.stop()
}
