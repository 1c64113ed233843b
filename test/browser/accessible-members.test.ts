import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { inject, test } from 'vitest'
import { isLong, LONG } from '#test/long.ts'
import type { Area, Group, State } from './support/accessible.ts'
import { checkStates, walkPages } from './support/accessible.ts'
import { theOwner } from './support/browser.ts'
import { ask, composer, giveEnergy, isSuggested, person, post, pressEnergize, say } from './support/community.ts'
import { IMAGE } from './support/images.ts'
import { ImportPage, markdown, plainPosts, zipOf } from './support/importing.ts'
import { batch, member, submitLogin, withApp } from './support/member.ts'
import { RARE_BLOCKS, WritePage } from './support/writing.ts'

test('pages of members have no axe violations and fit the screen', LONG, async () => {
  await walkPages(await memberArea(), { locale: 'en' })
})

/** The short form opens a state of visitors, which needs no accounts. */
const STATES = { visitors: statesOfVisitors, accounts: statesOfAccounts, posts: statesOfPosts }

test.each(Object.entries(STATES).slice(0, isLong ? undefined : 1))(
  'open states of pages of %s have no axe violations and fit the screen',
  LONG,
  async (_, states) => checkStates(await states()),
)

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
  await batch([sql`UPDATE users SET email_verified_at = created_at, email = ${email} WHERE uid = ${me.uid}`])
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

/** A form that was submitted empty. */
const sentEmpty = (button: string): State => ['sent empty', (page) => page.click(button), '.field-error:not([hidden])']

async function statesOfVisitors(): Promise<Group[]> {
  return [
    {
      who: null,
      path: '/register',
      states: [
        sentEmpty('#register .primary'),
        [
          'the e-mail is taken',
          async (page) => {
            await page.fill('[name="email"]', inject('owner').email)
            await page.locator('[name="password"]').focus()
          },
          '[data-email-is-taken] a',
        ],
      ],
    },
    { who: null, path: '/forgot', states: [sentEmpty('main form .primary')] },
  ]
}

async function statesOfAccounts(): Promise<Group[]> {
  const [one, owner, careful] = [await person(), await theOwner(), await member()]
  await withApp(careful)
  return [
    {
      who: null,
      path: '/login',
      states: [
        sentEmpty('#login .primary'),
        ['the code of a second factor', (page) => submitLogin(page, careful), '#second-factor'],
      ],
    },
    { who: one, path: '/settings?tab=password', states: [sentEmpty('main form [type=submit]')] },
    {
      who: one,
      path: '/settings?tab=tokens',
      states: [sentEmpty('main form [type=submit]'), ['a new token', makeToken, '.device']],
    },
    {
      who: one,
      path: '/settings',
      states: [
        [
          'an avatar is cropped',
          (page) => page.setInputFiles('[data-avatar] input[type="file"]', IMAGE),
          '[data-avatar] dialog[open] canvas',
        ],
      ],
    },
    {
      who: await member(),
      path: '/settings?tab=security',
      states: [['the secret of a second factor', startTotp, '[data-totp-set-up]:not([hidden])']],
    },
    { who: owner, path: '/admin/energy', states: [sentEmpty('.adjust [type=submit]')] },
  ]
}

async function makeToken(page: Page): Promise<void> {
  await page.fill('[name="name"]', 'backup script')
  await page.click('main form [type="submit"]')
}

async function startTotp(page: Page): Promise<void> {
  await page.click('[data-totp-start] [type="submit"]')
}

