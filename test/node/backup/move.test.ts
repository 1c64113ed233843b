import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { openControl } from '../../../scripts/site/control.ts'
import { prepareSite } from '../../../scripts/site/prepare.ts'
import { folderWith } from '../scripts/support/folders.ts'
import { sharedStorage } from '../scripts/support/workerd-storage.ts'
import { builtSite } from '../support/built.ts'
import { OWNER } from '../support/small-site.ts'
import { openStorageIn } from '../support/storage.ts'
import { change, contentOfCloud, contentOfFolder, deployedStub, killMoves, siteFolder, stateOf } from './moving.ts'

beforeAll(builtSite)

test('a site moves to Cloudflare and back with equal tables and images, and the source stays the same', async () => {
  const { cloud, joule } = await deployedStub(sharedStorage())
  const [source, back] = [await siteFolder(), join(await folderWith(), 'data')]
  // As on a site that began at Cloudflare.
  await change(source, `DELETE FROM site_state WHERE key = 'seed'; ${AUTHENTICATOR_APP}`)
  const [before, state] = [await contentOfFolder(source), await stateOf(source)]
  expect(Object.keys(before.images)).toHaveLength(8)
  expect(before.tables.users).toHaveLength(4)

  const there = await joule('move', source, '--remote')
  expect(there).toMatchObject({ code: 0 })
  expect(there.output).toMatch(/no problems[\s\S]*Cloudflare has the site of .*\n {2}1\. [\s\S]*DNS: /)
  expect(there.output).toMatch(
    /The secret was not moved: everybody has to log in again\.\n.* 1 of your users would need/,
  )
  expect(await contentOfCloud(cloud)).toEqual(before)
  const secret = await readFile(join(source, 'secret'), 'utf8')
  expect(JSON.stringify(cloud.serving?.bindings)).toContain('JOULE_SECRET')
  expect(JSON.stringify(cloud.serving?.bindings)).not.toContain(secret)

  expect((await joule('move', '--remote', back, '--with-secret')).output).toMatch(/^joule: Cloudflare does not reveal/)
  expect(existsSync(back)).toBe(false)
  const home = await joule('move', '--remote', back, `--with-secret=${join(source, 'secret')}`)
  expect(home).toMatchObject({ code: 0 })
  expect(home.output).toMatch(/DNS: remove the domain from the Worker[\s\S]*Sessions stay valid[\s\S]*The Worker still/)
  expect(await contentOfFolder(back)).toEqual(before)
  expect(await readFile(join(back, 'secret'), 'utf8')).toBe(secret)
  expect(await stateOf(source)).toEqual(state)
  expect(await contentOfCloud(cloud)).toEqual(before)
  expect([await readdir(dirname(source)), await readdir(dirname(back))]).toEqual([['data'], ['data']])
  await expectNoDemo(back)
})

const AUTHENTICATOR_APP = `INSERT INTO user_totp (user_id, secret, key_id, confirmed_at, created_at)
  VALUES (10002, 'x', 'x', '2026-10-01T00:00:00.000Z', '2026-10-01T00:00:00.000Z')`

/** Prepares a moved site as a start does: it must not get demo content. */
async function expectNoDemo(data: string): Promise<void> {
  const { storage, stop } = await openStorageIn(data)
  onTestFinished(stop)
  expect(await prepareSite(storage, { empty: false, owner: OWNER }, () => {})).toEqual([])
  const { results } = await storage.DB.prepare('SELECT COUNT(*) AS users FROM users').all()
  expect(results).toEqual([{ users: 4 }])
}

test('a target with users, a running or missing source, and a folder with other files are refused', async () => {
  const { cloud, joule } = await deployedStub(sharedStorage())
  const [source, full] = [await siteFolder(), await siteFolder()]
  await cloud.databases.get('joule')?.db.run(`INSERT INTO users (email, created_at) VALUES ('a@example.com', '2026')`)
  const line = async (...args: string[]) => (await joule('move', ...args)).output
  const [inFolder, inCloud] = [await stateOf(full), await contentOfCloud(cloud)]
  expect(await line(source, '--remote')).toBe(
    'joule: Cloudflare is not empty; a site can only be moved to one without users\n',
  )
  expect(await line(source, full)).toMatch(/^joule: .* is not empty; /)
  expect([await stateOf(full), await contentOfCloud(cloud)]).toEqual([inFolder, inCloud])
  expect(await readdir(dirname(full))).toEqual(['data'])

  const other = await folderWith({ 'letter.txt': 'Dear Ada' })
  expect(await line(source, other)).toMatch(/^joule: .* contains other files; use a new or empty folder\n$/)
  expect(await line(other, '--remote')).toMatch(/^joule: there is no site in /)
  expect(await line(source, join(source, 'inside'))).toBe('joule: source and target must be separate folders\n')
  expect(await line('--remote', '--remote=staging')).toMatch(/^joule: usage: /)
  expect(await line(source, '--remotely')).toMatch(/^joule: unknown option --remotely; usage: /)
  await holdAsOtherProcess(source)
  expect(await line(source, join(other, 'data'))).toMatch(/^joule: a site is running in .*; stop it first\n$/)
})

/** The lock of a running site, with the id of a process that is not this one. */
async function holdAsOtherProcess(data: string): Promise<void> {
  const control = await openControl(() => Promise.reject(new Error('no commands')))
  onTestFinished(() => control.close())
  await writeFile(join(data, 'running.json'), JSON.stringify({ pid: process.ppid, control, runtime: null }))
}

test('a move to Cloudflare that is killed is completed by the same command', async () => {
  // The database is loaded, and nothing is derived yet.
  await killMoves(sharedStorage(), [(_, text) => text.includes('"action":"poll"')])
})
