import { expect, test } from '#test/test.ts'

test('only the import page lets the browser fetch from other sites', async ({ writer }) => {
  const policyOf = async (path: string) => (await writer.get(path)).headers.get('Content-Security-Policy') ?? ''
  const [usual, importing] = [await policyOf('/studio/posts'), await policyOf('/studio/import')]
  expect(usual).not.toContain('connect-src')
  expect(importing).toBe(`${usual}; connect-src 'self' https: data:`)
})

test('the import page says that it needs JavaScript', async ({ writer }) => {
  const { status, text } = await writer.get('/studio/import')
  expect(status).toBe(200)
  expect(text).toMatch(/<noscript><p class="notice">[^<]*needs JavaScript/)
  expect(text).toContain('/build/import-')
})

test('users who may not create posts get no import', async ({ world }) => {
  const pages = [
    [await world.member(), 'Two steps to your first post'],
    [await world.member({ level: 2, status: 'banned' }), 'banned'],
  ] as const
  for (const [user, words] of pages) {
    const { status, text, headers } = await user.get('/studio/import')
    expect(status).toBe(200)
    expect(text).toContain(words)
    expect(text).not.toContain('data-import-part')
    expect(headers.get('Content-Security-Policy')).not.toContain('connect-src')
  }
})
