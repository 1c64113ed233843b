import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { connect, type Joule } from '../../../dist/client/index.js'
import { buildApiClient } from '../../../scripts/api-client/index.ts'
import { PROJECT_NODE } from '../../../scripts/bootstrap/project-node.mjs'
import { buildSite } from '../../../scripts/build/index.ts'
import { inRoot } from '../../../scripts/build/paths.ts'
import { type Site, startSite } from '../../../scripts/site/site.ts'

export interface Account {
  email: string
  password: string
}

export const OWNER: Account = { email: 'owner@joule.test', password: 'the owner of the examples' }
export const WRITER: Account = { email: 'writer@joule.test', password: 'a writer of examples' }

let site: Site
let data: string

/** One empty site for all tests of the file that asks for it, with an owner and a writer of Lv1. */
export function siteForExamples(): void {
  beforeAll(async () => {
    await buildSite()
    await buildApiClient()
    data = await mkdtemp(join(tmpdir(), 'joule-examples-'))
    const settings = { host: '127.0.0.1', port: 0, data, empty: true, owner: OWNER, bindings: {}, logs: false }
    site = await startSite(settings, () => {})
    await connect(site.url).post('/api/auth/register', { body: { ...WRITER, username: 'writer' } })
  })
  afterAll(async () => {
    await site?.stop()
    await rm(data, { recursive: true, force: true })
  })
}

export async function signedIn(account: Account): Promise<Joule> {
  const joule = connect(site.url)
  await joule.login(account)
  return joule
}

/** Runs an example as people do, and gives what it printed, with its exit code where that is not 0. */
export function example(name: string, args: string[], who?: Account, env: NodeJS.ProcessEnv = {}): Promise<string> {
  const account = who && { JOULE_EMAIL: who.email, JOULE_PASSWORD: who.password }
  const surroundings = { PATH: process.env.PATH, JOULE_URL: site.url, ...account, ...env }
  return new Promise((resolve) => {
    const path = inRoot('examples', `${name}.mjs`)
    execFile(PROJECT_NODE, [path, ...args], { env: surroundings }, (error, stdout, stderr) =>
      resolve(`${error ? `exit ${error.code}: ` : ''}${stdout}${stderr}`.trim()),
    )
  })
}
