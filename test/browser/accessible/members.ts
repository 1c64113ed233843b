import { sql } from 'drizzle-orm'
import { ask, giveEnergy, person, post, say } from '../support/community.ts'
import { batch } from '../support/database.ts'
import type { Area } from './walk.ts'

const TABS = [
  'profile',
  'sessions',
  'password',
  'security',
  'notifications',
  'invitations',
  'blocks',
  'energy',
  'tokens',
  'account',
]

/** The pages of a member who writes, is followed, blocks another member and has notifications. */
export async function memberArea(): Promise<Area> {
  const [me, fan] = [await person(1600, 5), await person()]
  const [own, others] = [await post(me), await post(fan)]
  await ask(me, 'PUT', `/api/studio/posts/${own}`, { body: '<p>A few other words.</p>' })
  const draft = await ask(me, 'POST', '/api/studio/posts', { title: 'A draft', body: '<p>Words.</p>', draft: true })
  await say(fan, others, 'Folded for some')
  await say(me, others, 'My own comment')
  await ask(fan, 'POST', `/api/users/${me.uid}/follow`)
  await ask(fan, 'POST', `/api/posts/${own}/like`)
  await ask(me, 'POST', `/api/users/${fan.uid}/follow`)
  const folder = await ask(me, 'POST', '/api/folders', { name: '收藏'.repeat(15), public: true })
  await ask(me, 'POST', `/api/folders/${folder.id}/posts`, { post_id: own })
  await giveEnergy(me, 3, 'A gift')
  // Notifications by mail need a confirmed address.
  await batch([sql`UPDATE users SET email_verified_at = created_at WHERE uid = ${me.uid}`])
  const loud = await person()
  await say(loud, others, 'Blocked')
  await ask(me, 'POST', `/api/users/${loud.uid}/block`)
  const space = (tab: string) => `/space/${me.uid}?tab=${tab}`
  return {
    who: me,
    templates: [
      [`/posts/${others}`],
      ['/messages'],
      ...TABS.map((tab): [string] => [`/settings?tab=${tab}`]),
      [space('articles')],
      [space('followers')],
      [space('favorites')],
      [space('settings')],
      ['/studio'],
      ['/studio/posts'],
      ['/studio/drafts'],
      [`/studio/posts/${own}/revisions`],
      ['/studio/analytics', '.uplot'],
      ['/studio/import'],
      [`/studio/write?id=${draft.id}`, '.ProseMirror'],
      [`/studio/preview/${draft.id}`],
      [`/report/post/${others}`],
      ['/confirm'],
    ],
    variants: [
      ['/'],
      ['/posts?feed=following'],
      [`/posts/${own}`],
      [`/space/${loud.uid}`],
      [space('following')],
      [`/folders/${folder.id}`],
      ['/messages?category=mention'],
      ['/studio/posts?status=deleted'],
      [`/studio/posts/${own}/revisions?version=1`],
    ],
  }
}
