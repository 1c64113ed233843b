import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { parseArgs, promisify } from 'node:util'
import { inRoot, ROOT } from '../../scripts/build/paths.ts'
import { withDemoSite } from '../../scripts/site/demo.ts'
import { commitOf } from '../bench/contenders.ts'
import { browserForTests } from '../checks/browser/index.ts'
import { lighthouse } from './install.ts'
import { pagesOf } from './pages.ts'
import { asDocument, asTable, CATEGORIES, type Report, type Row, rowOf } from './report.ts'

const HELP = `npm run lighthouse -- [--rounds <n>] [--record]

  runs Lighthouse on the demo site with its mobile settings; --record writes docs/bench/lighthouse.md`

export async function runLighthouse(args: string[]): Promise<void> {
  const options = { rounds: { type: 'string' }, record: { type: 'boolean' }, help: { type: 'boolean' } } as const
  const { values } = parseArgs({ args, options })
  if (values.help) return console.log(HELP)
  const [program, chromium] = [await lighthouse(), await browserForTests()]
  await withDemoSite(async (site) => {
    const rows: Row[] = []
    for (const [page, path] of Object.entries(await pagesOf(site))) {
      const reports: Report[] = []
      for (let round = 0; round < Number(values.rounds ?? 3); round++)
        reports.push(await visit(program, chromium, site + path))
      rows.push(rowOf(page, reports))
      console.log(`${page}: ${CATEGORIES.map((name) => rows.at(-1)?.scores[name].join('/')).join(', ')}`)
    }
    console.log(`\n${asTable(rows)}`)
    if (values.record) await writeFile(inRoot('docs/bench/lighthouse.md'), asDocument(rows, commitOf('HEAD', ROOT)))
  })
}

const OUTPUT_MAX = 64_000_000

async function visit(program: string, chromium: string, url: string): Promise<Report> {
  const flags = [
    '--quiet',
    '--output=json',
    '--chrome-flags=--headless=new --no-sandbox',
    `--only-categories=${CATEGORIES}`,
  ]
  const { stdout } = await promisify(execFile)(process.execPath, [program, url, ...flags], {
    env: { ...process.env, CHROME_PATH: chromium },
    maxBuffer: OUTPUT_MAX,
  })
  return JSON.parse(stdout) as Report
}
