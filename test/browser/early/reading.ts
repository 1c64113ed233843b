import { expect } from 'vitest'
import type { Person } from '../support/browser.ts'
import { ask, person, post } from '../support/community.ts'
import type { Visit } from './visit.ts'

const BODY = '<h2>First</h2><p>Words.</p><h2>Second</h2><pre><code class="language-js">const one = 1</code></pre>'

/** A post by another user, with headings and code. */
async function aPost(): Promise<[Person, string]> {
  const { id } = await ask(await person(), 'POST', '/api/studio/posts', { title: 'Read early', body: BODY })
  return [await person(60, 5), `/posts/${id}`]
}

export const reading: Visit[] = [
  {
    kind: 'button of a member',
    opens: aPost,
    lines: [
      {
        of: ['behaviors/posts/reactions'],
        does: 'Like is pressed twice, since nothing seems to happen',
        async early(page) {
          await page.dblclick('[data-reaction=like]')
          await expect.poll(() => page.getAttribute('[data-reaction=like]', 'aria-busy')).toBe('true')
        },
        async comes(page) {
          await expect.poll(() => page.getAttribute('[data-reaction=like]', 'aria-pressed')).toBe('true')
          await expect.poll(() => page.textContent('[data-reaction=like] [data-count]')).toBe('1')
        },
      },
      {
        of: ['behaviors/posts/view'],
        does: 'a post is opened: its reader is counted once its script is there',
        early: (page) => expect.poll(() => page.locator('[data-viewed]').count()).toBe(1),
        comes: (page) =>
          page.waitForFunction(() =>
            performance.getEntriesByType('resource').some(({ name }) => /\/view\?/.test(name)),
          ),
      },
      {
        of: ['behaviors/posts/favorite'],
        does: 'the post is saved',
        early: (page) => page.click('[data-favorite] > button'),
        comes: (page) => expect.poll(() => page.getAttribute('[data-favorite] > button', 'aria-pressed')).toBe('true'),
      },
      {
        of: ['behaviors/posts/follow'],
        does: 'the author is followed',
        early: (page) => page.locator('[data-follow]:visible').first().click(),
        comes: (page) => page.locator('[data-follow][aria-pressed="true"]').first().waitFor(),
      },
      {
        of: ['behaviors/posts/share'],
        does: 'the link is copied',
        early: (page) => page.click('[data-copy-link]'),
        async comes(page) {
          const words = await page.getAttribute('[data-copy-link]', 'data-copy-link')
          await page.locator('.toast', { hasText: words ?? '' }).waitFor()
        },
      },
      {
        of: [
          'behaviors/posts/copy-code',
          'behaviors/posts/highlight',
          'code/highlight-messages',
          'behaviors/posts/contents',
        ],
        does: 'what comes with the script is not offered before it',
        early: async (page) => await expect.poll(() => page.locator('.code-copy').count()).toBe(0),
        async comes(page) {
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
        does: 'the folders are opened, and one is made',
        async early(page) {
          await page.click('[data-favorite] summary')
          await page.fill('[data-favorite] [name="name"]', 'Early ones')
          await page.press('[data-favorite] [name="name"]', 'Enter')
        },
        async comes(page, who) {
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
        does: 'energy is given, pressing twice: it asks once, and gives once',
        early: (page) => page.locator('[data-energize] [data-form]').first().dblclick(),
        async comes(page) {
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
        does: 'more replies are asked for, by the link itself',
        early: (page) => page.locator('.pager a[rel=next]').first().click(),
        comes: (page) => page.getByText('five', { exact: true }).waitFor(),
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
        does: 'a link to a comment that is not on the first page was followed',
        early: () => Promise.resolve(),
        comes: (page) => page.locator('li:target', { hasText: 'five' }).waitFor(),
      },
    ],
  },
]
