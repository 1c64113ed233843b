import { chmod, lstat, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { restrictFiles } from '../../../scripts/site/data-folder.ts'
import { isLoopback } from '../../../scripts/site/proxy.ts'
import { printWelcome } from '../../../scripts/site/run-site.ts'
import { readSettings } from '../../../scripts/site/settings.ts'
import { folderWith, modesIn } from './support/folders.ts'

const FROM = 'Joule <mail@joule.test>'
const MAIL = { SMTP_URL: 'smtps://joule:a%2Fword@mx.example.com', MAIL_FROM: FROM }

test('the welcome of a site open to the network names the set-up list and the mail server without its password, and no demo accounts', () => {
  const printed = vi.spyOn(console, 'log').mockReturnValue()
  onTestFinished(() => printed.mockRestore())
  printWelcome(
    { url: 'http://localhost:8787', accounts: [] },
    readSettings({ HOST: '0.0.0.0', ...MAIL }),
    true,
  )
  const output = printed.mock.calls.flat().join('\n')
  expect(output).toContain('log in as the owner at http://localhost:8787/admin/setup')
  expect(output).toContain(`Mail is sent through mx.example.com as ${FROM}.`)
  expect(output).not.toMatch(/sends no mail|a\/word|a%2Fword|Demo/)
})

test('a start restricts files that an older start left readable, and does not change other files', async () => {
  const files = { secret: 's', 'd1/x/a.sqlite': 'a', 'do/b.sqlite': 'b' }
  const data = await folderWith(files)
  for (const folder of ['', 'd1', 'd1/x', 'do']) await chmod(join(data, folder), 0o755)
  await restrictFiles(data)
  expect(await modesIn(data)).toEqual({ folders: ['700'], files: ['600', '755'] })
  expect((await lstat(join(data, 'd1/x/a.sqlite'))).mode & 0o777).toBe(0o600)

  const shared = await folderWith({ 'notes.txt': 'of another site' })
  await chmod(shared, 0o755)
  await chmod(join(shared, 'notes.txt'), 0o755)
  await restrictFiles(shared)
  expect(await modesIn(shared)).toEqual({ folders: ['755'], files: ['755'] })
})

test('a folder whose files change during the restriction is restricted without an error', async () => {
  const names = Array.from({ length: 300 }, (_, n) => `do/${n}.sqlite-shm`)
  const data = await folderWith(Object.fromEntries(names.map((name) => [name, ''])))
  const closed = restrictFiles(data)
  for (const name of names.toReversed()) await rm(join(data, name))
  await closed
  expect(await readdir(join(data, 'do'))).toEqual([])
})

test('demo accounts exist only on a local site, or on request', () => {
  const isEmpty = (env: NodeJS.ProcessEnv) => readSettings(env).empty
  const [withDemo, withoutDemo] = [
    [{}, { HOST: '127.0.0.1' }, { HOST: '0.0.0.0', JOULE_DEMO: '1' }],
    [{ JOULE_EMPTY: '1' }, { HOST: '0.0.0.0' }, { HOST: '192.168.1.2' }],
  ]
  expect([withDemo.some(isEmpty), withoutDemo.every(isEmpty)]).toEqual([false, true])
  expect(['127.0.0.1', '127.8.8.8', '::1', 'localhost'].map(isLoopback)).toEqual(
    Array(4).fill(true),
  )
  expect(['0.0.0.0', '::', '10.0.0.1', 'localhost.example'].map(isLoopback)).toEqual(
    Array(4).fill(false),
  )
})
