import { expect } from 'vitest'
import type { Person } from '../support/browser.ts'
import { ask, comments, person, post } from '../support/community.ts'
import type { Visit } from './visit.ts'

const BODY = '<h2>First</h2><p>Words.</p><h2>Second</h2><pre><code class="language-js">const one = 1</code></pre>'

const BOX = '.comments > form.composer'

/** A post by another user, with headings and code. */
async function aPost(): Promise<[Person, string]> {
  const { id } = await ask(await person(), 'POST', '/api/studio/posts', { title: 'Read early', body: BODY })
  return [await person(60, 5), `/posts/${id}`]
}

export const reading: Visit[] = [
  {
    kind: 'button of a member, and form',
    opens: aPost,
    lines: [
      {
        of: ['behaviors/posts/reactions'],
        action: 'press Like twice',
        async early(page) {
          await page.dblclick('[data-reaction=like]')
          await expect.poll(() => page.getAttribute('[data-reaction=like]', 'aria-busy')).toBe('true')
        },
        async effect(page) {
          await expect.poll(() => page.getAttribute('[data-reaction=like]', 'aria-pressed')).toBe('true')
          await expect.poll(() => page.textContent('[data-reaction=like] [data-count]')).toBe('1')
        },
      },
      {
        of: ['behaviors/posts/view'],
        action: 'open a post: the view is counted after the script is loaded',
        early: (page) => expect.poll(() => page.locator('[data-viewed]').count()).toBe(1),
        effect: (page) =>
          expect
            .poll(() =>
              page.evaluate(() =>
                performance
                  .getEntriesByType('resource')
                  .map(({ name }) => name)
                  .join(),
              ),
            )
            .toMatch(/\/view\?/),
      },
      {
        of: ['behaviors/posts/favorite'],
        action: 'save the post',
        early: (page) => page.click('[data-favorite] > button'),
        effect: (page) => expect.poll(() => page.getAttribute('[data-favorite] > button', 'aria-pressed')).toBe('true'),
      },
      {
        of: ['behaviors/posts/follow'],
        action: 'follow the author',
        early: (page) => page.locator('[data-follow]:visible').first().click(),
        effect: (page) => page.locator('[data-follow][aria-pressed="true"]').first().waitFor(),
      },
      {
        of: ['behaviors/posts/share'],
        action: 'copy the link',
        early: (page) => page.click('[data-copy-link]'),
        async effect(page) {
          const words = await page.getAttribute('[data-copy-link]', 'data-copy-link')
          await page.locator('.toast', { hasText: words ?? '' }).waitFor()
        },
      },
      {
        of: ['behaviors/comments/composer', 'behaviors/comments/index'],
        action: 'write and send a comment by keyboard',
        async early(page) {
          await page.fill(`${BOX} textarea`, 'Before its time')
          await page.press(`${BOX} textarea`, 'Control+Enter')
          await page.press(`${BOX} textarea`, 'Control+Enter')
        },
        async effect(page) {
          await page.locator('.thread.fresh').waitFor()
          await expect.poll(() => comments(page)).toEqual(['Before its time'])
        },
      },
      {
        of: [
          'behaviors/posts/copy-code',
          'behaviors/posts/highlight',
          'code/highlight-messages',
          'behaviors/posts/contents',
        ],
        action: 'hide controls that need the script until it is loaded',
        early: async (page) => await expect.poll(() => page.locator('.code-copy').count()).toBe(0),
        async effect(page) {
          await page.locator('.code .hljs-keyword').first().waitFor()
          await page.locator('.code-copy').waitFor()
        },
      },
    ],
  },
  {
    opens: aPost,
    lines: [
      {
        of: ['behaviors/posts/folder-menu'],
        action: 'open the folders and create one',
        async early(page) {
          await page.click('[data-favorite] summary')
          await page.fill('[data-favorite] [name="name"]', 'Early ones')
          await page.press('[data-favorite] [name="name"]', 'Enter')
        },
        async effect(page, who) {
          await page.locator('.folder-list :checked').waitFor()
          await expect.poll(() => page.locator('.folder-list li').count()).toBe(1)
          await expect.poll(async () => (await ask(who, 'GET', '/api/folders')).items.length).toBe(1)
        },
      },
    ],
  },
  {
    opens: aPost,
    lines: [
      {
        of: ['behaviors/posts/energize'],
        action: 'give energy, pressing twice: one confirmation, one gift',
        async early(page) {
          await page.click('[data-energize] summary')
          await page.locator('[data-energize] [data-form]').first().dblclick()
        },
        async effect(page) {
          await page.click('dialog[open] [value="yes"]')
          await expect.poll(() => page.textContent('[data-thanks]')).not.toBe('')
          await expect.poll(() => page.locator('dialog[open]').count()).toBe(0)
        },
      },
    ],
  },
  {
    async opens() {
      const [author, reader] = [await person(), await person()]
      const id = await post(author)
      const root = await ask(reader, 'POST', `/api/posts/${id}/comments`, { body: 'A root' })
      for (const body of ['one', 'two', 'three', 'four', 'five'])
        await ask(author, 'POST', `/api/comments/${root.id}/reply`, { body })
      return [reader, `/posts/${id}`]
    },
    lines: [
      {
        of: ['behaviors/load-more'],
        action: 'load more replies, by the plain link',
        early: (page) => page.locator('.pager a[rel=next]').first().click(),
        effect: (page) => page.getByText('five', { exact: true }).waitFor(),
      },
    ],
  },
  {
    async opens() {
      const [author, reader] = [await person(), await person()]
      const id = await post(author)
      const root = await ask(reader, 'POST', `/api/posts/${id}/comments`, { body: 'A root' })
      for (const body of ['one', 'two', 'three', 'four'])
        await ask(author, 'POST', `/api/comments/${root.id}/reply`, { body })
      const { id: last } = await ask(author, 'POST', `/api/comments/${root.id}/reply`, { body: 'five' })
      return [reader, `/posts/${id}#comment-${last}`]
    },
    lines: [
      {
        of: ['behaviors/posts/linked-comment'],
        action: 'follow a link to a comment that is not on the first page',
        early: () => Promise.resolve(),
        effect: (page) => page.locator('li:target', { hasText: 'five' }).waitFor(),
      },
    ],
  },
]
