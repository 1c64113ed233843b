import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { buildSite } from '../../../scripts/build/index.ts'
import { folderWith } from '../scripts/support/folders.ts'
import { WorkerdStorage } from '../scripts/support/workerd-storage.ts'
import { OWNER } from '../support/small-site.ts'
import { change, contentOfCloud, contentOfFolder, deployedStub, killMoves, siteFolder, startIn } from './moving.ts'
import { logIn } from './reader.ts'

let workerdStorage: WorkerdStorage

beforeAll(async () => {
  await buildSite()
  workerdStorage = new WorkerdStorage()
  return workerdStorage.close
})

test('a site moves to Cloudflare and back with equal tables and images, and the source stays the same', async () => {
  const { cloud, joule } = await deployedStub(workerdStorage)
  const [source, back] = [await siteFolder(), join(await folderWith(), 'data')]
  const before = await contentOfFolder(source)
  expect(Object.keys(before.images)).toHaveLength(8)
  expect(before.tables.users).toHaveLength(4)

  const there = await joule('move', source, '--remote', '--with-secret')
  expect(there).toMatchObject({ code: 0 })
  expect(there.output).toMatch(
    /no problems[\s\S]*Cloudflare has the site of .*\n {2}1\. [\s\S]*DNS: [\s\S]*Sessions stay valid/,
  )
  expect(await contentOfCloud(cloud)).toEqual(before)
  const secret = await readFile(join(source, 'secret'), 'utf8')
  expect(cloud.serving?.bindings).toContainEqual({ name: 'JOULE_SECRET', type: 'secret_text', text: secret })
  expect(there.output).not.toContain(secret)

  expect((await joule('move', '--remote', back, '--with-secret')).output).toMatch(/^joule: Cloudflare does not reveal/)
  expect(existsSync(back)).toBe(false)
  const home = await joule('move', '--remote', back, `--with-secret=${join(source, 'secret')}`)
  expect(home).toMatchObject({ code: 0 })
  expect(home.output).toMatch(/DNS: remove the domain from the Worker[\s\S]*The Worker still answers/)
  expect(await contentOfFolder(back)).toEqual(before)
  expect(await readFile(join(back, 'secret'), 'utf8')).toBe(secret)
  expect(await contentOfFolder(source)).toEqual(before)
  expect(await contentOfCloud(cloud)).toEqual(before)
  expect([await readdir(dirname(source)), await readdir(dirname(back))]).toEqual([['data'], ['data']])
})

test('a target with users, a running or missing source, and a folder with other files are refused', async () => {
  const { cloud, joule, jouleCommand } = await deployedStub(workerdStorage)
  const [source, full] = [await siteFolder(), await siteFolder()]
  await joule('move', source, '--remote')
  const line = async (...args: string[]) => (await joule('move', ...args)).output
  await change(full)
  const [inFolder, inCloud] = [await contentOfFolder(full), await contentOfCloud(cloud)]
  expect(await line(full, '--remote')).toBe(
    'joule: Cloudflare is not empty; a site can only be moved to one without users\n',
  )
  expect(await line('--remote', full)).toMatch(/^joule: .* is not empty; /)
  expect(await line(source, full)).toMatch(/^joule: .* is not empty; /)
  expect([await contentOfFolder(full), await contentOfCloud(cloud)]).toEqual([inFolder, inCloud])
  expect(await readdir(dirname(full))).toEqual(['data'])

  const other = await folderWith({ 'letter.txt': 'Dear Ada' })
  expect(await line(source, other)).toMatch(/^joule: .* contains other files; use a new or empty folder\n$/)
  expect(await line(other, '--remote')).toMatch(/^joule: there is no site in /)
  expect(await line(source, join(source, 'inside'))).toBe('joule: source and target must be separate folders\n')
  expect(await line('--remote', '--remote=staging')).toMatch(/^joule: usage: /)
  expect(await line(source, '--remotely')).toMatch(/^joule: unknown option --remotely; usage: /)
  const site = await startIn(source)
  const { outcome } = jouleCommand('move', source, join(other, 'data'))
  expect((await outcome).output).toMatch(/^joule: a site is running in .*; stop it first\n$/)
  await site.stop()
})

test('a move to Cloudflare that is killed is completed by the same command', async () => {
  // The database is loaded, and nothing is derived yet.
  await killMoves(workerdStorage, [(_, text) => text.includes('"action":"poll"')])
})

test('sessions survive a move with the secret only; a moved site gets no demo content', async () => {
  const source = await siteFolder()
  const site = await startIn(source)
  const cookie = await logIn(site.url, OWNER)
  await site.stop()
  // As on a site that began at Cloudflare.
  await change(source, `DELETE FROM site_state WHERE key = 'seed'`)
  await change(source, AUTHENTICATOR_APP)
  const { joule } = await deployedStub(workerdStorage)
  const statusAfter = async (...options: string[]) => {
    const target = join(await folderWith(), 'data')
    const moved = await joule('move', source, target, ...options)
    expect(moved).toMatchObject({ code: 0 })
    const { url, accounts, stop } = await startIn(target)
    expect(accounts).toEqual([])
    const { status } = await fetch(`${url}/api/settings/sessions`, { headers: { cookie } })
    await stop()
    return { status, output: moved.output }
  }
  expect(await statusAfter('--with-secret')).toMatchObject({ status: 200 })
  const { status, output } = await statusAfter()
  expect(status).toBe(401)
  expect(output).toMatch(/The secret was not moved: everybody has to log in again\.\n.* 1 of your users would need/)
})

const AUTHENTICATOR_APP = `INSERT INTO user_totp (user_id, secret, key_id, confirmed_at, created_at)
  VALUES (10002, 'x', 'x', '2026-10-01T00:00:00.000Z', '2026-10-01T00:00:00.000Z')`
