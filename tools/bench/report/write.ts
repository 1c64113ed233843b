import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { inRoot } from '../../../scripts/build/paths.ts'
import type { Run } from '../index.ts'
import { asMarkdown } from './markdown.ts'

const inBench = (name: string) => inRoot('docs/bench', name)

/** Stores the run under its name, and rewrites the page from the previous and the latest run. */
export async function writeReport(name: string, run: Run): Promise<void> {
  await mkdir(inBench(''), { recursive: true })
  const whole = withOtherSizes(run, await runNamed(name, run))
  await writeFile(inBench(`${name}.json`), `${JSON.stringify(whole, null, 2)}\n`)
  const latest = await runNamed('latest', run)
  const before = await runNamed('before', latest)
  await writeFile(inBench('README.md'), asMarkdown(before, latest))
}

/** Sizes may be measured separately: results of the same commit are merged into one run. */
function withOtherSizes(run: Run, former: Run): Run {
  if (former.commit !== run.commit) return run
  return { ...run, against: run.against ?? former.against, sizes: { ...former.sizes, ...run.sizes } }
}

async function runNamed(name: string, otherwise: Run): Promise<Run> {
  return existsSync(inBench(`${name}.json`)) ? JSON.parse(await readFile(inBench(`${name}.json`), 'utf8')) : otherwise
}
