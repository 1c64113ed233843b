import { buildSite } from '../build/index.ts'
import { inTemporaryFolder } from '../build/paths.ts'
import { PASSWORD } from '../seed/people.ts'
import type { Settings } from './settings.ts'
import { type Site, startSite } from './site.ts'

/** Runs a demo site on a free port. Its data are deleted when `use` has ended. */
export async function withDemoSite(
  use: (url: string, site: Site, data: string) => Promise<void>,
  wanted: Partial<Settings> = {},
): Promise<void> {
  await buildSite()
  await inTemporaryFolder(async (data) => {
    const owner = { email: null, password: null }
    const settings = {
      host: '127.0.0.1',
      port: 0,
      data,
      empty: false,
      owner,
      bindings: {},
      logs: false,
      ...wanted,
    }
    const site = await startSite(settings, () => {})
    await use(site.url, site, data).finally(site.stop)
  })
}

export interface Tokens {
  access_token: string
  refresh_token: string
  csrf_token: string
}

/** Logs a demo user in. `who` is the part of the address before the @. */
export async function logIn(site: string, who: string): Promise<Tokens> {
  const response = await fetch(`${site}/api/auth/login`, {
    method: 'POST',
    // Requests with a Bearer token need no CSRF token.
    headers: { 'Content-Type': 'application/json', Authorization: 'Bearer unknown' },
    body: JSON.stringify({ email: `${who}@joule.local`, password: PASSWORD }),
  })
  if (!response.ok) throw new Error(`${who} cannot log in: ${response.status}`)
  return (await response.json()) as Tokens
}
