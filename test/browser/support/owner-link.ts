import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'
import { inRoot } from '../../../scripts/build/paths.ts'

/** The link to become the owner of a site of its own that nobody owns yet. The site lives as long as the test. */
export async function linkOfNewSite(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'joule-unowned-'))
  const program = inRoot('test/browser/support/site-without-owner.ts')
  const site = spawn(process.execPath, [program, folder], { stdio: ['pipe', 'pipe', 'inherit'] })
  onTestFinished(async () => {
    site.stdin.end()
    if (site.exitCode === null) await once(site, 'exit')
    await rm(folder, { recursive: true })
  })
  for await (const line of createInterface(site.stdout)) return line
  throw new Error('the site ended before it had a link')
}
