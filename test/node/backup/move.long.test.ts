import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { buildSite } from '../../../scripts/build/index.ts'
import { readSettings } from '../../../scripts/site/settings.ts'
import { startSite } from '../../../scripts/site/site.ts'
import { stubCloudflare } from '../scripts/support/cloudflare.ts'
import { folderWith } from '../scripts/support/folders.ts'
import { WorkerdStorage } from '../scripts/support/workerd-storage.ts'
import { inProcessWrangler } from '../scripts/support/wrangler.ts'
import { OWNER } from '../support/small-site.ts'
import { contentOfCloud, contentOfFolder, counted, deployedStub, killable, killMoves, siteFolder } from './moving.ts'
import { logIn } from './reader.ts'

let workerdStorage: WorkerdStorage

beforeAll(async () => {
  await buildSite()
  workerdStorage = new WorkerdStorage()
  return workerdStorage.close
})

test('a move to Cloudflare that is killed at any step is completed by the same command', async () => {
  await killMoves(workerdStorage, [
    counted(3, (request) => /^PUT .*\/objects\//.test(request)),
    (request) => request.startsWith('PUT /signed/'),
    // The database is loaded, and nothing is derived yet.
    (_, text) => text.includes('"action":"poll"'),
    (request) => request.endsWith('/secrets') && request.startsWith('PUT'),
    (_, text) => text.includes('DELETE FROM site_state'),
  ])
})

test('a killed move to a folder is completed by the same command, with what the source has then', async () => {
  const stub = await deployedStub(workerdStorage)
  const { cloud } = stub
  await stub.joule('move', await siteFolder(), '--remote')
  const target = join(await folderWith(), 'data')
  // Four images are copied concurrently, so three are complete at the seventh request.
  const isImage = counted(7, (request) => /^GET .*\/objects\//.test(request))
  const first = killable(stub, isImage, '--remote', target)
  expect((await first.outcome).code).toBeNull()
  const copied = (await readdir(`${target}-moving/backup/images`)).filter((name) => name.endsWith('.png'))
  expect(copied.length).toBeGreaterThanOrEqual(3)
  // The image is no longer used, and a post has changed.
  await cloud.databases.get('joule')?.db.run(`DELETE FROM post_images WHERE image_key = '${copied[0]}';
    DELETE FROM images WHERE key = '${copied[0]}';
    UPDATE posts SET title = 'changed since', version = version + 1 WHERE id = 2`)
  cloud.trouble = () => null
  cloud.requests.length = 0
  for (const moment of [`${target}-moving/mark.sql`, join(target, 'r2'), null]) {
    const { outcome, kill } = stub.moveCommand('--remote', target)
    const ended = outcome.then(() => true)
    while (moment && !existsSync(moment) && !(await Promise.race([ended, wait(5, false)])));
    if (moment) kill()
    if ((await outcome).code === 0) break
  }
  // Images that the killed move had copied are not downloaded again.
  expect(cloud.requests.some((request) => request.endsWith(`/objects/${copied[1]}`))).toBe(false)
  const content = await contentOfCloud(cloud)
  delete content.images[copied[0] ?? '']
  expect(await contentOfFolder(target)).toEqual(content)
  expect(await readdir(dirname(target))).toEqual(['data'])
})

test('sessions stay valid after a move with the secret only', async () => {
  const source = await siteFolder()
  const site = await startIn(source)
  const cookie = await logIn(site.url, OWNER)
  await site.stop()
  const { joule } = await stubCloudflare(workerdStorage, inProcessWrangler)
  const statusAfter = async (...options: string[]) => {
    const target = join(await folderWith(), 'data')
    expect(await joule('move', source, target, ...options)).toMatchObject({ code: 0 })
    const { url, accounts, stop } = await startIn(target)
    expect(accounts).toEqual([])
    const { status } = await fetch(`${url}/api/settings/sessions`, { headers: { cookie } })
    await stop()
    return status
  }
  expect(await statusAfter('--with-secret')).toBe(200)
  expect(await statusAfter()).toBe(401)
})

test('the site of another process is not moved while it runs', async () => {
  const source = await siteFolder()
  const site = await startIn(source)
  const { moveCommand } = await stubCloudflare(workerdStorage, inProcessWrangler)
  const { outcome } = moveCommand(source, join(await folderWith(), 'data'))
  expect((await outcome).output).toMatch(/^joule: a site is running in .*; stop it first\n$/)
  await site.stop()
})

async function startIn(data: string) {
  const site = await startSite(readSettings({ PORT: '0', JOULE_DATA: data }), () => {})
  onTestFinished(() => site.stop())
  return site
}
