import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { isLong, LONG } from '#test/long.ts'
import { parseWranglerConfig } from '../../../scripts/build/worker.ts'
import { runWrangler, type Wrangler } from '../../../scripts/cloudflare/account.ts'
import { readTarget } from '../../../scripts/cloudflare/target.ts'
import { hashOfBundle } from '../../../scripts/deploy/index.ts'
import { checkRights, retireSecrets } from '../../../scripts/deploy/upload.ts'
import { builtSite } from '../support/built.ts'
import { BROKEN } from './support/cloud-storage.ts'
import { BUNDLE, stubCloudflare } from './support/cloudflare.ts'
import { folderWith } from './support/folders.ts'
import { sharedStorage } from './support/workerd-storage.ts'
import { inProcessWrangler } from './support/wrangler.ts'

const GOOD = '11111111-1111-4111-8111-111111111111'

/** Every result of a deployment, against the stub of Cloudflare's API. */
describe('deployments', LONG, () => {
  // The short form uses neither wrangler nor a bundle.
  if (isLong) beforeAll(builtSite)
  const wrangler = isLong ? runWrangler : inProcessWrangler

  test('the first deployment creates the site, the second one upgrades it', async () => {
    const { cloud, deploy } = await stubCloudflare(sharedStorage(), wrangler)
    const first = await deploy()
    expect(first).toMatchObject({ code: 0 })
    expect([...cloud.databases.keys()].sort()).toEqual(['joule', 'joule-search'])
    expect([...cloud.buckets.keys()].sort()).toEqual(['joule-backups', 'joule-images'])
    expect(await tablesOf(cloud, 'joule')).toContain('users')
    expect(await tablesOf(cloud, 'joule-search')).toContain('public_texts')
    const secret = cloud.serving?.bindings.find(({ name }) => name === 'JOULE_SECRET')?.text ?? ''
    expect(secret).toMatch(/^[\w-]{64}$/)
    expect(first.output).not.toContain(secret)
    expect(first.output).toContain(`\nbundle      sha256 ${BUNDLE}\n`)
    expect(cloud.serving?.bindings).toContainEqual({
      type: 'plain_text',
      name: 'JOULE_BUNDLE',
      text: BUNDLE,
    })
    expect(first.output).toMatch(/Joule is running at http:\/\/127\.0\.0\.1:\d+\n/)
    const [, token = ''] = /\/claim\?token=([\w-]{43})\n/.exec(first.output) ?? []
    const token_hash = createHash('sha256').update(token).digest('hex')
    expect(await rowsOf(cloud, 'owner_claims')).toMatchObject([{ token_hash }])

    const uploads = cloud.requests.filter((request) => /^PUT .*\/scripts\/[\w-]+$/.test(request))
    expect(uploads.map((request) => request.split('/').at(-1))).toEqual(['joule-compute', 'joule'])

    const second = await deploy('--rotate-secret')
    expect(second).toMatchObject({ code: 0 })
    expect(second.output).toContain('joule is up to date')
    expect(second.output.match(/^undo {8}.*time-travel restore joule.*$/gm)).toHaveLength(2)
    expect(cloud.deployments).toHaveLength(2)
    const secrets = cloud.serving?.bindings.filter(({ type }) => type === 'secret_text')
    expect(secrets).toMatchObject([
      { name: 'JOULE_SECRET', text: secret },
      { name: expect.stringMatching(/^JOULE_SECRET_\d{14}$/) },
    ])
    expect(new Set(secrets?.map(({ text }) => text)).size).toBe(2)
    expect(await rowsOf(cloud, 'deploy_lock')).toEqual([])
  })

  test('a deployment turns on read replicas for new and existing databases, and a refusal is only a warning', async () => {
    const { cloud, deploy } = await stubCloudflare(sharedStorage(), wrangler)
    cloud.trouble = (request) => (/^PUT .*\/d1\/database\//.test(request) ? BROKEN : null)
    const first = await deploy()
    expect(first).toMatchObject({ code: 0 })
    const warning = /^replicas {4}warning: joule\S* has no read replicas, .*: internal error$/gm
    expect(first.output.match(warning)).toHaveLength(2)
    const modes = () => [...cloud.databases.values()].map(({ replication }) => replication)
    expect(modes()).toEqual([undefined, undefined])
    cloud.trouble = () => null
    for (let run = 0; run < 2; run++) {
      expect((await deploy()).output).toMatch(
        /^replicas {4}joule: on\nreplicas {4}joule-search: on$/m,
      )
      expect(modes()).toEqual(['auto', 'auto'])
    }
  })

  test('a version that is not healthy is rolled back', async () => {
    const { cloud, deploy } = await stubCloudflare(sharedStorage(), wrangler)
    cloud.serve({
      id: GOOD,
      bindings: [{ type: 'secret_text', name: 'JOULE_SECRET' }],
      isUnhealthy: false,
    })
    cloud.uploadsAreUnhealthy = true
    const { code, output } = await deploy()
    expect(code).toBe(1)
    expect(output).toMatch(
      /\njoule: version \S+ is not healthy: failed checks: database\. Rolled back to version \S+, .*\n$/,
    )
    expect(cloud.deployments).toHaveLength(3)
    expect(cloud.serving?.id).toBe(GOOD)
    expect(await rowsOf(cloud, 'deploy_lock')).toEqual([])
  })

  test('a deployment whose migration fails rolls it back and keeps the old code', async () => {
    const { cloud, deployWith } = await stubCloudflare(sharedStorage(), wrangler)
    await cloud.makeDatabase('joule').run('CREATE TABLE images (in_the_way)')
    const migrations = await folderWith({
      '0001_people.sql': 'CREATE TABLE people (name TEXT);',
      '0002_images.sql': 'CREATE TABLE albums (name TEXT); CREATE TABLE images (key TEXT);',
    })
    const { code, output } = await deployWith({
      async readTarget(env) {
        const target = await readTarget(env)
        return {
          ...target,
          databases: target.databases.map((database) => ({ ...database, migrations })),
        }
      },
    })
    expect(code).toBe(1)
    expect(output).toMatch(
      /\njoule: migration 0002_images\.sql of joule failed: .*images.* the site still runs the old code\n$/,
    )
    expect(await rowsOf(cloud, 'd1_migrations')).toMatchObject([{ name: '0001_people.sql' }])
    expect(await tablesOf(cloud, 'joule')).not.toContain('albums')
    expect([cloud.versions, await rowsOf(cloud, 'deploy_lock')]).toEqual([[], []])
  })

  test('a deployment to a database that is newer than the code is refused', async () => {
    const { cloud, deploy } = await stubCloudflare(sharedStorage(), wrangler)
    await cloud
      .makeDatabase('joule')
      .run(`CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY, name TEXT);
      INSERT INTO d1_migrations (name) VALUES ('9999_later.sql')`)
    const { code, output } = await deploy()
    expect(code).toBe(1)
    expect(output).toMatch(
      /\njoule: the database joule is newer than this code.* 9999_later\.sql\n$/,
    )
    expect(cloud.versions).toEqual([])
  })

  test('a free plan, a missing permission and a missing login are reported before any change', async () => {
    const { cloud, deploy } = await stubCloudflare(sharedStorage(), wrangler)
    const refusal = async () => (await deploy()).output.trimEnd().split('\n').at(-1)
    cloud.plan = 'workers_free'
    expect(await refusal()).toMatch(
      /^joule: the account "A test account" is on the free plan\. .* or add --free$/,
    )
    cloud.forbidden = /\/subscriptions|GET .*\/workers\/scripts\//
    expect(await refusal()).toMatch(
      /^joule: this login has no permission to see "workers\/scripts\/joule\/deployments"; /,
    )
    cloud.isLoggedIn = false
    expect(await refusal()).toMatch(/^joule: not logged in to Cloudflare; run "npx wrangler login"/)
    expect([cloud.databases.size, cloud.versions.length]).toEqual([0, 0])
  })

  test('a deployment reports a missing permission by its name, and the check creates nothing', async () => {
    const { cloud, ...site } = await stubCloudflare(sharedStorage(), wrangler)
    const account = await site.account()
    await checkRights(account, 'joule')
    cloud.forbidden = /^POST .*\/(database|buckets)$/
    await expect(checkRights(account, 'joule')).rejects.toThrow(
      /lacks permissions for a deployment: D1: Edit, Workers R2 Storage: Edit; run "npx wrangler login"/,
    )
    expect([cloud.databases.size, cloud.buckets.size, cloud.deployments]).toEqual([0, 0, []])
  })

  test('of two concurrent deployments, one succeeds and the other is refused', async () => {
    const { cloud, deploy } = await stubCloudflare(sharedStorage(), wrangler)
    const bothCame = Promise.withResolvers<null>()
    let came = 0
    // No upload starts before both have requested the lock.
    cloud.trouble = (request, text) => {
      if (text.includes('INSERT INTO deploy_lock') && ++came === 2) bothCame.resolve(null)
      return request.startsWith('PUT ') ? bothCame.promise : null
    }
    const outcomes = await Promise.all([deploy(), deploy()])
    const [good, refused] = outcomes.toSorted((one, other) => Number(one.code) - Number(other.code))
    expect([good?.code, refused?.code]).toEqual([0, 1])
    expect(good?.output).toMatch(/\/claim\?token=[\w-]{43}\n.*\/admin\/setup\.\n$/)
    expect(refused?.output).toMatch(
      /\njoule: a deployment or restore is under way, from .* wait until .*\n$/,
    )
    expect([cloud.deployments.length, cloud.versions.length]).toEqual([1, 1])
    expect([...cloud.databases.keys()].sort()).toEqual(['joule', 'joule-search'])
    expect(await rowsOf(cloud, 'deploy_lock')).toEqual([])
    expect(await rowsOf(cloud, 'owner_claims')).toHaveLength(1)
  })

  test('a deployment that another one overtakes during its build keeps the secret of the other', async () => {
    const { cloud, deploy, deployWith } = await stubCloudflare(sharedStorage(), wrangler)
    let other = ''
    const build = async () => {
      other = (await deploy()).output
      return BUNDLE
    }
    const { code, output } = await deployWith({ build })
    expect(code).toBe(0)
    expect([other, output].map((text) => text.includes('JOULE_SECRET created'))).toEqual([
      true,
      false,
    ])
    const secrets = cloud.versions.map(
      ({ bindings }) => bindings.find(({ name }) => name === 'JOULE_SECRET')?.text,
    )
    expect(secrets).toHaveLength(2)
    expect(new Set(secrets).size).toBe(1)
  })

  test('--retire-secrets deletes all secrets of Joule except the newest, and no other secrets', async () => {
    const { cloud, ...site } = await stubCloudflare(sharedStorage(), wrangler)
    const account = await site.account()
    const names = [
      'JOULE_SECRET_20260101',
      'JOULE_SECRET',
      'JOULE_SECRET_20270131120000',
      'MAIL_KEY',
    ]
    cloud.serve({
      id: GOOD,
      bindings: names.map((name) => ({ type: 'secret_text', name })),
      isUnhealthy: false,
    })
    expect(await retireSecrets(account, 'joule')).toEqual(['JOULE_SECRET_20260101', 'JOULE_SECRET'])
    expect(cloud.serving?.bindings.map(({ name }) => name)).toEqual([
      'JOULE_SECRET_20270131120000',
      'MAIL_KEY',
    ])
    expect(await retireSecrets(account, 'joule')).toEqual([])
  })
})

type Cloud = Awaited<ReturnType<typeof stubCloudflare>>['cloud']

async function tablesOf(cloud: Cloud, database: string): Promise<unknown[]> {
  const [rows] =
    (await cloud.databases.get(database)?.db.run('SELECT name FROM sqlite_master')) ?? []
  return rows?.map(({ name }) => name) ?? []
}

async function rowsOf(cloud: Cloud, table: string): Promise<unknown[] | undefined> {
  const [rows] = (await cloud.databases.get('joule')?.db.run(`SELECT * FROM ${table}`)) ?? []
  return rows
}

/** The long form uses wrangler for all commands. */
const wranglerForUploads: Wrangler = (args, env) =>
  (args[0] === 'deploy' ? runWrangler : inProcessWrangler)(args, env)

test('a deployment finds the same resources in wrangler.toml as wrangler', async () => {
  const { options, databases } = await parseWranglerConfig()
  const { worker, buckets, ...target } = await readTarget(undefined)
  expect([worker, target.databases]).toEqual([options.name, databases])
  expect(Object.fromEntries(buckets.map(({ binding, name }) => [binding, { id: name }]))).toEqual(
    options.r2Buckets,
  )

  const staging = await readTarget('staging')
  expect(staging.worker).toBe(`${worker}-staging`)
  const names = [...staging.databases, ...staging.buckets].map(({ name }) => name)
  expect(names).toEqual(
    ['', '-search', '-images', '-backups'].map((part) => `joule-staging${part}`),
  )
  // Wrangler reads this variable too.
  vi.stubEnv('CLOUDFLARE_ENV', 'staging')
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(await readTarget(undefined)).toEqual(staging)
})

describe('with wrangler', () => {
  beforeAll(builtSite)

  test('the command `npm run deploy` deploys a site into an empty account', async () => {
    const { cloud, deployWith } = await stubCloudflare(sharedStorage(), wranglerForUploads)
    const { code, output } = await deployWith({ build: hashOfBundle })
    expect({ code, output }).toMatchObject({ code: 0 })
    const [, hash] = /^bundle {6}sha256 ([0-9a-f]{64})$/m.exec(output) ?? []
    expect(cloud.serving?.bindings).toContainEqual({
      type: 'plain_text',
      name: 'JOULE_BUNDLE',
      text: hash,
    })
    expect(output).toMatch(/\/claim\?token=[\w-]{43}\n.*\/admin\/setup\.\n$/)
  })
})
