import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Browser } from 'playwright-core'
import { Failure } from '../../../scripts/bootstrap/failure.mjs'
import { ROOT } from '../../../scripts/build/paths.ts'
import { browserForTests } from '../../checks/browser/index.ts'
import { launchChromium } from '../../checks/browser/launch.ts'
import { BENCH_FOLDER, checkedOut, commitOf } from '../contenders.ts'

/** Opens a browser and the demo sites of an older commit, if there is one, and of this commit. */
export async function withSites(
  against: string | undefined,
  measure: (browser: Browser, sites: { commit: string; url: string }[]) => Promise<void>,
): Promise<void> {
  const browser = await launchChromium(await browserForTests())
  const sites: (Served & { commit: string })[] = []
  try {
    if (against) {
      const commit = commitOf(against, ROOT)
      sites.push({ commit, ...(await serve(await checkedOut(commit), commit)) })
    }
    const commit = commitOf('HEAD', ROOT)
    sites.push({ commit, ...(await serve(ROOT, commit)) })
    await measure(browser, sites)
  } finally {
    await browser.close()
    for (const { stop } of sites) await stop()
  }
}

interface Served {
  url: string
  stop(): Promise<void>
}

/** The demo site of a commit, built and served by its own `npm start`. Its data is reused between runs. */
function serve(root: string, label: string): Promise<Served> {
  const data = join(BENCH_FOLDER, 'first-paint', label)
  const child = spawn(process.execPath, [join(root, 'scripts/start.mjs')], {
    cwd: root,
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1', JOULE_DATA: data },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const stop = () => {
    child.kill('SIGTERM')
    return ended
  }
  return new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      const url = /running at (http:\S+)/.exec(line)?.[1]
      if (url) resolve({ url, stop })
    })
    ended.then(() => reject(new Failure(`${label} does not start`)))
  })
}
