import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { hashPassword } from '#kernel/crypto/passwords.ts'
import { connect, type Joule } from '../../../dist/client/index.js'
import { PROJECT_NODE } from '../../../scripts/bootstrap/project-node.mjs'
import { inRoot } from '../../../scripts/build/paths.ts'
import type { Runtime } from '../../../scripts/site/miniflare.ts'
import { folderWith } from '../scripts/support/folders.ts'
import { builtApiClient } from '../support/built.ts'
import { runtimeOn } from '../support/running-site.ts'
import { OWNER, putEmptySite } from '../support/small-site.ts'

interface Account {
  email: string
  password: string
}

const WRITER: Account = { email: 'writer@joule.test', password: 'a writer of examples' }

let site: Runtime

/** One empty site for all tests of this file, with an owner and a writer of Lv1. */
beforeAll(async () => {
  await builtApiClient()
  const data = await mkdtemp(join(tmpdir(), 'joule-examples-'))
  await putEmptySite(data)
  site = await runtimeOn(data)
  await connect(site.url).post('/api/auth/register', { body: { ...WRITER, username: 'writer' } })
  // A password hash of the lowest cost: the writer logs in ten times, at 0.1 s of CPU each.
  const update = site.storage.DB.prepare('UPDATE users SET password_hash = ? WHERE email = ?')
  await update.bind(await hashPassword(WRITER.password), WRITER.email).run()
  return async () => {
    await site.stop()
    await rm(data, { recursive: true, force: true })
  }
})

async function signedIn(account: Account): Promise<Joule> {
  const joule = connect(site.url)
  await joule.login(account)
  return joule
}

/**
 * Runs an example from the command line. Returns its output, and its exit code if that is not 0.
 */
function example(
  name: string,
  args: string[],
  who?: Account,
  env: NodeJS.ProcessEnv = {},
  folder = inRoot('examples'),
): Promise<string> {
  const account = who && { JOULE_EMAIL: who.email, JOULE_PASSWORD: who.password }
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const surroundings = { PATH, NODE_COMPILE_CACHE, JOULE_URL: site.url, ...account, ...env }
  return new Promise((resolve) => {
    const path = join(folder, `${name}.mjs`)
    execFile(PROJECT_NODE, [path, ...args], { env: surroundings }, (error, stdout, stderr) =>
      resolve(`${error ? `exit ${error.code}: ` : ''}${stdout}${stderr}`.trim()),
    )
  })
}

const GIF = Buffer.from('R0lGODlhAQABAIAAAP///wAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64')

test('the examples print that they need a build', async () => {
  const clone = await folderWith({ 'package.json': await readFile(inRoot('package.json'), 'utf8') })
  await cp(inRoot('examples'), join(clone, 'examples'), { recursive: true })
  for (const name of ['moderate', 'export-space'])
    expect(await example(name, [], WRITER, {}, join(clone, 'examples'))).toBe(
      'exit 1: The examples need joule/client. Run "npm run build" once, then run the example again.',
    )
})

test('a folder of Markdown is published with its images, and later changes too', async () => {
  const folder = await folderWith({
    'a.md':
      '---\ntags: one, two\nsummary: In short.\n---\n# First & best\n\nHello **world**\n\n![a dot](pictures/dot.gif)\n',
    'b.md': '---\ndraft: true\n---\n# Not yet\n\nSome day.\n',
    'c.md': 'No title.\n',
    'd.md': '# No picture\n\n![gone](gone.png)\n',
    'pictures/dot.gif': '',
  })
  await writeFile(join(folder, 'pictures/dot.gif'), GIF)
  const first = await example('publish-markdown', [folder], WRITER)
  expect(first).toMatch(/a\.md: new, approved, post \d+\nb\.md: new, draft, post \d+/)
  expect(first).toMatch(
    /^exit 1: [\s\S]*c\.md: has no title[\s\S]*d\.md: image gone\.png does not exist/,
  )
  const joule = await signedIn(WRITER)
  const id = Number(/a\.md: .* post (\d+)/.exec(first)?.[1])
  const post = await joule.get('/api/posts/{id}', { path: { id } })
  expect(post).toMatchObject({ title: 'First & best', tags: ['one', 'two'], summary: 'In short.' })
  expect(post.body).toMatch(/<strong>world<\/strong>[\s\S]*<img src="\/images\/[\w.-]+"/)

  await writeFile(join(folder, 'b.md'), '# Now\n\nToday.\n')
  const again = await example('publish-markdown', [folder], WRITER)
  expect(again).toMatch(/a\.md: unchanged\nb\.md: changed, approved/)
})

