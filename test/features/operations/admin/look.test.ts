import { sql } from 'drizzle-orm'
import { toBase64Url } from '#kernel/crypto/base64url.ts'
import { PNG } from '#test/images.ts'
import { test as base, expect, refusalOf } from '#test/test.ts'

const LOOK = '/api/admin/look'
const base64 = toBase64Url(PNG).replaceAll('-', '+').replaceAll('_', '/')
const IMAGE = `data:image/png;base64,${base64}${'='.repeat((4 - (base64.length % 4)) % 4)}`

/** The owner, who restores the default look after the test. */
const test = base.extend('designer', async ({ owner }, { onCleanup }) => {
  const { json } = await owner.get(LOOK)
  onCleanup(async () => {
    await owner.put(LOOK, json)
  })
  return owner
})

test('a look is exported as one file, and applying the file gives the same look', async ({
  designer,
  visitor,
}) => {
  const look = {
    version: 1,
    accent: '#1f5fa8',
    theme: {
      default: 'dark',
      font: 'serif',
      heading_font: 'round',
      radius: 'none',
      density: 'compact',
      accent2: '#8f3b24',
    },
    css: '.top-bar { color: red }',
    logos: { square: IMAGE, wide: IMAGE, dark: null },
  }
  expect((await designer.put(LOOK, look)).status).toBe(200)
  const exported = (await designer.get(LOOK)).json
  expect(exported).toMatchObject({ ...look, logos: { dark: null } })
  expect(exported.logos.square).toMatch(/^data:image\/png;base64,/)
  expect(exported.logos.wide).toMatch(/^data:image\/webp;base64,/)
  await designer.put(LOOK, {
    accent: null,
    theme: { font: 'sans' },
    css: '',
    logos: { square: null, wide: null },
  })
  expect((await visitor.get('/')).text).not.toContain('/look/')
  await designer.put(LOOK, exported)
  const again = (await designer.get(LOOK)).json
  expect({ ...again, logos: null }).toEqual({ ...exported, logos: null })
  expect((await visitor.get('/')).text).toMatch(/data-theme="dark".*\/look\/.*class="bar-logo"/s)
})

test('a missing part of a look stays', async ({ designer }) => {
  await designer.put(LOOK, { accent: '#1f5fa8', css: 'a{color:red}', theme: { radius: 'small' } })
  await designer.put(LOOK, { theme: { density: 'compact' } })
  expect((await designer.get(LOOK)).json).toMatchObject({
    accent: '#1f5fa8',
    css: 'a{color:red}',
    theme: { radius: 'small', density: 'compact' },
  })
})

test('a look with a wrong part is refused with its path, and nothing of it is applied', async ({
  world,
  designer,
}) => {
  const before = (await designer.get(LOOK)).json
  const images = await world.db.all(sql`SELECT key FROM images`)
  for (const [path, part] of [
    ['version', { version: 2 }],
    ['accent', { accent: 'red' }],
    ['theme.font', { theme: { font: 'comic' } }],
    ['css', { css: '@import "//evil.example";' }],
    ['css', { css: 7 }],
    ['logos.wide', { logos: { wide: 'https://evil.example/logo.png' } }],
    ['logos.dark', { logos: { dark: 'data:text/html;base64,PGI+' } }],
    ['logos.square', { logos: { square: `data:image/png;base64,${'!'.repeat(8)}` } }],
  ] as const)
    expect([path, await refusalOf(designer.put(LOOK, { accent: '#123456', ...part }))]).toEqual([
      path,
      [422, path],
    ])
  expect(
    (await designer.put(LOOK, { css: 'a{}', logos: { wide: 'data:image/png;base64,AAAA' } }))
      .status,
  ).toBe(415)
  expect((await designer.put(LOOK, { css: 'x'.repeat(1024 * 1024) })).status).toBe(413)
  expect((await designer.get(LOOK)).json).toEqual(before)
  expect(await world.db.all(sql`SELECT key FROM images`)).toEqual(images)
})

test('only an owner reads and applies a look', async ({ admin }) => {
  expect((await admin.get(LOOK)).status).toBe(403)
  expect((await admin.put(LOOK, { accent: '#123456' })).status).toBe(403)
  expect((await admin.get('/admin/look')).status).toBe(404)
})
