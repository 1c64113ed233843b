import { person, post } from '../support/community.ts'
import type { Office } from '../support/office.ts'
import type { Area } from './walk.ts'

/** The pages of admins, with something to decide on each. Reviews are on afterwards: `Office.tidy`. */
export async function adminArea(office: Office): Promise<Area> {
  const { author, owner, reviewer } = office
  const reporter = await person()
  const reported = await post(reporter)
  await office.ask(author, 'POST', '/api/reports', { post_id: reported, reason: 'spam', text: 'Look' })
  await office.ask(reviewer, 'POST', `/api/admin/reports/post/${reported}/close`, { decision: 'kept', note: 'Fine' })
  await office.ask(reporter, 'POST', '/api/reports', { uid: author.uid, reason: 'abuse' })
  const id = await office.written('公开的文章')
  await office.ask(author, 'POST', `/api/posts/${id}/comments`, { body: '一条评论' })
  await office.ask(owner, 'PUT', '/api/admin/redirects', { path: '/2020/old', post_id: id })
  await office.submitted('It waits')
  await office.ask(author, 'PUT', `/api/studio/posts/${id}`, { title: '改过的文章' })
  await office.ask(author, 'PUT', '/api/settings/profile', { signature: 'new' })
  const github = { type: 'github', name: 'GitHub', client_id: 'an id', client_secret: 'a secret', sign_up: true }
  await office.ask(owner, 'PUT', '/api/admin/identity-providers/github', github)
  const wiki = { name: 'The wiki', redirect_uris: ['https://wiki.example/callback'], confidential: true }
  const app = await office.ask(owner, 'POST', '/api/admin/apps', wiki)
  return {
    who: owner,
    templates: [
      ['/admin'],
      ['/admin/posts'],
      [`/admin/posts?view=edited&id=${id}`],
      ['/admin/posts?view=all'],
      ['/admin/comments'],
      ['/admin/reports'],
      ['/admin/users'],
      ['/admin/content-rules'],
      [`/admin/users/${author.uid}`],
      ['/admin/invitations'],
      ['/admin/profiles'],
      ['/admin/energy'],
      ['/admin/energy/logs'],
      ['/admin/redirects'],
      ['/admin/mail'],
      ['/admin/audit-log'],
      ['/admin/anomalies'],
      ['/admin/site-settings'],
      ['/admin/identity'],
      ['/admin/sign-in'],
      ['/admin/sign-in?key=microsoft'],
      ['/admin/apps'],
      [`/admin/apps?id=${app.id}`],
      ['/admin/pages/about?language=en', '.ProseMirror'],
    ],
    variants: [['/admin/reports?view=closed'], ['/admin/posts?view=edited'], ['/tags/none']],
  }
}
