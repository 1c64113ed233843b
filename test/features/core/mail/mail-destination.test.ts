import { expect, test } from 'vitest'
import type { Bindings } from '#env'
import { World } from '#test/world.ts'
import { Binding } from './fixtures.ts'

/** Texts that promise a mail to the reader. */
const PROMISES =
  /check your e-mail|will receive|we (?:will )?send|link sent|send (?:reset|confirmation) link|by e-mail/i

function siteWith(env: Partial<Bindings>): World {
  const world = new World()
  return Object.assign(world, { env: { ...world.env, ...env } })
}

/** The visible text of the pages that offer a mail, without the metadata of the head. */
async function pagesOf(world: World) {
  const member = await world.member({ isVerified: true })
  const unverified = await world.member()
  const main = async (from: { get(path: string): Promise<{ text: string }> }, path: string) =>
    /<main[\s\S]*<\/main>/.exec((await from.get(path)).text)?.[0] ?? ''
  return {
    forgot: await main(world.visitor(), '/forgot'),
    forgotSent: await main(world.visitor(), '/forgot?sent'),
    account: await main(unverified, '/settings?tab=account'),
    notifications: await main(member, '/settings?tab=notifications'),
    verified: await main(world.visitor(), '/verify?done'),
  }
}

test('a deployed site without mail does not promise a mail, and offers no reset form', async () => {
  const pages = await pagesOf(siteWith({}))
  for (const [name, text] of Object.entries(pages))
    expect([name, PROMISES.exec(text)]).toEqual([name, null])
  for (const text of [pages.forgot, pages.forgotSent]) {
    expect(text).toContain('This site cannot send e-mail. Ask its owner for a link')
    expect(text).not.toContain('<form')
  }
  expect(pages.account).toContain('Ask the owner for the link: it is at /admin/mail.')
  expect(pages.notifications).toContain('You get notifications on the site only.')
  expect(pages.notifications).not.toContain('/api/settings/notice-mail')
  expect(pages.verified).not.toContain('reset it')
})

test('a local run without mail tells where the links are: in the terminal and at /admin/mail', async () => {
  const { verified, notifications, ...pages } = await pagesOf(
    siteWith({ ENVIRONMENT: 'development' }),
  )
  for (const text of Object.values(pages)) {
    expect(PROMISES.exec(text)).toBeNull()
    expect(text).toContain(
      'The link appears in the terminal that runs the site, and the owner finds it at /admin/mail.',
    )
  }
  expect(pages.forgot).toContain('Create reset link')
  expect(notifications).toContain('Mail appears in the terminal that runs the site')
  expect(verified).not.toContain('reset it')
})

test('a site with mail tells users that a mail is sent', async () => {
  const pages = await pagesOf(siteWith({ EMAIL: new Binding(), MAIL_FROM: 'mail@joule.test' }))
  expect(pages.forgot).toContain('Send reset link')
  expect(pages.forgotSent).toContain('Check your e-mail')
  expect(pages.account).toContain('Send confirmation link')
  expect(pages.notifications).toContain('/api/settings/notice-mail')
  expect(pages.verified).toContain('reset it with this address')
  for (const text of Object.values(pages)) expect(text).not.toContain('terminal')
})
