/** What the replays came to, as one page. */
import { machine, today } from '../../machine.mjs'

const sum = (calls, of) => calls.reduce((total, call) => total + of(call), 0)
const seconds = (calls) => sum(calls, ({ ms }) => ms) / 1000
const number = (value) => value.toLocaleString('en')
const percent = (part, whole) => `${((100 * part) / whole).toFixed(1)} %`

/** @param {Record<'now' | 'before', { program: string, done: boolean, failure?: string, calls: any[] }[]>} runs */
function figuresOf(runs) {
  const calls = runs.flatMap((run) => run.calls)
  const failed = calls.filter((call) => call.failed)
  return {
    done: runs.filter(({ done }) => done).length,
    tasks: runs.length,
    calls: calls.length,
    wrong: calls.filter(({ wrong }) => wrong !== undefined).length,
    failed: failed.length,
    seconds: seconds(calls),
    inFailed: seconds(failed),
    tokens: sum(calls, ({ tokens }) => tokens),
    falseClaims: calls.filter(({ falseClaim }) => falseClaim).length,
    untold: calls.filter(({ untold }) => untold).length,
  }
}

export function report(runs) {
  const now = figuresOf(runs.now)
  const before = runs.before && figuresOf(runs.before)
  const row = (what, of, goal = '') => `| ${what} | ${of(now)} | ${before ? of(before) : '–'} | ${goal} |`
  const tokens = before ? ` (${percent(now.tokens, before.tokens)})` : ''
  const kinds = [...new Set(runs.now.flatMap(({ calls }) => calls.flatMap(({ wrong }) => wrong ?? [])))].sort()
  const each = runs.now.map((run, at) => {
    const [own, other] = [figuresOf([run]), runs.before && figuresOf([runs.before[at]])]
    const share = percent(own.inFailed, own.seconds)
    const was = other ? `${percent(other.inFailed, other.seconds)} | ${number(other.tokens)}` : '– | –'
    return `| ${run.program} | ${run.done ? 'yes' : 'no'} | ${own.calls} | ${own.seconds.toFixed(1)} | ${share} | ${number(own.tokens)} | ${was} |`
  })
  const ofKind = kinds.map((kind) => {
    const all = (builds) => builds?.flatMap(({ calls }) => calls.filter(({ wrong }) => wrong === kind)) ?? []
    const mean = (calls) => (calls.length === 0 ? '–' : (seconds(calls) / calls.length).toFixed(2))
    return `| ${kind} | ${all(runs.now).length} | ${mean(all(runs.now))} | ${mean(all(runs.before))} |`
  })
  return `# An agent's day

Written by \`npm run bench:day -- --before <the commit before>\` on ${today()}. ${machine}. Twelve tasks on twelve real programs over MCP, with the calls of
a model, wrong ones included (\`day/tasks\`). Files that the programs write judge the tasks. Tokens are of the text of all answers (\`o200k_base\`).
Between two calls the replay waits for 2.1 s, as a model would. No figure includes that.

| | this commit | before | goal |
| --- | ---: | ---: | ---: |
${row('tasks done', ({ done, tasks }) => `${done} of ${tasks}`)}
${row('calls, wrong ones among them', ({ calls, wrong }) => `${calls}, ${wrong}`)}
${row('calls that failed', ({ failed }) => failed)}
${row('seconds in all calls', ({ seconds }) => seconds.toFixed(1))}
${row('of these in failed calls', ({ inFailed, seconds }) => percent(inFailed, seconds), '≤ 10 %')}
${row('tokens of all answers', ({ tokens: count }) => number(count) + (count === now.tokens ? tokens : ''), '≤ 60 %')}
${row('false claims', ({ falseClaims }) => falseClaims, '0')}
${row('changes in a file that no answer told', ({ untold }) => untold, '0')}

A false claim: a wrong call said \`verified\` or \`changed\`; a call said so and the file does not show it; a call said \`unchanged\` and the screen changed.

## By program

| program | done | calls | s | in failed calls | tokens | before: in failed calls | tokens |
| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |
${each.join('\n')}

## By mistake

| mistake | calls | s each | before |
| --- | ---: | ---: | ---: |
${ofKind.join('\n')}
`
}
