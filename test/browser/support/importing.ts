import { Buffer } from 'node:buffer'
import type { BrowserContext, Page } from 'playwright-core'
import { EMPTY_ZIP, ZipWriter } from '#kernel/formats/zip.ts'
import { call, type Person, site, tabIn } from './browser.ts'
import type { Post } from './writing.ts'

/** A ZIP file as `setInputFiles` expects it. */
export function zipOf(files: Record<string, string | Buffer>, name = 'blog.zip') {
  const zip = new ZipWriter(EMPTY_ZIP, new Date())
  for (const [path, content] of Object.entries(files)) {
    if (typeof content === 'string') {
      zip.open(path)
      zip.add(Buffer.from(content))
      zip.close()
    } else zip.store(path, new Uint8Array(content))
  }
  zip.end(new Uint8Array(Buffer.concat(zip.directory)))
  return { name, mimeType: 'application/zip', buffer: Buffer.concat(zip.pieces) }
}

export function markdown(facts: Record<string, string>, body: string): string {
  const front = Object.entries(facts).map(([name, value]) => `${name}: ${value}\n`)
  return `---\n${front.join('')}---\n\n${body}\n`
}

/** `count` posts without images, titled by the name and a number. */
export function plainPosts(count: number, name = 'Post'): Record<string, string> {
  const posts = Array.from({ length: count }, (_, n) => [
    `posts/${name}-${n + 1}.md`,
    markdown({ title: `${name} ${n + 1}` }, `Text ${n + 1}.`),
  ])
  return Object.fromEntries(posts)
}

type Part =
  | 'problem'
  | 'plan'
  | 'start'
  | 'pause'
  | 'resume'
  | 'state'
  | 'finished'
  | 'report'
  | 'retry'
  | 'issues'
  | 'dates'
  | 'publish'
  | 'to-do'

/** The import page in one tab of a browser. */
export class ImportPage {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  static async open(context: BrowserContext): Promise<ImportPage> {
    const tab = new ImportPage(await tabIn(context))
    await tab.page.goto(`${site}/studio/import`)
    return tab
  }

  part(name: Part) {
    return this.page.locator(`[data-import-part="${name}"]`)
  }

  /** Chooses a file and waits until the page has read it. */
  async choose(file: ReturnType<typeof zipOf>): Promise<void> {
    await this.page.locator('input[type=file]').first().setInputFiles(file)
    await this.page
      .locator('[data-import-part="plan"], [data-import-part="problem"]')
      .locator('visible=true')
      .waitFor()
  }

  async finish(): Promise<void> {
    await this.part('finished').waitFor()
  }

  /** The visible rows: title and status. */
  rows(): Promise<string[][]> {
    return this.page.evaluate(() =>
      Array.from(document.querySelectorAll('.import-table tbody tr'), (row) => [
        row.querySelector('.import-title > :first-child')?.textContent ?? '',
        row.querySelector('.import-status')?.textContent ?? '',
      ]),
    )
  }

  /** The results by name, such as `Imported`. */
  counts(): Promise<Record<string, string>> {
    return this.page.evaluate(() => {
      const all = [...document.querySelectorAll('.import-counts > div')]
      return Object.fromEntries(
        all.map((one) => [
          one.querySelector('dt')?.textContent,
          one.querySelector('dd')?.textContent,
        ]),
      )
    })
  }
}

/** All drafts of a user with their bodies, by title. */
export async function draftsOf(person: Person): Promise<Post[]> {
  const { items } = (await call(person, 'GET', '/api/studio/posts?status=draft&limit=50')) as {
    items: Post[]
  }
  const drafts = await Promise.all(
    items.map(async ({ id }) => (await call(person, 'GET', `/api/studio/posts/${id}`)) as Post),
  )
  return drafts.sort((a, b) => a.title.localeCompare(b.title))
}
