import { sql } from 'drizzle-orm'
import type { PostRow, PostStatus } from '#db/schema/publishing.ts'
import type { Client, TestResponse, World } from '#test/world.ts'

export const WRITTEN = { title: '一篇文章', body: '<p>写了一些字。</p>' }

/** A user whose level allows writing. */
export function author(world: World) {
  return world.member({ level: 2 })
}

export async function draft(browser: Client, fields: object = {}): Promise<number> {
  const { status, json } = await browser.post('/api/studio/posts', {
    ...WRITTEN,
    draft: true,
    ...fields,
  })
  if (status !== 201) throw new Error(`creating a draft failed: ${JSON.stringify(json)}`)
  return json.id
}

/** Creates a post and moves it to `status` through the API. Sets `audit.enabled` to `audit`. */
export async function postIn(
  world: World,
  browser: Client,
  status: PostStatus,
  audit = false,
): Promise<number> {
  const id = await draft(browser)
  if (status === 'draft') return id
  const admin = await world.member({ role: 'admin' })
  await world.setting('audit.enabled', true)
  await must(browser.post(`/api/studio/posts/${id}/submit`))
  await world.setting('audit.enabled', audit)
  if (status === 'approved') await must(admin.post(`/api/admin/posts/${id}/approve`))
  if (status === 'rejected')
    await must(admin.post(`/api/admin/posts/${id}/reject`, { reason: '太短' }))
  if (status === 'locked')
    await must(admin.post(`/api/admin/posts/${id}/lock`, { reason: '有争议' }))
  return id
}

export async function rowOf(world: World, id: number): Promise<PostRow> {
  const row = await world.db.first(sql<PostRow>`SELECT * FROM posts WHERE id = ${id}`)
  if (!row) throw new Error(`no post ${id}`)
  return row
}

async function must(sent: Promise<TestResponse>): Promise<void> {
  const { status, text } = await sent
  if (status >= 400) throw new Error(text)
}
