import { afterAll, beforeAll, inject, test } from 'vitest'
import { isLong, LONG } from '#test/long.ts'
import { type Area, walkPages } from './support/accessible.ts'
import { ask, person, post } from './support/community.ts'
import { type Office, openOffice } from './support/office.ts'

let office: Office
let area: Area

beforeAll(async () => {
  office = await openOffice()
  area = await adminArea(office)
})
afterAll(async () => {
  await confirm()
  await ask(office.owner, 'DELETE', '/api/admin/identity-providers/github')
  await office.tidy()
})

/** The session may be older than ten minutes. */
const confirm = () =>
  ask(office.owner, 'POST', '/api/auth/confirm', { password: inject('owner').password })

test('pages of admins have no axe violations and fit the screen', LONG, async () => {
  await walkPages(area, { locale: 'en' })
  // A profile in review, and one that will be reviewed.
  for (const who of isLong ? [office.author, office.other] : [])
    await walkPages({ who, templates: [['/settings']], variants: [] }, {})
})

/**
 * The pages of admins, with something to decide on each. Reviews are on afterwards; `tidy` turns
 * them off.
 */
async function adminArea(office: Office): Promise<Area> {
  const { author, owner, reviewer } = office
  const reporter = await person()
  const reported = await post(reporter)
  await ask(author, 'POST', '/api/reports', { post_id: reported, reason: 'spam', text: 'Look' })
  await ask(reviewer, 'POST', `/api/admin/reports/post/${reported}/close`, {
    decision: 'kept',
    note: 'Fine',
  })
  await ask(reporter, 'POST', '/api/reports', { uid: author.uid, reason: 'abuse' })
  const id = await office.written('公开的文章')
  await ask(author, 'POST', `/api/posts/${id}/comments`, { body: '一条评论' })
  await ask(owner, 'PUT', '/api/admin/redirects', { path: '/2020/old', post_id: id })
  await office.submitted('It waits')
  await ask(author, 'PUT', `/api/studio/posts/${id}`, { title: '改过的文章' })
  await ask(author, 'PUT', '/api/settings/profile', { signature: 'new' })
  const github = {
    type: 'github',
    name: 'GitHub',
    client_id: 'an id',
    client_secret: 'a secret',
    sign_up: true,
  }
  await ask(owner, 'PUT', '/api/admin/identity-providers/github', github)
  const wiki = {
    name: 'The wiki',
    redirect_uris: ['https://wiki.example/callback'],
    confidential: true,
  }
  const app = await ask(owner, 'POST', '/api/admin/apps', wiki)
  const url = 'https://receiver.example/hook'
  const hook = await ask(owner, 'POST', '/api/admin/webhooks', { url, events: ['post.published'] })
  return {
    who: owner,
    templates: [
      ['/admin'],
      ['/admin/setup'],
      ['/admin/posts'],
      [`/admin/posts?view=edited&id=${id}`],
      ['/admin/comments'],
      ['/admin/tags'],
      ['/admin/reports'],
      ['/admin/users'],
      ['/admin/content-rules'],
      [`/admin/users/${author.uid}`],
      ['/admin/invitations'],
      ['/admin/profiles'],
      ['/admin/energy'],
      ['/admin/redirects'],
      ['/admin/letters'],
      ['/admin/search?q=re'],
      ['/admin/site-settings'],
      ['/admin/identity'],
      ['/admin/sign-in'],
      ['/admin/apps'],
      ['/admin/webhooks'],
      ['/admin/pages/about?language=en', '.ProseMirror'],
    ],
    variants: [
      ['/admin/reports?view=closed'],
      ['/admin/posts?view=edited'],
      ['/admin/posts?view=all'],
      ['/admin/energy/logs'],
      ['/admin/mail'],
      ['/admin/audit-log'],
      ['/admin/anomalies'],
      ['/admin/data'],
      ['/admin/sign-in?key=microsoft'],
      [`/admin/apps?id=${app.id}`],
      [`/admin/webhooks?id=${hook.id}`],
      ['/tags/none'],
    ],
  }
}
