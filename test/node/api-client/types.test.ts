import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { typeOf } from '../../../scripts/api-client/types.ts'
import { inRoot } from '../../../scripts/build/paths.ts'
import { runSilently } from '../../../scripts/build/tools.ts'
import { folderWith } from '../scripts/support/folders.ts'
import { builtApiClient } from '../support/built.ts'

const RIGHT = `
import { connect, JouleError, type Post, type PostCard } from 'joule/client'
const joule = connect('https://joule.example', { language: 'en' })
const post: Post = await joule.get('/api/posts/{id}', { path: { id: 1 } })
await joule.post('/api/studio/posts', { body: { title: 'Hello', body: '<p>World</p>' }, idempotencyKey: 'once' })
await joule.post('/api/posts/upload-image', { body: { file: new Blob([]) }, signal: AbortSignal.timeout(1000) })
const nothing: undefined = await joule.delete('/api/comments/{id}', { path: { id: 1 } })
const archive = await joule.get('/api/settings/export.zip')
const file: Blob = archive instanceof Blob ? archive : await joule.get('/api/settings/exports/{id}/file', { path: { id: archive.status_url } })
await joule.get('/api/posts')
await joule.post('/api/auth/refresh')
for await (const card of joule.each('/api/posts', { query: { sort: 'hot' } })) { const known: PostCard = card }
const isEnergyCap = (error: unknown) => error instanceof JouleError && error.code === 'energize_cap'
`

/** One type error per line, and the expected compiler message. */
const WRONG: [string, RegExp][] = [
  [`await joule.get('/api/nothing')`, /'"\/api\/nothing"' is not assignable/],
  [`await joule.get('/api/posts/{id}')`, /Expected 2 arguments/],
  [
    `await joule.get('/api/posts/{id}', { path: { id: 'one' } })`,
    /'string' is not assignable to type 'number'/,
  ],
  [`await joule.get('/api/posts', { query: { sort: 'best' } })`, /'"best"' is not assignable/],
  [`await joule.get('/api/posts', { query: { page: 2 } })`, /'page' does not exist/],
  [`await joule.get('/api/studio/overview', { query: { page: 2 } })`, /'query' does not exist/],
  [`await joule.post('/api/folders', { body: {} })`, /'name' is missing/],
  [
    `await joule.post('/api/folders', { body: { name: 'a' }, idempotencyKey: 'b' })`,
    /'idempotencyKey' does not exist/,
  ],
  [
    `await joule.put('/api/posts/{id}', { path: { id: 1 } })`,
    /'"\/api\/posts\/\{id\}"' is not assignable/,
  ],
  [
    `joule.each('/api/posts/{id}', { path: { id: 1 } })`,
    /'"\/api\/posts\/\{id\}"' is not assignable/,
  ],
  [`void (await joule.get('/api/posts')).items[0]?.body`, /'body' does not exist/],
  [`new JouleError({ code: 'no_such_code', message: '' })`, /'"no_such_code"' is not assignable/],
]

beforeAll(builtApiClient)

test('in another project, correct calls compile and each wrong call is a type error', async () => {
  const folder = await outsideProject({
    'right.ts': RIGHT,
    'wrong.ts': [BEGINNING, ...WRONG.map(([call]) => call)].join('\n'),
    'tsconfig.json': JSON.stringify({
      compilerOptions: {
        strict: true,
        noEmit: true,
        module: 'nodenext',
        target: 'es2023',
        lib: LIB,
        types: [],
      },
    }),
  })
  const { output } = await runSilently('tsc', ['-p', folder, '--pretty', 'false'])
  const errors = output.split(/\n(?=\S)/)
  expect(errors.filter((error) => error.trim() !== '' && !error.includes('wrong.ts('))).toEqual([])
  for (const [n, [call, expected]] of WRONG.entries()) {
    const said = errors.filter((error) => error.includes(`wrong.ts(${n + 2},`))
    expect(said.join('\n'), call).toMatch(expected)
  }
})

const BEGINNING = `import { connect, JouleError } from 'joule/client'; const joule = connect('https://joule.example')`
const LIB = ['ES2023', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable']

test('JSON Schema is converted to TypeScript types', () => {
  expect(typeOf({ anyOf: [{ type: 'integer' }, { type: 'null' }] })).toBe('number | null')
  expect(typeOf({ type: ['string', 'null'] })).toBe('string | null')
  expect(typeOf({ type: 'object', additionalProperties: { type: 'boolean' } })).toBe(
    '{ [name: string]: boolean }',
  )
  expect(typeOf({ allOf: [{ $ref: '#/components/schemas/Post' }, { type: 'object' }] })).toBe(
    'Post & Record<string, unknown>',
  )
  expect(typeOf({})).toBe('unknown')
})

/**
 * A project that has `joule` installed: only the exports of package.json, and no other file of this
 * repository.
 */
async function outsideProject(files: Record<string, string>): Promise<string> {
  const folder = await folderWith({ 'package.json': '{ "type": "module" }', ...files })
  const joule = join(folder, 'node_modules/joule')
  await mkdir(joule, { recursive: true })
  await cp(inRoot('package.json'), join(joule, 'package.json'))
  await cp(inRoot('dist/client'), join(joule, 'dist/client'), { recursive: true })
  return folder
}
