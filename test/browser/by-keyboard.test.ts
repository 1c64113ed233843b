import { sql } from 'drizzle-orm'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { LEVEL_FLOORS } from '#features/core/people/level.ts'
import { open, site } from './support/browser.ts'
import { person, post, say } from './support/community.ts'
import { batch } from './support/member.ts'
import { WritePage } from './support/writing.ts'

/** More Tab presses than any page here needs. */
const STEPS_MAX = 150

/**
 * Presses Tab until the wanted element has the focus, and checks at every step that the focus is
 * visible.
 */
async function stepTo(page: Page, wanted: string): Promise<void> {
  const unseen = new Set<string>()
  for (let step = 0; step < STEPS_MAX; step++) {
    const { isThere, isSeen, what } = await page.evaluate(focusState, wanted)
    if (!isSeen) unseen.add(what)
    if (isThere) return expect([...unseen]).toEqual([])
    await page.keyboard.press('Tab')
  }
  throw new Error(`${wanted} is not reached in ${STEPS_MAX} steps on ${page.url()}`)
}

function focusState(wanted: string) {
  const here = document.activeElement ?? document.body
  // The box around a field may show the focus of the field.
  const around = [here, here.parentElement, here.parentElement?.parentElement].filter(
    (one) => one !== null && one !== undefined,
  )
  const isMarked = around.some((one) => {
    const { outlineStyle, boxShadow } = getComputedStyle(one)
    return outlineStyle !== 'none' || boxShadow !== 'none'
  })
  return {
    isThere: here.matches(wanted),
    // In the editor the caret shows the focus.
    isSeen: here === document.body || here.matches('main, .title-input, .ProseMirror') || isMarked,
    what: here.outerHTML.slice(0, 120),
  }
}

test('a user without a mouse registers, writes, publishes, reports and comments, and a screen reader announces the parts of a post in a sensible order', async () => {
  const author = await person()
  const others = await post(author)
  await say(author, others, 'The author adds a word')
  const email = `${crypto.randomUUID()}@example.com`
  const page = await open(null, '/')
  const press = (key: string) => page.keyboard.press(key)
  const pressOn = async (selector: string, key = 'Enter') => {
    await stepTo(page, selector)
    await press(key)
  }
  const typeInto = async (selector: string, text: string) => {
    await stepTo(page, selector)
    await page.keyboard.insertText(text)
  }

  await pressOn('a[href^="/register"]')
  await page.waitForURL('**/register**')
  await typeInto('[name="email"]', email)
  await typeInto('[name="password"]', 'a long password')
  await press('Enter')
  await page.waitForURL(`${site}/welcome`)
  await batch([sql`UPDATE users SET exp = ${LEVEL_FLOORS[1]} WHERE email = ${email}`])

  await page.reload()
  await pressOn('a[href="/studio/write"]')
  await page.locator('.ProseMirror').waitFor()
  await typeInto('[name="title"]', 'By hand alone')
  await typeInto('.ProseMirror', 'Every word of it came by a key.')
  await new WritePage(page).state('saved')
  await press('Escape')
  await pressOn('[data-write-action="submit"]')
  for (const step of [
    '[data-publish-action="confirm"]',
    '[data-publish-action="now"]',
    '.view-post',
  ])
    await pressOn(`#publish-sheet ${step}`)
  await page.waitForURL(/\/posts\/\d+$/, { waitUntil: 'commit' })

  await page.goto(`${site}/posts/${others}`)
  await expectSensibleOrder(page)
  await pressOn('.share [data-report]')
  await page.locator('dialog[open]').waitFor()
  await pressOn('dialog[open] [type=radio]', 'Space')
  await pressOn('dialog[open] [type=submit]')
  await page.getByText('Report sent. Thank you.').waitFor()

  await typeInto('.comments > form.composer textarea', 'The first word under it')
  await pressOn('.comments > form.composer [type="submit"]')
  await page.locator('.comment-text', { hasText: 'The first word under it' }).waitFor()
})

/** The texts that a screen reader announces for a post of another author, in order. */
const SAID = [
  'link "Skip to content"',
  'banner:',
  '"Search posts, people and tags"',
  'main:',
  'heading "A post to talk about" [level=1]',
  'Published',
  'paragraph: A few words.',
  'heading "And more" [level=2]',
  'button "Report this post"',
  'region "React to this post"',
  'button "0 Like"',
  '0 energy Energize',
  'region "About the author"',
  'region "Comments 1"',
  'textbox "Write a comment"',
  '[level=3]',
  'paragraph: The author adds a word',
  'button "Reply"',
  'contentinfo:',
  'navigation "Footer"',
]

async function expectSensibleOrder(page: Page): Promise<void> {
  const tree = await page.locator('body').ariaSnapshot()
  const places = SAID.map((words) => tree.indexOf(words))
  expect(SAID.filter((_, n) => (places[n] ?? -1) < 0)).toEqual([])
  expect(places).toEqual(places.toSorted((one, other) => one - other))
}
