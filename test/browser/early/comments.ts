import { expect } from 'vitest'
import { ask, comments as commentsOf, person, post, say } from '../support/community.ts'
import { advanceTimers } from '../support/time.ts'
import { IMAGE } from './images.ts'
import type { Visit } from './visit.ts'

const BOX = '.comments > form.composer'

async function aDiscussion(exp: number): Promise<[Awaited<ReturnType<typeof person>>, string]> {
  const [author, reader] = [await person(), await person(exp)]
  const id = await post(author)
  await say(author, id, 'What do you think?')
  await say(reader, id, 'A lot.')
  return [reader, `/posts/${id}`]
}

// The page's own scripts add the actions of comments, so only the lazy code can be late for them.
export const comments: Visit[] = [
  {
    opens: () => aDiscussion(60),
    lines: [
      {
        of: ['behaviors/comments/composer'],
        action: 'start a comment: the button is disabled until it can send',
        async early(page) {
          await page.locator(`${BOX} textarea`).pressSequentially('Half a tho')
          await expect.poll(() => page.isDisabled(`${BOX} [type=submit]`)).toBe(true)
        },
        async effect(page) {
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
    blocks: 'lazy',
    lines: [
      {
        of: ['behaviors/comments/forms'],
        action: 'start a reply',
        early: (page) => page.locator('[data-reply]').first().click(),
        effect: (page) => page.locator('form.composer.reply textarea').waitFor(),
      },
    ],
  },
  {
    opens: () => aDiscussion(60),
    blocks: 'lazy',
    lines: [
      {
        of: ['behaviors/comments/like'],
        action: 'like a comment once',
        async early(page) {
          await page.locator('[data-like]').last().click()
          await page.locator('[data-like]').last().click()
          await page.mouse.move(1, 1)
        },
        async effect(page) {
          await page.locator('[data-like][aria-pressed=true] [data-count="1"]').waitFor()
        },
      },
      {
        of: ['behaviors/comments/forms'],
        action: 'edit the own comment',
        early: (page) => page.locator('[data-edit]').click(),
        effect: (page) => expect.poll(() => page.inputValue('form.composer.reply textarea')).toBe('A lot.'),
      },
    ],
  },
  {
    opens: () => aDiscussion(60),
    blocks: 'lazy',
    lines: [
      {
        of: ['behaviors/posts/report', 'reports/dialog'],
        action: 'report a comment',
        early: (page) => page.locator('[data-report="comment"]').first().click(),
        effect: (page) => page.locator('dialog[open] h2', { hasText: 'Report a comment' }).waitFor(),
      },
    ],
  },
  {
    opens: () => aDiscussion(60),
    blocks: 'lazy',
    lines: [
      {
        of: ['behaviors/comments/delete', 'behaviors/forms/confirm'],
        action: 'delete the own comment',
        early: (page) => page.locator('[data-delete]').first().click(),
        async effect(page) {
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
        action: 'start a mention',
        async early(page) {
          await page.locator(`${BOX} textarea`).focus()
          await page.keyboard.type('@reader')
        },
        effect: (page) => page.locator('.people-choice [role=option]').first().waitFor(),
      },
    ],
  },
  ...(['all', 'lazy'] as const).map(
    (blocks): Visit => ({
      opens: () => aDiscussion(1600),
      ...(blocks === 'lazy' && { blocks }),
      lines: [
        {
          of: ['behaviors/comments/attachment'],
          action: `choose an image and send the comment immediately (${blocks})`,
          async early(page) {
            await page.fill(`${BOX} textarea`, 'Look at this')
            await page.setInputFiles(`${BOX} input[type=file]`, IMAGE)
            await page.press(`${BOX} textarea`, 'Control+Enter')
          },
          async effect(page, who) {
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
        action: 'open a post: it announces and shows comments written before its scripts were loaded',
        early: () => Promise.resolve(),
        async effect(page) {
          const id = Number(new URL(page.url()).pathname.split('/').at(-1))
          const guest = await person()
          await advanceTimers(page)
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
