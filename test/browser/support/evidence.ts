import { closeSync, mkdirSync, openSync, readSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import type { TestContext } from 'vitest'
import { inRoot } from '../../../scripts/build/paths.ts'
import type { Evidence } from '../../../tools/checks/report.ts'
import { theSite } from './browser.ts'

declare module 'vitest' {
  interface TaskMeta extends Evidence {}
}

type Test = TestContext['task']

/** How many console lines are repeated at the end of the test run. */
const SAID_AT_LAST = 15

const said: string[] = []
let logBegan = 0

/** Everything that is recorded from here on belongs to the next test. */
export function beginEvidence(): void {
  said.length = 0
  logBegan = statSync(theSite.log).size
}

/**
 * Records the console and the failed requests of a browser. The console also lists responses with
 * an error status, and listening to all responses would be expensive.
 */
export function watch(context: BrowserContext): void {
  context.on('console', (message) =>
    note(message.page(), `${message.type()}: ${message.text()} ${message.location().url}`),
  )
  context.on('weberror', (error) => note(error.page(), `uncaught: ${error.error().stack}`))
  context.on('requestfailed', (request) =>
    note(null, `failed: ${request.url()} ${request.failure()?.errorText}`),
  )
}

/** Saves the evidence of a failed test: its pages, their console, and the log of the site. */
export async function leaveEvidence(test: Test, browsers: BrowserContext[]): Promise<void> {
  const folder = inRoot('test-results/browser', inFileNames(`${test.file.name} ${test.name}`))
  mkdirSync(folder, { recursive: true })
  const pages = browsers.flatMap((context) => context.pages())
  for (const [n, page] of pages.entries()) {
    note(page, `open at the end: page ${n + 1}`)
    await page
      .screenshot({ path: join(folder, `page-${n + 1}.png`), timeout: 20_000 })
      .catch((error: Error) => note(page, `no screenshot: ${error.message}`))
  }
  writeFileSync(join(folder, 'console.txt'), said.map((line) => `${line}\n`).join(''))
  writeFileSync(join(folder, 'site.log'), logSince(logBegan))
  test.meta.evidence = relative(inRoot(), folder)
  test.meta.said = said.slice(-SAID_AT_LAST)
  console.error(`Screenshots, console and site log: ${test.meta.evidence}`)
}

function note(page: Page | null, line: string): void {
  said.push(`${new Date().toISOString()} ${page?.url() ?? ''} ${line}`)
}

function logSince(start: number): string {
  const bytes = Buffer.alloc(statSync(theSite.log).size - start)
  const file = openSync(theSite.log, 'r')
  readSync(file, bytes, 0, bytes.length, start)
  closeSync(file)
  return bytes.toString()
}

function inFileNames(text: string): string {
  return text
    .replace(/^test\/browser\//, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, 100)
}
