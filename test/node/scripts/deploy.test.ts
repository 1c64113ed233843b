import { beforeAll, describe, expect, test } from 'vitest'
import { buildSite } from '../../../scripts/build/index.ts'
import { stubCloudflare } from './support/cloudflare.ts'
import { deployCases } from './support/deploy-cases.ts'
import { WorkerdStorage } from './support/workerd-storage.ts'
import { inProcessWrangler } from './support/wrangler.ts'

describe('without wrangler and without a bundle', () => deployCases(inProcessWrangler))

describe('with wrangler', () => {
  let workerdStorage: WorkerdStorage

  beforeAll(async () => {
    await buildSite()
    workerdStorage = new WorkerdStorage()
    return workerdStorage.close
  })

  test('the command deploys a site into an empty account', async () => {
    const { cloud, deployCommand } = await stubCloudflare(workerdStorage, inProcessWrangler)
    const { code, output } = await deployCommand()
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
