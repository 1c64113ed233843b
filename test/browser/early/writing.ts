import { expect } from 'vitest'
import { ask, person } from '../support/community.ts'
import { dropImage, IMAGE } from './images.ts'
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
        action: 'disable the tools and buttons until they can be used',
        async early(page) {
          await expect.poll(() => page.locator('[data-tool]:enabled, [data-write-action]:enabled').count()).toBe(0)
          await expect.poll(() => page.getAttribute('[data-write-body]', 'aria-busy')).toBe('true')
        },
        effect: (page) => page.locator('[data-tool]:enabled').first().waitFor(),
      },
      {
        of: ['editor/fields/cover-field'],
        action: 'choose a cover',
        early: (page) => page.setInputFiles('[data-cover] input[type=file]', IMAGE),
        effect: (page) => page.locator('[data-cover-preview]:not([hidden])').waitFor(),
      },
      {
        of: ['editor/body-editor', 'editor/images/upload-placeholder'],
        action: 'drop an image onto the text',
        early: (page) => dropImage(page, '[data-write-body]'),
        effect: (page) => page.locator('.ProseMirror img').first().waitFor(),
      },
      {
        of: ['editor/fields/tags-field'],
        action: 'type tags',
        async early(page) {
          await page.fill('#tags', 'physics, light')
          await page.press('#tags', 'Enter')
        },
        effect: (page) => expect.poll(() => page.locator('[data-chosen] li').count()).toBe(2),
      },
      {
        of: ['editor/fields/schedule-field'],
        action: 'choose a time',
        async early(page) {
          await page.click('.schedule summary')
          await page.fill('#publish_at', '2031-01-02T03:04')
        },
        effect: (page) => expect.poll(() => page.inputValue('#publish_at')).toBe('2031-01-02T03:04'),
      },
      {
        of: ['editor/fields/title-field', 'editor/write-form'],
        action: 'type a title',
        async early(page) {
          await page.fill('[name="summary"]', 'In short')
          await page.fill('[name="canonical_url"]', 'https://old.example/')
          await page.locator('[name="title"]').pressSequentially('An early tit')
        },
        async effect(page) {
          await page.keyboard.type('le')
          await expect.poll(() => page.inputValue('[name="title"]')).toBe('An early title')
          await expect.poll(() => page.inputValue('[name="summary"]')).toBe('In short')
          await expect.poll(() => page.inputValue('[name="canonical_url"]')).toBe('https://old.example/')
        },
      },
      {
        of: ['editor/actions', 'editor/start', 'editor/write-page', 'editor/saving/slot-locks'],
        action: 'save by keyboard',
        early: (page) => page.keyboard.press('Control+s'),
        async effect(page, who) {
          await page.waitForURL(/\?id=\d+/)
          const id = new URL(page.url()).searchParams.get('id')
          await expect
            .poll(async () => ((await ask(who, 'GET', `/api/studio/posts/${id}`)) as { title?: string }).title)
            .toBe('An early title')
        },
      },
      {
        of: ['editor/extensions/code-block', 'editor/extensions/image', 'editor/extensions/table'],
        action: 'show the editor controls inside the text after the editor is loaded',
        early: async (page) => await expect.poll(() => page.locator('.ProseMirror').count()).toBe(0),
        effect: (page) => page.locator('.ProseMirror').waitFor(),
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
        action: 'open a preview, which needs no script',
        early: async (page) => await expect.poll(() => page.innerText('h1')).toBe('To look at'),
        effect: async (page) => await expect.poll(() => page.innerText('h1')).toBe('To look at'),
      },
    ],
  },
]
