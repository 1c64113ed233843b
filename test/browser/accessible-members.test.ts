import { sql } from 'drizzle-orm'
import { test } from 'vitest'
import { LONG } from '#test/long.ts'
import { type Area, walkPages } from './support/accessible.ts'
import { ask, giveEnergy, person, post, say } from './support/community.ts'
import { batch } from './support/member.ts'
import { RARE_BLOCKS } from './support/writing.ts'

test('pages of members have no axe violations and fit the screen', LONG, async () => {
  await walkPages(await memberArea(), { locale: 'en' })
})

const TABS = ['profile', 'security', 'notifications', 'tokens', 'account']
const OTHER_TABS = ['sessions', 'password', 'invitations', 'blocks', 'energy']

const CONSENT = new URLSearchParams({
  response_type: 'code',
  client_id: 'wiki',
  redirect_uri: 'https://wiki.example/',
  scope: 'openid profile email offline_access',
  code_challenge: 'A'.repeat(43),
  code_challenge_method: 'S256',
  prompt: 'consent',
})

/** The pages of a member who writes, is followed, blocks another member and has notifications. */
async function memberArea(): Promise<Area> {
  const [me, fan] = [await person(1600, 5), await person()]
  const [own, others] = [await post(me), await post(fan)]
  await ask(me, 'PUT', `/api/studio/posts/${own}`, { body: '<p>A few other words.</p>' })
  const draft = await post(me, { draft: true, body: RARE_BLOCKS })
  await say(fan, others, 'Folded for some')
  await say(me, others, 'My own comment')
  await ask(fan, 'POST', `/api/users/${me.uid}/follow`)
  await ask(fan, 'POST', `/api/posts/${own}/like`)
  await ask(me, 'POST', `/api/users/${fan.uid}/follow`)
  const series = await ask(me, 'POST', '/api/studio/series', {
    title: 'A long title of a series of posts '.repeat(3),
    description: 'About it',
  })
  await ask(me, 'PUT', `/api/studio/series/${series.id}/posts`, { ids: [own, draft] })
  await ask(me, 'POST', '/api/tags/reading/follow').catch(() => null)
  const folder = await ask(me, 'POST', '/api/folders', { name: '收藏'.repeat(15), public: true })
  await ask(me, 'POST', `/api/folders/${folder.id}/posts`, { post_id: own })
  await giveEnergy(me, 3, 'A gift')
  // Notifications by mail need a confirmed address. A long one must not widen a page.
  const email = `${'long'.repeat(15)}${me.uid}@example.com`
  await batch([
    sql`UPDATE users SET email_verified_at = created_at, email = ${email} WHERE uid = ${me.uid}`,
  ])
  await batch([
    sql`INSERT INTO oauth_apps (client_id, name, redirect_uris, created_at)
        VALUES ('wiki', 'The wiki', '["https://wiki.example/"]', '2026-01-01T00:00:00.000Z') ON CONFLICT DO NOTHING`,
    sql`INSERT INTO oauth_consents (user_id, app_id, scopes, created_at)
        SELECT ${me.uid}, id, 'openid profile email', created_at FROM oauth_apps WHERE client_id = 'wiki'`,
  ])
  const loud = await person()
  await say(loud, others, 'Blocked')
  await ask(me, 'POST', `/api/users/${loud.uid}/block`)
  const space = (tab: string) => `/space/${me.uid}?tab=${tab}`
  return {
    who: me,
    templates: [
      [`/posts/${others}`],
      ['/messages'],
      ['/welcome'],
      ...TABS.map((tab): [string] => [`/settings?tab=${tab}`]),
      [space('articles')],
      [space('followers')],
      [space('settings')],
      ['/studio'],
      ['/studio/posts'],
      [`/studio/posts/${own}/revisions`],
      ['/studio/analytics', '.uplot'],
      ['/studio/import'],
      ['/studio/letters'],
      [`/studio/series/${series.id}`],
      [`/series/${series.id}`],
      [`/studio/write?id=${draft}`, '.ProseMirror'],
      [`/studio/preview/${draft}`],
      [`/report/post/${others}`],
      ['/confirm'],
      [`/oauth/authorize?${CONSENT}`],
    ],
    variants: [
      ['/'],
      ['/studio/series'],
      [space('favorites')],
      ...OTHER_TABS.map((tab): [string] => [`/settings?tab=${tab}`]),
      ['/oauth/authorize'],
      ['/posts?feed=following'],
      [`/posts/${own}`],
      [`/space/${loud.uid}`],
      [space('following')],
      [`/folders/${folder.id}`],
      ['/messages?category=mention'],
      ['/studio/drafts'],
      ['/studio/posts?status=deleted'],
      [`/studio/posts/${own}/revisions?version=1`],
    ],
  }
}
