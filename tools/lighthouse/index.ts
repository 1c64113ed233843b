import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { Failure } from '../../scripts/bootstrap/failure.mjs'
import { showProgress } from '../../scripts/bootstrap/progress.mjs'
import { inRoot, ROOT } from '../../scripts/build/paths.ts'
import { logIn, withDemoSite } from '../../scripts/site/demo.ts'
import { npm } from '../../scripts/trust/audit.ts'
import { commitOf } from '../bench/contenders.ts'
import { browserForTests } from '../checks/browser/index.ts'
import { asDocument, asTable, CATEGORIES, type Report, type Row, rowOf, VERSION } from './report.ts'

const HELP = `npm run lighthouse -- [--rounds <n>] [--record]

  runs Lighthouse on the demo site with its mobile settings; --record writes docs/bench/lighthouse.md`

export async function runLighthouse(args: string[]): Promise<void> {
  const options = {
    rounds: { type: 'string' },
    record: { type: 'boolean' },
    help: { type: 'boolean' },
  } as const
  const { values } = parseArgs({ args, options })
  if (values.help) return console.log(HELP)
  const [program, chromium] = [await lighthouse(), await browserForTests()]
  await withDemoSite(async (site) => {
    const rows: Row[] = []
    for (const [page, path] of Object.entries(await pagesOf(site))) {
      const reports: Report[] = []
      // Not counted, because the first visit of a page makes its image variants.
      await visit(program, chromium, site + path)
      for (let round = 0; round < Number(values.rounds ?? 3); round++)
        reports.push(await visit(program, chromium, site + path))
      rows.push(rowOf(page, reports))
      console.log(
        `${page}: ${CATEGORIES.map((name) => rows.at(-1)?.scores[name].join('/')).join(', ')}`,
      )
    }
    console.log(`\n${asTable(rows)}`)
    if (values.record)
      await writeFile(inRoot('docs/bench/lighthouse.md'), asDocument(rows, commitOf('HEAD', ROOT)))
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

const FOLDER = inRoot('node_modules/.cache/joule/lighthouse', VERSION)
const PROGRAM = join(FOLDER, 'node_modules/lighthouse/cli/index.js')

/**
 * The path of Lighthouse. It is not in package.json, because it has a hundred dependencies, and is
 * installed on first use.
 */
async function lighthouse(): Promise<string> {
  if (existsSync(PROGRAM)) return PROGRAM
  await mkdir(FOLDER, { recursive: true })
  await showProgress(`Installing Lighthouse ${VERSION}`, () =>
    npm('install', '--no-audit', '--no-fund', '--prefix', FOLDER, `lighthouse@${VERSION}`),
  )
  if (!existsSync(PROGRAM))
    throw new Failure(
      `Lighthouse ${VERSION} cannot be installed; check the connection to the npm registry`,
    )
  return PROGRAM
}

/** The longest post of the demo, with code. */
const POST = '/posts/42'
const COMMENTS = 40
const SPEAKERS = ['zhou', 'lin', 'admin']

interface PostFacts {
  author: { uid: number }
  comments_count: number
}

/** The pages for Lighthouse, by description. */
async function pagesOf(site: string): Promise<Record<string, string>> {
  const post = (await (await fetch(`${site}/api${POST}`)).json()) as PostFacts
  await talk(site, post)
  return {
    home: '/',
    list: '/posts',
    [`long post with code and ${COMMENTS} comments`]: POST,
    space: `/space/${post.author.uid}`,
    login: '/login',
  }
}

/** Adds comments to the post of the demo until it has `COMMENTS`. */
async function talk(site: string, { comments_count }: PostFacts): Promise<void> {
  const tokens = await Promise.all(SPEAKERS.map((who) => logIn(site, who)))
  for (let n = comments_count; n < COMMENTS; n++) {
    const { access_token } = tokens[n % tokens.length] ?? {}
    const response = await fetch(`${site}/api${POST}/comments`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${access_token}` },
      body: JSON.stringify({ body: `${WORDS.slice(0, 40 + ((n * 37) % WORDS.length))} (${n})` }),
    })
    if (!response.ok)
      throw new Error(`could not add a comment: ${response.status} ${await response.text()}`)
  }
}

const WORDS = `I measured it again after reading this, on an old phone and on a slow line, and it holds. What surprised me is how
much of the time went into things that no one looks at. 数字会说话，但先要问对问题。 Thank you for writing it down.`
