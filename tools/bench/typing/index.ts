import { parseArgs } from 'node:util'
import { ROOT } from '../../../scripts/build/paths.ts'
import { browserForTests } from '../../checks/browser/index.ts'
import { launchChromium } from '../../checks/browser/launch.ts'
import { checkedOut, commitOf } from '../checked-out.ts'
import { type Served, serve } from '../first-paint/serve.ts'
import { SLOWER } from '../first-paint/visit.ts'
import { median } from '../measure.ts'
import { type KeyCost, typeSlowly } from './type.ts'

/** Measures typing in a text of 5,000 words on a slow phone, for this commit and an older one, in alternating rounds. */
export async function typing(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { against: { type: 'string' }, rounds: { type: 'string' } } })
  const commits = [...(values.against ? [commitOf(values.against, ROOT)] : []), commitOf('HEAD', ROOT)]
  const browser = await launchChromium(await browserForTests())
  const sites: (Served & { commit: string; keys: KeyCost[] })[] = []
  try {
    for (const [n, commit] of commits.entries()) {
      const root = n === commits.length - 1 ? ROOT : await checkedOut(commit)
      sites.push({ commit, keys: [], ...(await serve(root, commit)) })
    }
    for (let round = 0; round < Number(values.rounds ?? 2); round++)
      for (const { url, keys } of sites) keys.push(...(await typeSlowly(browser, url)))
    console.log(`CPU time of the page's main thread in ms, CPU ${SLOWER} times slower\n\n${HEAD}`)
    for (const { commit, keys } of sites) console.log(rowOf(commit, keys))
  } finally {
    await browser.close()
    for (const { stop } of sites) await stop()
  }
}

const HEAD =
  '| commit | keys | longest task of a key, p50 | p98 | all tasks of a key, p50 | tasks over 50 ms |\n|---|---|---|---|---|---|'

function rowOf(commit: string, keys: readonly KeyCost[]): string {
  const longest = keys.map(({ tasks }) => Math.max(...tasks))
  const sums = keys.map(({ tasks }) => tasks.reduce((sum, one) => sum + one, 0))
  const long = keys.flatMap(({ tasks }) => tasks.filter((one) => one > 50)).length
  const figures = [median(longest), p98(longest), median(sums)].map((figure) => figure.toFixed(0))
  return `| ${[commit, keys.length, ...figures, long].join(' | ')} |`
}

function p98(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.98) - 1] ?? Number.NaN
}
