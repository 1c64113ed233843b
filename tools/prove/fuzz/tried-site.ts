import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Failure } from '../../../scripts/bootstrap/failure.mjs'
import { buildSite } from '../../../scripts/build/index.ts'
import { holderOf } from '../../../scripts/site/claim.ts'
import { order } from '../../../scripts/site/control.ts'
import { isLoopback } from '../../../scripts/site/proxy.ts'
import { readSettings } from '../../../scripts/site/settings.ts'
import { startSite } from '../../../scripts/site/site.ts'
import { canMeasure, processorOf } from './processor.ts'
import type { TriedSite } from './site.ts'

interface Opened extends TriedSite {
  /** Checks all figures against their rows. Throws if one is wrong; returns a summary. */
  check(): Promise<string>
  stop(): Promise<void>
}

/** The site at an address, or a new demo site in a temporary folder. */
export function openTried(url: string): Promise<Opened> {
  return url === '' ? newSite() : siteAt(url)
}

/** If it is the site of the data folder (`JOULE_DATA`), it is measured and checked like a new one. */
async function siteAt(url: string): Promise<Opened> {
  const { owner, data } = readSettings(process.env)
  const { email, password } = owner
  if (!email || !password) {
    throw new Failure('a running site needs JOULE_OWNER_EMAIL and JOULE_OWNER_PASSWORD')
  }
  const holder = isLoopback(new URL(url).hostname) ? await holderOf(data) : null
  const { runtime = null } = holder ?? {}
  return {
    url: url.replace(/\/$/, ''),
    owner: { email, password },
    ...(runtime !== null && canMeasure() && { processor: () => processorOf(runtime) }),
    async check() {
      if (!holder) return 'Its figures were not checked: "npm run joule -- check" does, where the site runs.'
      const lines: string[] = []
      await order(holder.control, 'check', [], (line) => lines.push(line))
      return lines.join('\n')
    },
    stop: async () => {},
  }
}

const OWNER = { email: 'owner@fuzz.example', password: 'the owner of the tried site' }

async function newSite(): Promise<Opened> {
  await buildSite()
  const data = await mkdtemp(join(tmpdir(), 'joule-fuzz-'))
  const settings = { host: '127.0.0.1', port: 0, data, empty: false, owner: OWNER, logs: false }
  const site = await startSite({ ...settings, bindings: { JOULE_WRITE_LIMIT: '0', LOG_SHARE: '0' } }, () => {})
  const { DB } = site.storage
  // Lv6, so that no request of the owner is refused early.
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
