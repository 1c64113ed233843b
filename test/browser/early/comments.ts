import { expect } from 'vitest'
import { ask, comments as commentsOf, person, post, say } from '../support/community.ts'
import { timePasses } from '../support/time.ts'
import { PICTURE } from './pictures.ts'
import type { Visit } from './visit.ts'

const BOX = '.comments > form.composer'

async function aDiscussion(exp: number): Promise<[Awaited<ReturnType<typeof person>>, string]> {
  const [author, reader] = [await person(), await person(exp)]
  const id = await post(author)
  await say(author, id, 'What do you think?')
  await say(reader, id, 'A lot.')
  return [reader, `/posts/${id}`]
}

export const comments: Visit[] = [
  {
    kind: 'form',
    opens: () => aDiscussion(250),
    lines: [
      {
        of: ['behaviors/comments/composer', 'behaviors/comments/index'],
        does: 'a comment is written and sent by keyboard',
        async early(page) {
          await page.fill(`${BOX} textarea`, 'Before its time')
          await page.press(`${BOX} textarea`, 'Control+Enter')
          await page.press(`${BOX} textarea`, 'Control+Enter')
        },
        async comes(page) {
          await page.locator('.thread.fresh').waitFor()
          await expect
            .poll(async () => (await commentsOf(page)).filter((text) => text === 'Before its time'))
            .toHaveLength(1)
        },
      },
    ],
  },
  {
    opens: () => aDiscussion(60),
    lines: [
      {
        of: ['behaviors/comments/composer'],
        does: 'a comment is begun, and the button is not ready before it can send',
        async early(page) {
          await page.locator(`${BOX} textarea`).pressSequentially('Half a tho')
          await expect.poll(() => page.isDisabled(`${BOX} [type=submit]`)).toBe(true)
        },
        async comes(page) {
          await expect.poll(() => page.isEnabled(`${BOX} [type=submit]`)).toBe(true)
          await page.locator(`${BOX} textarea`).pressSequentially('ught')
          await expect.poll(() => page.inputValue(`${BOX} textarea`)).toBe('Half a thought')
        },
      },
    ],
  },
  {
    // A separate visit, because the reply takes the focus when it appears.
    opens: () => aDiscussion(60),
    lines: [
      {
        of: ['behaviors/comments/forms'],
        does: 'a reply is begun',
        early: (page) => page.locator('[data-reply]').first().click(),
        comes: (page) => page.locator('form.composer.reply textarea').waitFor(),
      },
    ],
  },
  ...(['all', 'lazy'] as const).map(
    (holds): Visit => ({
      opens: () => aDiscussion(60),
      ...(holds === 'lazy' && { holds }),
      lines: [
        {
          of: ['behaviors/comments/like'],
          does: `a comment is liked, once (${holds})`,
          async early(page) {
            await page.locator('[data-like]').last().click()
            await page.locator('[data-like]').last().click()
            await page.mouse.move(1, 1)
          },
          async comes(page) {
            await page.locator('[data-like][aria-pressed=true] [data-count="1"]').waitFor()
          },
        },
        {
          of: ['behaviors/comments/forms'],
          does: `the own comment is opened to be changed (${holds})`,
          early: (page) => page.locator('[data-edit]').click(),
          comes: (page) => expect.poll(() => page.inputValue('form.composer.reply textarea')).toBe('A lot.'),
        },
      ],
    }),
  ),
  {
    opens: () => aDiscussion(60),
    lines: [
      {
        of: ['behaviors/posts/report', 'reports/dialog'],
        does: 'a comment is about to be reported',
        early: (page) => page.locator('[data-report="comment"]').first().click(),
        comes: (page) => page.locator('dialog[open] h2', { hasText: 'Report a comment' }).waitFor(),
      },
    ],
  },
  {
    opens: () => aDiscussion(60),
    lines: [
      {
        of: ['behaviors/comments/delete', 'behaviors/forms/confirm'],
        does: 'the own comment is deleted',
        early: (page) => page.locator('[data-delete]').first().click(),
        async comes(page) {
          await page.click('dialog[open] [value="yes"]')
          await expect.poll(() => commentsOf(page)).toEqual(['What do you think?'])
        },
      },
    ],
  },
  {
    opens: () => aDiscussion(250),
    lines: [
      {
        of: ['behaviors/comments/mentions'],
        does: 'a name is begun',
        async early(page) {
          await page.locator(`${BOX} textarea`).focus()
          await page.keyboard.type('@reader')
        },
        comes: (page) => page.locator('.people-choice [role=option]').first().waitFor(),
      },
    ],
  },
  ...(['all', 'lazy'] as const).map(
    (holds): Visit => ({
      opens: () => aDiscussion(1600),
      ...(holds === 'lazy' && { holds }),
      lines: [
        {
          of: ['behaviors/comments/attachment'],
          does: `an image is chosen and the comment sent at once (${holds})`,
          async early(page) {
            await page.fill(`${BOX} textarea`, 'Look at this')
            await page.setInputFiles(`${BOX} input[type=file]`, PICTURE)
            await page.press(`${BOX} textarea`, 'Control+Enter')
          },
          async comes(page, who) {
            await page.locator('.thread.fresh img:not(.avatar)').waitFor()
            const id = Number(new URL(page.url()).pathname.split('/').at(-1))
            await expect.poll(async () => (await ask(who, 'GET', `/api/posts/${id}/comments`)).items.length).toBe(3)
          },
        },
      ],
    }),
  ),
  {
    opens: () => aDiscussion(60),
    lines: [
      {
        of: ['behaviors/live', 'live/connection', 'live/index'],
        does: 'a post that was open before its scripts says what came since, and shows it',
        early: () => Promise.resolve(),
        async comes(page) {
          const id = Number(new URL(page.url()).pathname.split('/').at(-1))
          const guest = await person()
          await timePasses(page)
          const button = page.locator('[data-new-comments] button')
          await expect
            .poll(async () => {
              await say(guest, id, 'Just now')
              return button.isVisible()
            })
            .toBe(true)
          await button.click()
          await expect.poll(() => commentsOf(page)).toContain('Just now')
        },
      },
    ],
  },
]
