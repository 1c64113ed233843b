import { chmod, lstat, readdir, rm } from 'node:fs/promises'
import { get } from 'node:http'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { restrictFiles } from '../../../scripts/site/privacy.ts'
import { isLoopback } from '../../../scripts/site/proxy.ts'
import { readSettings } from '../../../scripts/site/settings.ts'
import { builtSite } from '../support/built.ts'
import { folderWith } from './support/folders.ts'
import { Start } from './support/start.ts'
import { visit } from './support/visit.ts'

beforeAll(builtSite)

const FROM = 'Joule <mail@joule.test>'
const MAIL = { SMTP_URL: 'smtps://joule:a%2Fword@mx.example.com', MAIL_FROM: FROM }
const OWNER = { JOULE_OWNER_EMAIL: 'owner@joule.test', JOULE_OWNER_PASSWORD: 'chosen by the operator' }

test('a site open to the network keeps its data and passwords private, and identifies callers by their connection', async () => {
  const data = join(await folderWith(), 'made/by-the-start')
  const start = new Start({ HOST: '0.0.0.0', PORT: '0', JOULE_DATA: data, ...OWNER, ...MAIL })
  const caller = await visit(await start.url())
  // Concurrent: thirty requests a minute are allowed.
  const answers = await Promise.all(
    Array.from({ length: 31 }, async (_, n) => {
      const headers = {
        'cf-connecting-ip': `203.0.113.${n}`,
        'mf-original-url': 'http://elsewhere.test/api/auth/check-email',
      }
      const answer = await caller.post('/api/auth/check-email', { email: 'zhou@joule.local' }, headers)
      if (answer.ok) expect(await answer.json()).toEqual({ available: true })
      return answer.status
    }),
  )
  expect(answers.sort()).toEqual([...Array(30).fill(200), 429])
  for (const [accepted, encoding] of Object.entries({
    'gzip, deflate, br, zstd': 'br',
    gzip: 'gzip',
    'gzip, br;q=0': 'gzip',
  })) {
    expect(await encodingOf(await start.url(), accepted)).toBe(encoding)
  }

  expect(await modesIn(data)).toEqual({ folders: ['700'], files: ['600'] })
  expect(start.output).toContain(OWNER.JOULE_OWNER_EMAIL)
  expect(start.output).not.toContain(OWNER.JOULE_OWNER_PASSWORD)
  expect(start.output).not.toContain('Demo')
  await expect.poll(() => start.output).toContain(`Mail is sent through mx.example.com as ${FROM}.`)
  expect(start.output).not.toMatch(/sends no mail|a\/word|a%2Fword/)
})

test('a start restricts files that an older start left readable, and does not change other files', async () => {
  const files = { secret: 's', 'd1/x/a.sqlite': 'a', 'do/b.sqlite': 'b' }
  const data = await folderWith(files)
  for (const folder of ['', 'd1', 'd1/x', 'do']) await chmod(join(data, folder), 0o755)
  await restrictFiles(data)
  expect(await modesIn(data)).toEqual({ folders: ['700'], files: ['600', '755'] })
  expect((await lstat(join(data, 'd1/x/a.sqlite'))).mode & 0o777).toBe(0o600)

  const shared = await folderWith({ 'notes.txt': 'of somebody' })
  await chmod(shared, 0o755)
  await chmod(join(shared, 'notes.txt'), 0o755)
  await restrictFiles(shared)
  expect(await modesIn(shared)).toEqual({ folders: ['755'], files: ['755'] })
})

test('a folder whose files change meanwhile is restricted without an error', async () => {
  const names = Array.from({ length: 300 }, (_, n) => `do/${n}.sqlite-shm`)
  const data = await folderWith(Object.fromEntries(names.map((name) => [name, ''])))
  const closed = restrictFiles(data)
  for (const name of names.toReversed()) await rm(join(data, name))
  await closed
  expect(await readdir(join(data, 'do'))).toEqual([])
})

test('demo accounts exist only on a local site, or on request', () => {
  const isEmpty = (env: NodeJS.ProcessEnv) => readSettings(env).empty
  expect([isEmpty({}), isEmpty({ HOST: '127.0.0.1' }), isEmpty({ HOST: '0.0.0.0', JOULE_DEMO: '1' })]).toEqual([
    false,
    false,
    false,
  ])
  expect([isEmpty({ JOULE_EMPTY: '1' }), isEmpty({ HOST: '0.0.0.0' }), isEmpty({ HOST: '192.168.1.2' })]).toEqual([
    true,
    true,
    true,
  ])
  expect(['127.0.0.1', '127.8.8.8', '::1', 'localhost'].map(isLoopback)).toEqual(Array(4).fill(true))
  expect(['0.0.0.0', '::', '10.0.0.1', 'localhost.example'].map(isLoopback)).toEqual(Array(4).fill(false))
})

/** The different modes of the folder and of everything in it. */
async function modesIn(folder: string) {
  const entries = await readdir(folder, { recursive: true })
  const found = await Promise.all(['', ...entries].map((name) => lstat(join(folder, name))))
  const modes = (isFolder: boolean) =>
    [
      ...new Set(found.filter((each) => each.isDirectory() === isFolder).map(({ mode }) => (mode & 0o777).toString(8))),
    ].sort()
  return { folders: modes(true), files: modes(false) }
}

function encodingOf(url: string, accepted: string): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const asked = get(url, { headers: { 'accept-encoding': accepted } }, (answer) => {
      answer.resume()
      resolve(answer.headers['content-encoding'])
    })
    asked.on('error', reject)
  })
}