test('a space is exported into a folder that can be read without the site', async () => {
  const joule = await signedIn(WRITER)
  const { url } = await joule.post('/api/posts/upload-image', { body: { file: new Blob([GIF]) } })
  const body = `<p>Kept.</p><img src="${url}" alt="a dot">`
  const { id, author } = await joule.post('/api/studio/posts', {
    body: { title: 'To <keep>', body },
  })
  await joule.post('/api/posts/{id}/comments', { path: { id }, body: { body: 'Well said.' } })
  const folder = join(await folderWith(), 'space')
  expect(await example('export-space', [String(author.uid), folder])).toMatch(
    /To <keep> \(1 comments\)/,
  )
  const page = await readFile(join(folder, `posts/${id}.html`), 'utf8')
  expect(page).toContain('<h1>To &lt;keep></h1>')
  const [, picture = ''] = /src="\.\.\/images\/([^"]+)"/.exec(page) ?? []
  expect(await readdir(join(folder, 'images'))).toContain(picture)
  const { posts } = JSON.parse(await readFile(join(folder, 'space.json'), 'utf8'))
  expect(posts[0]).toMatchObject({ id, comments: [{ body: 'Well said.' }] })
  expect(await example('export-space', [String(author.uid), folder])).toBe(
    `exit 1: ${folder} is not empty: choose a new folder`,
  )
})

test('the review queue is listed and decided on the command line', async () => {
  const owner = await signedIn(OWNER)
  await owner.put('/api/admin/site-settings', { body: { key: 'audit.enabled', value: true } })
  const folder = await folderWith({
    'good.md': '# Good\n\nFine words.\n',
    'spam.md': '# Spam\n\nBuy!\n',
  })
  const published = await example('publish-markdown', [folder], WRITER)
  const ids = [...published.matchAll(/new, pending, post (\d+)/g)].map(([, id]) => id ?? '')
  expect(ids).toHaveLength(2)
  const [good = '', spam = ''] = ids
  expect(await example('moderate', [], OWNER)).toMatch(/Good · writer[\s\S]*2 pending posts/)
  expect(await example('moderate', ['show', good], OWNER)).toContain('Fine words.')
  expect(await example('moderate', ['approve', good, '999999'], OWNER)).toBe(
    `exit 1: ${good}: approve done\n999999: refused, not_found`,
  )
  expect(await example('moderate', ['reject', spam, '--reason', 'No advertising'], OWNER)).toBe(
    `${spam}: reject done`,
  )
  expect(await example('moderate', ['queue'], OWNER)).toBe('No pending posts.')
  const writer = await signedIn(WRITER)
  const rejected = await writer.get('/api/studio/posts/{id}', { path: { id: Number(spam) } })
  expect(rejected).toMatchObject({ status: 'rejected', reject_reason: 'No advertising' })
  await owner.put('/api/admin/site-settings', { body: { key: 'audit.enabled', value: false } })
})

test.each([
  ['publish-markdown', [], WRITER, {}, 'usage: node examples/publish-markdown.mjs <folder>'],
  ['publish-markdown', ['/no/such/folder'], WRITER, {}, '/no/such/folder is not a readable folder'],
  ['publish-markdown', ['docs'], undefined, {}, 'set JOULE_EMAIL and JOULE_PASSWORD'],
  [
    'export-space',
    ['ada', 'folder'],
    undefined,
    {},
    'usage: node examples/export-space.mjs <uid> <folder>',
  ],
  ['export-space', ['99', '/no/such/folder'], undefined, {}, 'user 99 does not exist'],
  [
    'export-space',
    ['1', 'x'],
    undefined,
    { JOULE_URL: 'http://127.0.0.1:9' },
    'http://127.0.0.1:9 does not answer',
  ],
  ['moderate', ['approve', 'first'], OWNER, {}, '"first" is not the id of a post'],
  [
    'moderate',
    ['reject', '1'],
    OWNER,
    {},
    'reject needs --reason "…", which is sent to the author',
  ],
  ['moderate', ['queue'], WRITER, {}, 'this account is not an admin'],
  ['moderate', ['queue'], { ...OWNER, password: 'a wrong one' }, {}, 'Wrong e-mail or password.'],
])('%s %j prints an error', async (name, args, who, env, said) => {
  expect(await example(name, args, who, env)).toBe(`exit 1: ${said}`)
})
