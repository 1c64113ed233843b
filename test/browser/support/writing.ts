import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import { LEVEL_FLOORS } from '#features/core/people/level.ts'
import { browserOf, call, type Look, type Person, site, tabIn, textsOf } from './browser.ts'
import { post } from './community.ts'
import { member } from './member.ts'

/** A user of level 1, who may write. */
export function author(): Promise<Person> {
  return member({ exp: LEVEL_FLOORS[1] })
}

/** The write page in one tab of a browser. */
export class WritePage {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  static async open(context: BrowserContext, path = '/studio/write'): Promise<WritePage> {
    const tab = new WritePage(await tabIn(context))
    await tab.go(path)
    return tab
  }

  async go(path: string): Promise<void> {
    await this.page.goto(site + path)
    await this.ready()
  }

  async reload(): Promise<void> {
    await this.page.reload()
    await this.ready()
  }

  async ready(): Promise<void> {
    await this.page.locator('.ProseMirror').waitFor()
  }

  get id(): number {
    return Number(new URL(this.page.url()).searchParams.get('id'))
  }

  /**
   * Waits until the save state beside the buttons has this value. Fires the autosave timer instead
   * of waiting 1.5 s for it; repeatedly, because the page may start it later, for example after a
   * request that is under way.
   */
  async state(name: string): Promise<void> {
    const isReached = (wanted: string) => {
      if (
        document
          .querySelector(`[data-state="${wanted}"]`)
          ?.checkVisibility({ visibilityProperty: true })
      )
        return true
      window.fireRunningTimers?.()
      return false
    }
    await expect.poll(() => this.page.evaluate(isReached, name)).toBe(true)
  }

  title(): Promise<string> {
    return this.page.inputValue('[name="title"]')
  }

  text(): Promise<string> {
    return this.page.locator('.ProseMirror').innerText()
  }

  async write(text: string): Promise<void> {
    await this.page.locator('.ProseMirror').focus()
    await this.page.keyboard.press('Control+End')
    await this.page.keyboard.insertText(text)
  }

  /** Waits until this text is in the browser's local storage. */
  async storedLocally(words: string): Promise<void> {
    await expect
      .poll(() => this.page.evaluate(() => JSON.stringify({ ...localStorage })))
      .toContain(words)
  }

  async notice(button: string): Promise<void> {
    await this.page.locator('.write-notices').getByText(button, { exact: true }).click()
  }

  /** The notices below the bar. */
  notices(): Promise<string[]> {
    return textsOf(this.page, '.write-notices .notice p')
  }

  async act(name: 'save' | 'submit' | 'preview'): Promise<void> {
    await this.page.locator(`.write-bar [data-write-action="${name}"]`).click()
  }

  /** Presses "Publish", and publishes in the sheet without the seconds to undo. */
  async publish(): Promise<void> {
    await this.act('submit')
    await this.confirmPublish()
  }

  async confirmPublish(): Promise<void> {
    for (const action of ['confirm', 'now'])
      await this.page.locator(`[data-publish-action="${action}"]`).click()
    await this.page.locator('#publish-sheet .view-post').click()
  }

  /** An image of this size, as from a screenshot in the clipboard. */
  pastePicture(width: number, height: number): Promise<void> {
    return this.page.evaluate(
      async ([width, height]) => {
        const canvas = Object.assign(document.createElement('canvas'), { width, height })
        const context = canvas.getContext('2d')
        if (!context) throw new Error('no canvas')
        context.fillStyle = '#f7941d'
        context.fillRect(0, 0, canvas.width / 2, canvas.height)
        const blob = await new Promise<Blob | null>((resolve) =>
          canvas.toBlob(resolve, 'image/png'),
        )
        const clipboardData = new DataTransfer()
        if (blob) clipboardData.items.add(new File([blob], 'shot.png', { type: 'image/png' }))
        const event = new ClipboardEvent('paste', {
          clipboardData,
          bubbles: true,
          cancelable: true,
        })
        document.querySelector('.ProseMirror')?.dispatchEvent(event)
      },
      [width, height] as const,
    )
  }

  pasteText(text: string): Promise<void> {
    return this.#paste('text/plain', text)
  }

  pasteHtml(html: string): Promise<void> {
    return this.#paste('text/html', html)
  }

  #paste(type: string, text: string): Promise<void> {
    return this.page.evaluate(
      ([type, text]) => {
        const clipboardData = new DataTransfer()
        clipboardData.setData(type, text)
        const event = new ClipboardEvent('paste', {
          clipboardData,
          bubbles: true,
          cancelable: true,
        })
        document.querySelector('.ProseMirror')?.dispatchEvent(event)
      },
      [type, text] as const,
    )
  }
}

export interface Post {
  id: number
  title: string
  body: string
  status: string
  version: number
  canonical_url: string | null
}

/** The write page of a new author, in a separate browser. */
export async function newcomer(look: Look = {}) {
  const person = await author()
  return { context: await browserOf(person, look), person }
}

/** The write page of a new author with this title, and the caret in the text. */
export async function begun(title: string) {
  const { context, person } = await newcomer()
  const tab = await WritePage.open(context)
  await tab.page.fill('[name="title"]', title)
  await tab.page.locator('.ProseMirror').focus()
  return { context, person, tab, page: tab.page }
}

/** The write page of a new author who has stored this post. */
export async function editing(fields: Record<string, unknown>) {
  const { context, person } = await newcomer()
  const id = await post(person, fields)
  return { context, person, id, tab: await WritePage.open(context, `/studio/write?id=${id}`) }
}

export const stored = async (person: Person, id: number) =>
  (await call(person, 'GET', `/api/studio/posts/${id}`)) as Post

export const PARAGRAPH = `<p>${'Some words to make a paragraph of, one after the other. '.repeat(12)}</p>`

const FIGURE =
  '<figure><img src="/images/AAAAAAAAAAAAAAAAAAAAAA.png" alt="A sunrise" width="1200" height="630"><figcaption>Up</figcaption></figure>'

/**
 * Has headings for a table of contents, code wider than a phone, a table, an image and a task list.
 */
export const LONG_BODY = `${PARAGRAPH}<h2>First part</h2>${PARAGRAPH}<pre><code class="language-sql">SELECT id FROM posts
WHERE status = 'approved' AND likes_count &gt; 3 -- enough, and a line that goes on for longer than a narrow screen is wide
</code></pre><h3>A detail</h3>${PARAGRAPH}<table><thead><tr><th>a long heading</th><th>another long heading</th>
<th>and a third one</th></tr></thead><tbody><tr><td>1</td><td>2</td><td>3</td></tr></tbody></table>
<h2>第二部分</h2>${PARAGRAPH}${FIGURE}<ul data-type="taskList"><li data-type="taskItem" data-checked="true"><p>done</p></li></ul>
<h2>Last part</h2>${PARAGRAPH}${PARAGRAPH}`

/** Blocks that only some posts have. */
export const RARE_BLOCKS = `${FIGURE.replace('<figure>', '<figure class="wide">')}${FIGURE.replace(/<img.*>(?=<figc)/, '$&$&')}
<blockquote data-type="warning"><p>Careful</p></blockquote><details><summary>More</summary><p>inside</p></details>
<p>A note<sup data-note="1">1</sup></p><ol data-type="footnotes"><li><p>of the text</p></li></ol>`
