import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { isLong, LONG } from '#test/long.ts'
import { checkState, PHONE_LOOK } from './support/accessible.ts'
import { open, pageOf, signIn, site, theOwner } from './support/browser.ts'
import { composer, person, post, pressEnergize } from './support/community.ts'

type State = [name: string, open: (page: Page) => Promise<void>, shown: string]

const OVER_A_POST: State[] = [
  ['account menu', (page) => page.click('.top-bar [data-menu] > summary'), '.menu-panel'],
  ['keys', (page) => page.keyboard.press('?'), 'dialog.keys[open]'],
  ['energy', pressEnergize, 'dialog[open]'],
  [
    'names',
    (page) => composer(page).locator('textarea').pressSequentially('@reader-'),
    '[role=option]',
  ],
]
const OVER_THE_EDITOR: State[] = [
  ['link', (page) => page.click('[data-tool=link]'), 'dialog[open]'],
]

test('Escape closes overlays', LONG, async () => {
  const [author, reader] = [await person(), await person(1600, 5)]
  const page = await open(reader, `/posts/${await post(author)}`, PHONE_LOOK)
  await each(page, OVER_A_POST)
  await page.goto(`${site}/studio/write`)
  await page.locator('.ProseMirror').waitFor()
  await each(page, OVER_THE_EDITOR)
})

async function each(page: Page, states: State[]): Promise<void> {
  for (const [name, openIt, shown] of states) {
    await openIt(page)
    await page.locator(shown).first().waitFor()
    await checkState(page)
    await page.keyboard.press('Escape')
    await expect.poll(() => page.locator(shown).first().isVisible(), { message: name }).toBe(false)
  }
}

test(
  'a form submitted empty shows an error at each field and focuses the first one',
  LONG,
  async () => {
    const page = await pageOf(null, PHONE_LOOK)
    await submitEmpty(page, ['/register', '#register .primary', 'email'])
    if (isLong)
      await submitEmpty(
        page,
        ['/login', '#login .primary', 'email'],
        ['/forgot', 'main form .primary', 'email'],
      )
    await signIn(page.context(), await person())
    await submitEmpty(page, [
      '/settings?tab=password',
      'main form [type=submit]',
      'current_password',
    ])
    if (isLong) await submitEmpty(page, ['/settings?tab=tokens', 'main form [type=submit]', 'name'])
    await signIn(page.context(), await theOwner())
    await submitEmpty(page, ['/admin/energy', '.adjust [type=submit]', 'uids'])
  },
)

/** A form, by its submit button, and its first required field. */
type Form = [path: string, button: string, first: string]

/** The page is in Chinese. */
async function submitEmpty(page: Page, ...forms: Form[]): Promise<void> {
  for (const [path, button, first] of forms) {
    await page.goto(site + path)
    await page.click(button)
    await expect
      .poll(() => page.evaluate(fieldInFocus), { message: path })
      .toEqual([first, 'true', '请填写这一项。'])
    await checkState(page)
  }
}

function fieldInFocus(): (string | null | undefined)[] {
  const field = document.activeElement
  const ids = field?.getAttribute('aria-describedby')?.split(' ') ?? []
  const message = ids
    .map((id) => document.getElementById(id))
    .find((line) => line?.matches('.field-error:not([hidden])'))
  return [field?.getAttribute('name'), field?.getAttribute('aria-invalid'), message?.textContent]
}
