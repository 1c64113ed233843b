import type { Page } from 'playwright-core'
import { composer, isSuggested, person, post, pressEnergize, say } from '../support/community.ts'
import { ImportPage, markdown, plainPosts, zipOf } from '../support/importing.ts'
import { WritePage } from '../support/writing.ts'
import type { Group } from './walk.ts'

export async function statesOfPosts(): Promise<Group[]> {
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
