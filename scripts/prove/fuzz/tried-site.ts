import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Failure } from '../../bootstrap/failure.mjs'
import { buildSite } from '../../build/index.ts'
import { readSettings } from '../../site/settings.ts'
import { startSite } from '../../site/site.ts'
import { canMeasure, processorOf } from './processor.ts'
import type { TriedSite } from './site.ts'

interface Opened extends TriedSite {
  /** Holds all figures against their rows. Throws where they do not fit; says what it did. */
  check(): Promise<string>
  stop(): Promise<void>
}

/** The site at an address, or a new one with the demo community in a folder that goes away. */
export function openTried(url: string): Promise<Opened> {
  return url === '' ? newSite() : siteAt(url)
}

async function siteAt(url: string): Promise<Opened> {
  const { owner } = readSettings(process.env)
  const { email, password } = owner
  if (!email || !password)
    throw new Failure('a site that runs already needs JOULE_OWNER_EMAIL and JOULE_OWNER_PASSWORD')
  return {
    url: url.replace(/\/$/, ''),
    owner: { email, password },
    check: async () => 'Its figures were not checked: "npm run joule -- check" does, where the site runs.',
    stop: async () => {},
  }
}

const OWNER = { email: 'owner@fuzz.example', password: 'the owner of the tried site' }

async function newSite(): Promise<Opened> {
  await buildSite()
  const data = await mkdtemp(join(tmpdir(), 'joule-fuzz-'))
  const settings = { host: '127.0.0.1', port: 0, data, empty: false, owner: OWNER, logs: false }
  const site = await startSite({ ...settings, bindings: { JOULE_WRITE_LIMIT: '0', LOG_SHARE: '0' } }, () => {})
  const { DB } = await site.storage()
  // Lv6: so that nothing is refused to an admin before it was read.
  await DB.prepare("UPDATE users SET exp = 100000 WHERE role = 'owner'").run()
  const { runtime } = JSON.parse(readFileSync(join(data, 'running.json'), 'utf8')) as { runtime: number }
  return {
    url: site.url,
    owner: OWNER,
    ...(canMeasure() && { processor: () => processorOf(runtime) }),
    async check() {
      const lines: string[] = []
      await site.run('check', [], (line) => lines.push(line))
      return lines.join('\n')
    },
    async stop() {
      await site.stop()
      await rm(data, { recursive: true, force: true })
    },
  }
}
