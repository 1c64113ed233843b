import { deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { LIMITS } from '#import/import-error.ts'
import { filesOf } from '#import/open-files.ts'
import { COST, isCost } from '#test/long.ts'
import { emptyEntries, folderOf, memory, packedZeros, type TestEntry, zipOf } from './archives.ts'
import { limit, problemOf } from './read.ts'

const MEGABYTE = 1024 * 1024

test('a ZIP archive is read without its top folder, hidden files and the extra files of macOS', async () => {
  const files = await filesOf([
    zipOf([
      { name: 'blog/' },
      { name: 'blog/posts/a.md', content: 'Häuser' },
      { name: 'blog/img/b.png', content: 'PNG', method: 0 },
      { name: '__MACOSX/blog/._a.md', content: 'x' },
      { name: 'blog/.DS_Store', content: 'x' },
      { name: 'blog/node_modules/marked/README.md', content: 'x' },
    ]),
  ])
  expect(files.names).toEqual(['posts/a.md', 'img/b.png'])
  expect(await files.text('posts/a.md')).toBe('Häuser')
  expect(new TextDecoder().decode(await files.bytes('img/b.png'))).toBe('PNG')
  expect(await new Response(files.stream('posts/a.md')).text()).toBe('Häuser')
})

test('a ZIP archive is read with text before and after it, and with names in the encoding of Chinese Windows', async () => {
  const archive = zipOf([{ name: 'a.md', content: 'one' }])
  const files = await filesOf([new File(['PK\x03\x04 a program', archive, 'a comment'], 'a.zip')])
  expect(await files.text('a.md')).toBe('one')

  const bytes = Buffer.from(
    await zipOf([{ name: 'xxxx.md', content: 'one', flags: 0 }]).arrayBuffer(),
  )
  const [chinese, plain] = [Buffer.from([0xce, 0xc4, 0xd5, 0xc2]), Buffer.from('xxxx')]
  for (let at = bytes.indexOf(plain); at !== -1; at = bytes.indexOf(plain)) bytes.set(chinese, at)
  expect((await filesOf([new File([bytes], 'a.zip')])).names).toEqual(['文章.md'])
})

test('a folder and a single file are opened with the names of their files', async () => {
  expect((await filesOf(folderOf({ 'posts/a.md': 'a', 'b.md': 'b' }))).names).toEqual([
    'posts/a.md',
    'b.md',
  ])
  const single = await filesOf([new File(['{}'], 'articles.json')])
  expect(single.names).toEqual(['articles.json'])
  expect(await single.text('articles.json')).toBe('{}')
})

test('file names are normalised to composed characters, and a repeated name means the last file', async () => {
  const files = await filesOf([
    zipOf([
      { name: 'a\u0308.md', content: 'old' },
      { name: './\u00e4.md', content: 'new' },
    ]),
  ])
  expect(files.names).toEqual(['ä.md'])
  expect(await files.text('ä.md')).toBe('new')
})

test.each([
  '../a.md',
  'a/../../b.md',
  '/etc/passwd',
  'C:\\a.md',
  'c:/a.md',
  'a\\b.md',
  'a\0.md',
  'a//b.md',
])('an archive with the file name %j is refused', async (name) => {
  expect(await problemOf(() => filesOf([zipOf([{ name, content: 'a' }])]))).toBe('unsafe_name')
  expect(await problemOf(() => filesOf([new File(['a'], name), new File(['b'], 'b')]))).toBe(
    'unsafe_name',
  )
})

test('text files in UTF-8, and in UTF-16 with a byte order mark, are read, and other bytes are refused', async () => {
  const files = await filesOf(
    folderOf({
      mark: '\ufeffa',
      little: new Uint8Array([0xff, 0xfe, 0x61, 0]),
      big: new Uint8Array([0xfe, 0xff, 0, 0x61]),
      latin: new Uint8Array([0x61, 0xe4]),
      nul: 'a\0',
    }),
  )
  expect(await Promise.all(['mark', 'little', 'big'].map((name) => files.text(name)))).toEqual([
    'a',
    'a',
    'a',
  ])
  expect(await problemOf(() => files.text('latin'))).toBe('not_utf8')
  expect(await problemOf(() => files.text('nul'))).toBe('not_utf8')
})

test('a truncated, an encrypted and a damaged archive are refused', async () => {
  const whole = zipOf([{ name: 'a.md', content: 'a'.repeat(1_000) }])
  for (const length of [4, 50, whole.size - 1]) {
    expect(await problemOf(() => filesOf([new File([whole.slice(0, length)], 'a.zip')]))).toBe(
      'not_a_zip',
    )
  }
  expect(await problemOf(() => filesOf([new File(['text'], 'a.zip')]))).toBe('not_a_zip')
  expect(await problemOf(() => filesOf([zipOf([{ name: 'a.md', content: 'a', flags: 1 }])]))).toBe(
    'encrypted_zip',
  )
  expect(
    await problemOf(() =>
      filesOf([zipOf([{ name: 'a.md', method: 9, packed: new Uint8Array(9) }])]),
    ),
  ).toBe('not_a_zip')
  const broken: TestEntry[] = [
    { name: 'a.md', content: 'a', crc: 1 },
    { name: 'a.md', content: 'a', size: 2 },
    { name: 'a.md', packed: new Uint8Array([255, 255, 255]) },
    { name: 'a.md', packed: deflateRawSync('abc'.repeat(100)).subarray(0, 4), size: 300 },
  ]
  for (const entry of broken) {
    const files = await filesOf([zipOf([entry])])
    expect(await problemOf(() => files.text('a.md'))).toBe('not_a_zip')
  }
})

test('an archive with entries that share their data is refused', async () => {
  const kernel = { content: 'a'.repeat(1_000) }
  const same = zipOf([
    { name: 'a.md', ...kernel },
    { name: 'b.md', ...kernel, at: 0 },
  ])
  expect(await problemOf(() => filesOf([same]))).toBe('not_a_zip')

  // As in the archives of David Fifield: the second header lies inside the data of the first entry.
  const inner = Buffer.from(await zipOf([{ name: 'b.md', ...kernel }]).arrayBuffer())
  const inside = zipOf([
    { name: 'a.md', method: 0, content: inner },
    { name: 'b.md', ...kernel, at: 34 },
  ])
  expect(await problemOf(() => filesOf([inside]))).toBe('not_a_zip')
})

test('an archive inside an archive is not opened', async () => {
  let nested = zipOf([{ name: 'a.md', packed: packedZeros(1), size: MEGABYTE }])
  for (let level = 0; level < 5; level += 1) {
    const content = new Uint8Array(await nested.arrayBuffer())
    nested = zipOf([
      { name: '1.zip', content },
      { name: '2.zip', content },
    ])
  }
  const files = await filesOf([nested])
  expect(files.names).toEqual(['1.zip', '2.zip'])
})

test('reading a small archive with a gigabyte of zeros stops at the limit', async () => {
  const zeros = packedZeros(1_024)
  const archive = zipOf([
    { name: 'honest.md', packed: zeros, size: 1_024 * MEGABYTE },
    { name: 'liar.md', packed: zeros, size: 100 },
  ])
  expect(archive.size).toBeLessThan(3 * MEGABYTE)
  const files = await filesOf([archive])
  const before = memory()
  expect(await problemOf(() => files.text('honest.md', LIMITS.text))).toBe('file_too_large')
  expect(await problemOf(() => files.text('liar.md', LIMITS.text))).toBe('file_too_large')
  expect(memory() - before).toBeLessThan(64 * MEGABYTE)
})

test('an archive whose entries together unpack to more than the limit is refused, but each entry may be read again', async () => {
  limit('unpacked', 3 * MEGABYTE)
  const content = new Uint8Array(MEGABYTE)
  const files = await filesOf([zipOf(['a', 'b', 'c', 'd'].map((name) => ({ name, content })))])
  for (const name of ['a', 'b', 'c', 'a', 'b', 'c'])
    expect(await files.bytes(name)).toHaveLength(MEGABYTE)
  expect(await problemOf(() => files.bytes('d'))).toBe('unpacks_too_large')
})

test('opening an archive of many entries takes little memory', COST, async () => {
  const archive = zipOf(emptyEntries(isCost ? LIMITS.files : 1_000))
  const before = memory()
  const files = await filesOf([archive])
  if (isCost) expect((memory() - before) / archive.size).toBeLessThan(15)
  expect(files.names).toHaveLength(isCost ? LIMITS.files : 1_000)
})

test('an archive of too many entries is refused', async () => {
  limit('files', 1_000)
  expect((await filesOf([zipOf(emptyEntries(1_000))])).names).toHaveLength(1_000)
  expect(await problemOf(() => filesOf([zipOf(emptyEntries(1_001))]))).toBe('too_many_files')
  expect(
    await problemOf(() =>
      filesOf([zipOf([{ name: 'x'.repeat(60_000), packed: new Uint8Array() }])]),
    ),
  ).toBe(null)
})

test('a file in an archive above the size limit is refused before it is read', async () => {
  const piece = new Blob([new Uint8Array(MEGABYTE)])
  const large = new File(
    [...Array.from({ length: LIMITS.file / MEGABYTE }, () => piece), 'a'],
    'a.json',
  )
  const before = memory()
  expect(await problemOf(() => filesOf([large]))).toBe('file_too_large')
  const inFolder = await filesOf([large, new File([''], 'b.md')])
  expect(await problemOf(() => inFolder.text('a.json', LIMITS.json))).toBe('file_too_large')
  expect(memory() - before).toBeLessThan(32 * MEGABYTE)
})
