import { sql } from 'drizzle-orm'
import { test as base, expect, refusalOf } from '#test/test.ts'

const IDENTITY = '/api/admin/identity'
const DEFAULT = {
  default: 'system',
  font: 'sans',
  heading_font: 'sans',
  radius: 'large',
  density: 'calm',
  accent2: null,
}

/** The owner, who restores the default look after the test. */
const test = base.extend('designer', async ({ owner }, { onCleanup }) => {
  onCleanup(async () => {
    await owner.put(IDENTITY, { accent: null, theme: DEFAULT })
  })
  return owner
})

test('a site has the default theme, and its pages have no style attribute', async ({
  designer,
  visitor,
}) => {
  expect((await designer.get(IDENTITY)).json.theme).toEqual(DEFAULT)
  expect((await visitor.get('/help')).text).toContain('<html lang="en">')
})

test('a theme is on every page immediately, and missing fields of a theme stay', async ({
  designer,
  visitor,
}) => {
  await visitor.get('/posts')
  await designer.put(IDENTITY, { theme: { font: 'serif', radius: 'none', accent2: '#1F5FA8' } })
  const { json } = await designer.put(IDENTITY, { theme: { density: 'compact', default: 'dark' } })
  expect(json.theme).toEqual({
    default: 'dark',
    font: 'serif',
    heading_font: 'sans',
    radius: 'none',
    density: 'compact',
    accent2: '#1f5fa8',
  })
  for (const path of ['/posts', '/help', '/login']) {
    const [root = ''] = /<html[^>]*>/.exec((await visitor.get(path)).text) ?? []
    expect(root, path).toMatch(/ data-theme="dark" style="--own-accent2:light-dark\(#[0-9a-f]{6},/)
    expect(root).toMatch(
      /--own-font:ui-serif,[^"]*Songti SC,[^"]*serif;--own-heading-font:var\(--sans\)/,
    )
    expect(root).toContain('--own-radius:0px')
    expect(root).toContain('--own-density:1')
    expect(root).not.toContain('--own-accent:')
  }
})

test('a wrong field of the theme is refused with its path, and nothing changes', async ({
  designer,
}) => {
  const wrong = [
    ['theme.default', { default: 'night' }],
    ['theme.font', { font: 'comic' }],
    ['theme.heading_font', { heading_font: null }],
    ['theme.radius', { radius: 4 }],
    ['theme.density', { density: 'compact ' }],
    ['theme.accent2', { accent2: 'red;background:url(//example.com)' }],
    ['theme', 'dark'],
  ] as const
  for (const [path, theme] of wrong)
    expect(await refusalOf(designer.put(IDENTITY, { theme, name: 'x' }))).toEqual([422, path])
  expect((await designer.get(IDENTITY)).json).toMatchObject({ theme: DEFAULT, name: null })
})

test('the database refuses a theme that no page can show', async ({ world }) => {
  for (const change of [
    sql`accent2 = 'red'`,
    sql`font = 'comic'`,
    sql`radius = '4px'`,
    sql`density = ''`,
    sql`default_theme = 'night'`,
  ])
    await expect(
      world.db.batch([sql`UPDATE site_identity SET ${change} WHERE id = 1`]),
    ).rejects.toThrow()
})

test('a reader without JavaScript can choose the theme of the system on a dark site', async ({
  visitor,
}) => {
  const css = (theme: string) => visitor.get('/look.css', { headers: { Cookie: `theme=${theme}` } })
  expect((await css('auto')).text).toBe(':root{color-scheme:light dark}')
  expect((await css('light')).text).toBe(':root{color-scheme:light}')
  expect((await css('nonsense')).text).toBe('')
})
