import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { isLong, LONG } from '#test/long.ts'
import { buildBrowser } from '../../../scripts/build/index.ts'
import { parseWranglerConfig } from '../../../scripts/build/worker.ts'
import { runWrangler, type Wrangler } from '../../../scripts/cloudflare/account.ts'
import { readTarget } from '../../../scripts/cloudflare/target.ts'
import { hashOfBundle } from '../../../scripts/deploy/index.ts'
import { builtSite } from '../support/built.ts'
import { stubCloudflare } from './support/cloudflare.ts'
import { deployCases } from './support/deploy-cases.ts'
import { sharedStorage } from './support/workerd-storage.ts'
import { inProcessWrangler } from './support/wrangler.ts'

describe('deployments', LONG, () => {
  // The short form uses neither wrangler nor a bundle.
  if (isLong) beforeAll(buildBrowser)
  deployCases(isLong ? runWrangler : inProcessWrangler)
})

/** The long form uses wrangler for all commands. */
const wranglerForUploads: Wrangler = (args, env) => (args[0] === 'deploy' ? runWrangler : inProcessWrangler)(args, env)

test('the resources of a site are those that wrangler finds in wrangler.toml', async () => {
  const { options, databases } = await parseWranglerConfig()
  const { worker, buckets, ...target } = await readTarget(undefined)
  expect([worker, target.databases]).toEqual([options.name, databases])
  expect(Object.fromEntries(buckets.map(({ binding, name }) => [binding, { id: name }]))).toEqual(options.r2Buckets)

  const staging = await readTarget('staging')
  expect(staging.worker).toBe(`${worker}-staging`)
  expect([...staging.databases, ...staging.buckets].map(({ name }) => name)).toEqual([
    'joule-staging',
    'joule-staging-search',
    'joule-staging-images',
    'joule-staging-backups',
  ])
  // Wrangler reads this variable too.
  vi.stubEnv('CLOUDFLARE_ENV', 'staging')
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(await readTarget(undefined)).toEqual(staging)
})

describe('with wrangler', () => {
  beforeAll(builtSite)

  test('the command deploys a site into an empty account', async () => {
    const { cloud, deployWith } = await stubCloudflare(sharedStorage(), wranglerForUploads)
    const { code, output } = await deployWith({ build: hashOfBundle })
    expect({ code, output }).toMatchObject({ code: 0 })
    expect([...cloud.buckets.keys()].sort()).toEqual(['joule-backups', 'joule-images'])
    const [, hash] = /^bundle {6}sha256 ([0-9a-f]{64})$/m.exec(output) ?? []
    expect(cloud.serving?.bindings).toContainEqual({ type: 'plain_text', name: 'JOULE_BUNDLE', text: hash })
    const secret = cloud.serving?.bindings.find(({ name }) => name === 'JOULE_SECRET')?.text ?? ''
    expect(secret).toMatch(/^[\w-]{64}$/)
    expect(output).not.toContain(secret)
    expect(output).toMatch(/\/claim\?token=[\w-]{43}\n$/)
  })
})
