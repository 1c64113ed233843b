import { expect } from 'vitest'
import { ask, person } from '../support/community.ts'
import { dropPicture, PICTURE } from './pictures.ts'
import type { Visit } from './visit.ts'

export const writing: Visit[] = [
  {
    kind: 'editor',
    opens: async () => [await person(), '/studio/write'],
    lines: [
      {
        of: [
          'editor/toolbar',
          'editor/link-dialog',
          'editor/images/image-command',
          'editor/notices',
          'editor/saving/pending-publish',
        ],
        does: 'the tools and the buttons are not ready before they can be used',
        async early(page) {
          await expect.poll(() => page.locator('[data-tool]:enabled, [data-write-action]:enabled').count()).toBe(0)
          await expect.poll(() => page.getAttribute('[data-write-body]', 'aria-busy')).toBe('true')
        },
        comes: (page) => page.locator('[data-tool]:enabled').first().waitFor(),
      },
      {
        of: ['editor/fields/cover-field'],
        does: 'a cover is chosen',
        early: (page) => page.setInputFiles('[data-cover] input[type=file]', PICTURE),
        comes: (page) => page.locator('[data-cover-preview]:not([hidden])').waitFor(),
      },
      {
        of: ['editor/body-editor', 'editor/images/upload-placeholder'],
        does: 'a picture is dropped onto the text',
        early: (page) => dropPicture(page, '[data-write-body]'),
        comes: (page) => page.locator('.ProseMirror img').first().waitFor(),
      },
      {
        of: ['editor/fields/tags-field'],
        does: 'tags are typed',
        async early(page) {
          await page.fill('#tags', 'physics, light')
          await page.press('#tags', 'Enter')
        },
        comes: (page) => expect.poll(() => page.locator('[data-chosen] li').count()).toBe(2),
      },
      {
        of: ['editor/fields/schedule-field'],
        does: 'a time is chosen',
        async early(page) {
          await page.click('.schedule summary')
          await page.fill('#publish_at', '2031-01-02T03:04')
        },
        comes: (page) => expect.poll(() => page.inputValue('#publish_at')).toBe('2031-01-02T03:04'),
      },
      {
        of: ['editor/fields/title-field', 'editor/write-form'],
        does: 'a title is typed',
        async early(page) {
          await page.fill('[name="summary"]', 'In short')
          await page.locator('[name="title"]').pressSequentially('An early tit')
        },
        async comes(page) {
          await page.keyboard.type('le')
          await expect.poll(() => page.inputValue('[name="title"]')).toBe('An early title')
          await expect.poll(() => page.inputValue('[name="summary"]')).toBe('In short')
        },
      },
      {
        of: ['editor/actions', 'editor/start', 'editor/write-page', 'editor/saving/slot-locks'],
        does: 'it is saved by keyboard',
        early: (page) => page.keyboard.press('Control+s'),
        async comes(page, who) {
          await page.waitForURL(/\?id=\d+/)
          const id = new URL(page.url()).searchParams.get('id')
          await expect
            .poll(async () => ((await ask(who, 'GET', `/api/studio/posts/${id}`)) as { title?: string }).title)
            .toBe('An early title')
        },
      },
      {
        of: ['editor/extensions/code-block', 'editor/extensions/image', 'editor/extensions/table'],
        does: 'what stands within the text comes with the editor',
        early: async (page) => await expect.poll(() => page.locator('.ProseMirror').count()).toBe(0),
        comes: (page) => page.locator('.ProseMirror').waitFor(),
      },
    ],
  },
  {
    async opens() {
      const author = await person()
      const { id } = await ask(author, 'POST', '/api/studio/posts', { title: 'To look at', body: '<p>Words</p>' })
      return [author, `/studio/preview/${id}`]
    },
    lines: [
      {
        of: ['editor/preview'],
        does: 'a preview is whole by itself',
        early: async (page) => await expect.poll(() => page.innerText('h1')).toBe('To look at'),
        comes: async (page) => await expect.poll(() => page.innerText('h1')).toBe('To look at'),
      },
    ],
  },
]
