import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test'
import { sql } from 'drizzle-orm'
import { forgetIdentity } from '#features/core/identity/cached.ts'
import { checklistOf } from '#features/operations/admin/overview/checklist.ts'
import { expect, test } from '#test/test.ts'

test('only owners see the setup checklist, with links and completed steps', async ({ world, owner }) => {
  const steps = async () => (await owner.get('/admin')).text.match(/class="checklist-step( done)?" href="[^"]+"/g) ?? []
  expect(await steps()).toEqual(
    [
      '/settings?tab=profile',
      '/admin/identity#name',
      '/admin/identity#logo',
      '/admin/identity#pages',
      '/studio/write',
      '/admin/mail',
      '/admin/site-settings#backups-enabled',
    ].map((href) => `class="checklist-step" href="${href}"`),
  )
  await owner.put('/api/settings/profile', { username: `owner-of-${owner.user.uid}` })
  await owner.put('/api/admin/identity', { name: 'Ours' })
  await owner.put('/api/admin/pages/rules', { language: 'en', version: null, body: '<p>Be kind.</p>' })
  await world.post({ author: (await world.member()).user })
  const done = (await steps()).filter((step) => step.includes('done'))
  expect(done.map((step) => /href="([^"]+)"/.exec(step)?.[1])).toEqual([
    '/settings?tab=profile',
    '/admin/identity#name',
    '/admin/identity#pages',
    '/studio/write',
  ])
  expect((await (await world.member({ role: 'admin' })).get('/admin')).text).not.toContain('checklist')
  expect((await owner.post('/api/admin/checklist/dismiss')).status).toBe(204)
  expect(await steps()).toEqual([])
  await world.db.batch([
    sql`DELETE FROM site_pages`,
    sql`UPDATE site_identity SET name = NULL`,
    sql`DELETE FROM site_state WHERE key = 'checklist'`,
  ])
  forgetIdentity()
})

test('the setup checklist recommends a domain only on workers.dev', async ({ world, owner }) => {
  const cookie = [...owner.cookies].map((pair) => pair.join('=')).join('; ')
  const stepsOn = async (host: string) => {
    const request = new Request(`https://${host}/admin`, { headers: { cookie, 'accept-language': 'en' } })
    const context = createExecutionContext()
    const text = await (await world.app.fetch(request, world.env, context)).text()
    await waitOnExecutionContext(context)
    expect(text).toContain('Set up your site')
    return text.includes('Use your own domain')
  }
  expect(await stepsOn('joule.operator.workers.dev')).toBe(true)
  expect(await stepsOn('community.example.com')).toBe(false)
})

test('the setup checklist disappears when every step is done', () => {
  const steps = { name: 'Ours', logo_key: 'x', pages: ['rules' as const], hasPost: true }
  const all = { hasUsername: true, hasMail: true, hasBackup: true, hasDomain: true }
  expect(checklistOf(steps, all)).toBeNull()
  expect(checklistOf(steps, { ...all, hasMail: false })).toMatchObject({ mail: false, backup: true })
  expect(checklistOf(steps, { ...all, hasUsername: false })).toMatchObject({ username: false, post: true })
  expect(checklistOf(steps, { ...all, hasDomain: false })).toMatchObject({ domain: false, backup: true })
  expect(checklistOf(null, { ...all, hasMail: false })).toBeNull()
})