async function statesOfPosts(): Promise<Group[]> {
  const [author, reader] = [await person(), await person(1600, 5)]
  // Longer than the list can show.
  for (let n = 0; n < 7; n++) await person()
  const id = await post(author)
  await say(author, id, 'Say something')
  await say(reader, id, 'Something')
  await post(reader)
  const newDraft = async () => {
    return `/studio/write?id=${await post(reader, { draft: true })}`
  }
  const tagged = await post(author, { title: 'An okapi', tags: ['okapi'] })
  await isSuggested(reader, 'okapi', { id: tagged })
  return [
    {
      who: reader,
      path: `/posts/${id}`,
      states: [
        ['account menu', (page) => page.click('.top-bar [data-menu] > summary'), '.menu-panel'],
        ['list of keys', (page) => page.keyboard.press('?'), 'dialog.keys[open]'],
        ['energy', pressEnergize, 'dialog[open]'],
        ['names', (page) => composer(page).locator('textarea').pressSequentially('@reader-'), '[role=option]'],
        ['a reply', (page) => page.locator('[data-reply]').first().click(), 'form.composer.reply'],
        ['an edit', (page) => page.locator('[data-edit]').click(), 'form.composer.reply'],
        ['folders', (page) => page.click('.favorite-choice summary'), '.folder-menu'],
        ['report of a post', (page) => page.click('.share [data-report]'), 'dialog[open]'],
        ['report of a comment', (page) => page.locator('[data-report="comment"]').first().click(), 'dialog[open]'],
      ],
    },
    {
      who: reader,
      path: newDraft,
      ready: '.ProseMirror',
      states: [
        ['link', (page) => page.click('[data-tool=link]'), 'dialog[open]'],
        ['table', insertTable, '[data-table-tool]'],
        ['image', (page) => pasteImage(page), '.image-frame'],
        ['schedule', schedule, '#publish-hint'],
        ['published without a network', publishOffline, '.write-notices .notice'],
      ],
    },
    {
      who: reader,
      path: '/studio/posts',
      states: [
        [
          'deletion',
          (page) => page.locator('.studio-post form[data-api^="DELETE"] button').first().click(),
          'dialog[open]',
        ],
      ],
    },
    {
      who: reader,
      path: '/studio/import',
      states: [
        ['a file that cannot be imported', (page) => new ImportPage(page).choose(zipOf({})), IMPORT_PROBLEM],
        ['the posts of a file', (page) => new ImportPage(page).choose(mixedPosts()), '.import-table tbody tr'],
        ['an import that is paused', pauseImport, '[data-import-part="resume"]'],
        ['a finished import', (page) => new ImportPage(page).import(mixedPosts()), '.import-issues details'],
      ],
    },
    {
      who: null,
      path: '/tags/okapi',
      states: [
        ['posts in English', (page) => page.locator('.list-bar a', { hasText: 'English' }).click(), '.post-list'],
      ],
    },
    {
      who: null,
      path: '/search?q=okapi',
      states: [
        ['filters', (page) => page.locator('.search-filters summary').first().click(), '.search-filters [open]'],
        ['suggestions', (page) => page.locator('search [type=search]').pressSequentially(' '), '[role=option]'],
      ],
    },
  ]
}

const IMPORT_PROBLEM = '[data-import-part="problem"]'

/** New posts of every kind: with an image that cannot be fetched, with losses, and refused. */
function mixedPosts() {
  // Without a new name, the import recognises the posts of the look before.
  const name = crypto.randomUUID()
  return zipOf({
    [`${name}-a.md`]: markdown(
      { title: 'A long title '.repeat(8), date: '2019-05-01' },
      '![](https://a.invalid/a.png)',
    ),
    [`${name}-b.md`]: markdown(
      { title: 'B', canonical_url: 'http://a.example/b' },
      'Text. <video src="https://a.example/v">',
    ),
    [`${name}-c.md`]: markdown({ title: 'C' }, ''),
    [`${name}-d.md`]: markdown({ title: 'D' }, 'Text.'),
  })
}

async function pauseImport(page: Page): Promise<void> {
  const tab = new ImportPage(page)
  await page.route('**/api/studio/posts', () => {})
  // With a new name: a blocked request may still be sent when the page of the look before closes.
  await tab.choose(zipOf(plainPosts(2, crypto.randomUUID())))
  await tab.part('start').click()
  await tab.part('pause').click()
}

async function pasteImage(page: Page): Promise<void> {
  await page.locator('.ProseMirror').focus()
  await new WritePage(page).pastePicture(3000, 300)
}

async function schedule(page: Page): Promise<void> {
  await page.click('.schedule summary')
  await page.fill('#publish_at', '2099-01-02T09:30')
}

async function publishOffline(page: Page): Promise<void> {
  await page.context().setOffline(true)
  await page.locator('.write-bar [data-write-action="submit"]').click()
}

/** With text in the table headers. On a phone the button is in a menu. */
async function insertTable(page: Page): Promise<void> {
  await page.locator('[data-tool="table"]').evaluate((button) => (button as HTMLElement).click())
  for (const header of ['One', 'Two', 'Three']) {
    await page.keyboard.type(header)
    await page.keyboard.press('Tab')
  }
}
