import { expect, test } from '#test/test.ts'
import type { Client, Member, World } from '#test/world.ts'
import { author, postIn, rowOf, WRITTEN } from './authors.ts'

const create = '/api/studio/posts'
const OLD = 'https://old.example/2019/05/hello'

async function published(browser: Client, canonical_url: string | null = OLD): Promise<number> {
  return (await browser.post(create, { ...WRITTEN, canonical_url })).json.id
}

test('a canonical link is stored in normal form, and null or empty text removes it', async ({
  world,
  writer,
}) => {
  const id = await published(writer, ' HTTPS://Old.Example/a b"c<d>?q=é#\t ')
  const stored = async () => (await rowOf(world, id)).canonical_url
  expect(await stored()).toBe('https://old.example/a%20b%22c%3Cd%3E?q=%C3%A9#')
  for (const none of [null, '', '  ']) {
    await writer.put(`${create}/${id}`, { canonical_url: OLD })
    expect(await stored()).toBe(OLD)
    await writer.put(`${create}/${id}`, { title: 'Changed' })
    expect(await stored()).toBe(OLD)
    expect(
      (await writer.put(`${create}/${id}`, { canonical_url: none })).json.canonical_url,
    ).toBeNull()
    expect(await stored()).toBeNull()
  }
})

/** An approved and reviewed post, of which only the canonical link was changed. */
async function relinked(world: World, writer: Member) {
  const id = await postIn(world, writer, 'approved', true)
  const before = await rowOf(world, id)
  const { json } = await writer.put(`${create}/${id}`, { canonical_url: OLD })
  return { id, before, json }
}

test('a change of only the canonical link is a new version, and the same link again is not', async ({
  world,
  writer,
}) => {
  const { id, before, json } = await relinked(world, writer)
  expect(json).toMatchObject({ version: before.version + 1, edited_at: world.now.toISOString() })
  const same = await writer.put(`${create}/${id}`, { canonical_url: OLD })
  expect(same.json.version).toBe(before.version + 1)
})

test('a change of only the canonical link is an edit that admins review', async ({
  world,
  writer,
  admin,
}) => {
  const { id } = await relinked(world, writer)
  const review = (await admin.get(`/api/admin/posts/${id}`)).json
  expect(review.canonical_url).toBe(OLD)
  expect(review.unseen_edits).toMatchObject([
    { before: { canonical_url: null }, after: { canonical_url: OLD } },
  ])
  const page = (await admin.get(`/admin/posts?view=edited&id=${id}`)).text
  expect(page).toContain('Canonical link')
  expect(page).toContain(OLD)
})

test('a revision has the canonical link of its version, and restoring the revision restores the link', async ({
  world,
  writer,
}) => {
  const { id, before } = await relinked(world, writer)
  const path = `${create}/${id}/revisions`
  const revision = (await writer.get(`${path}/${before.version}`)).json
  expect(revision).toMatchObject({ canonical_url: null, changes: [{ field: 'canonical_url' }] })
  await writer.post(`${path}/${before.version}/restore`, {})
  expect((await rowOf(world, id)).canonical_url).toBeNull()
  await writer.post(`${path}/${before.version + 1}/restore`, {})
  expect((await rowOf(world, id)).canonical_url).toBe(OLD)
})

test('a report copies the canonical link', async ({ world, writer }) => {
  const id = await published(writer)
  const [reader, admin] = await world.members([{}, { role: 'admin' }])
  await reader.post('/api/reports', { post_id: id, reason: 'spam' })
  await writer.put(`${create}/${id}`, { canonical_url: 'https://other.example/' })
  const { items } = (await admin.get('/api/admin/reports?limit=50')).json
  const found = items.find(
    (item: { kind: string; id: number }) => item.kind === 'post' && item.id === id,
  )
  const { text } = await admin.get(`/admin/reports?case=${found.case_id}`)
  expect(text).toContain(`<a href="${OLD}"`)
  expect(text).toContain('Canonical link')
})

test('the reading page names the first site and links to it', async ({
  world,
  visitor: chinese,
}) => {
  const id = await published(await author(world))
  chinese.cookies.set('lang', 'zh-CN')
  const readers = [
    [world.visitor(), 'First published at'],
    [await world.member(), 'First published at'],
    [chinese, '首发于'],
  ] as const
  for (const [reader, words] of readers) {
    const { text } = await reader.get(`/posts/${id}`)
    expect(text).toContain(`${words} <a href="${OLD}" rel="nofollow ugc noopener">old.example</a>`)
    expect(text).toContain(`<link rel="canonical" href="${OLD}"`)
    expect(text).toContain(`<meta property="og:url" content="http://joule.test/posts/${id}"`)
    const jsonLd = JSON.parse(
      /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text)?.[1] ?? '',
    )
    expect(jsonLd).toMatchObject({ url: `http://joule.test/posts/${id}`, sameAs: OLD })
  }
})

test('the page of a draft is its own canonical page', async ({ writer }) => {
  const { json } = await writer.post(create, { ...WRITTEN, draft: true, canonical_url: OLD })
  const { text } = await writer.get(`/posts/${json.id}`)
  expect(text).toContain(`<link rel="canonical" href="http://joule.test/posts/${json.id}"`)
  expect(text).toContain('old.example</a>')
})

const HOSTILE = [
  `https://old.example/"><script>alert(1)</script>`,
  `https://old.example/'onmouseover='alert(1)`,
  `https://old.example/</script><script>alert(1)</script>`,
  `https://old.example/?a="&lt;img src=x onerror=alert(1)&gt;`,
  'https://old.example/\u202e\u2028gpj.exe',
  'https://xn--80ak6aa92e.com/',
  'https://аррӏе.com/',
]

test('a hostile canonical link is escaped everywhere on the page', async ({ world, writer }) => {
  const plain = await published(writer, null)
  const page = (await world.visitor().get(`/posts/${plain}`)).text
  for (const url of HOSTILE) {
    const id = await published(await author(world), url)
    const { canonical_url: stored } = await rowOf(world, id)
    expect(stored).toBe(new URL(url).href)
    const { text } = await world.visitor().get(`/posts/${id}`)
    for (const dangerous of [/<script/g, /\son\w+=/g, /<img/g]) {
      expect(text.match(dangerous)?.length, url).toBe(page.match(dangerous)?.length)
    }
    expect(text).toContain(`>${new URL(url).host}</a>`)
  }
})

test('the sitemap leaves out posts with a canonical link; feeds contain them', async ({
  world,
  writer,
}) => {
  const [elsewhere, own] = [await published(writer), await published(writer, null)]
  const sitemap = (await world.visitor().get('/sitemap.xml')).text
  expect(sitemap).toContain(`/posts/${own}<`)
  expect(sitemap).not.toContain(`/posts/${elsewhere}<`)
  expect((await world.visitor().get(`/space/${writer.user.uid}/feed.xml`)).text).toContain(
    `/posts/${elsewhere}`,
  )
})
