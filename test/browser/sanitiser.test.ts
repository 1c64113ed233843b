import fc from 'fast-check'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { sanitiseHtml } from '#kernel/html/sanitise.ts'
import { isLong, LONG } from '#test/long.ts'
import { ATTACKS } from '../kernel/html/attacks.ts'
import { BODY } from '../kernel/html/bodies.ts'
import { pageOf } from './support/browser.ts'

test(
  'a browser runs none of the attacks and serializes each sanitised body unchanged',
  LONG,
  async () => {
    const bodies = fc.sample(BODY, isLong ? 3_000 : 300)
    expect(await read(await emptyPage(), [...ATTACKS, ...bodies])).toEqual({
      misread: [],
      alerts: 0,
    })
  },
)

test('the check detects a script that runs and a body that leaves its container', async () => {
  const { misread, alerts } = await show(await emptyPage(), [
    '<img src=x onerror=alert(1)>',
    '</div></article>out',
    '<p><div>x</div></p>',
  ])
  expect(misread.length).toBe(3)
  expect(alerts).toBe(1)
})

/** An empty page outside of the site, so that no content security policy applies. */
async function emptyPage(): Promise<Page> {
  const page = await pageOf(null)
  await page.route('**/*', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!DOCTYPE html><title>box</title>' }),
  )
  await page.goto('http://box.test/')
  await page.unroute('**/*')
  // Aborts all image requests in one place, since there are thousands of images.
  await page.context().setOffline(true)
  return page
}

/** The sanitised bodies that the browser reads differently, and the number of scripts that ran. */
function read(page: Page, bodies: readonly string[]) {
  return show(page, bodies.map(sanitiseHtml))
}

/**
 * Inserts each body into a page by script and as server HTML, and returns the bodies that come out
 * different.
 */
async function show(
  page: Page,
  bodies: readonly string[],
): Promise<{ misread: string[]; alerts: number }> {
  const misread = await page.evaluate((htmls) => {
    const escaped = (text: string) =>
      text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
    const write = (parent: Node): string =>
      [...parent.childNodes]
        .map((node) => {
          if (!(node instanceof Element))
            return node instanceof Text ? escaped(node.data) : '<not an element>'
          const { localName: name, attributes, firstChild } = node
          const start = [...attributes].map(
            ({ name: key, value }) => ` ${key}="${escaped(value).replaceAll('"', '&quot;')}"`,
          )
          if (['br', 'img', 'hr'].includes(name)) return `<${name}${start.join('')}>`
          const lineBreak =
            name === 'pre' && firstChild instanceof Text && firstChild.data.startsWith('\n')
              ? '\n'
              : ''
          return `<${name}${start.join('')}>${lineBreak}${write(node)}</${name}>`
        })
        .join('')
    Object.assign(window, {
      alerts: 0,
      alert: () => Object.assign(window, { alerts: Reflect.get(window, 'alerts') + 1 }),
    })
    return htmls.filter((html) => {
      const box = document.createElement('div')
      document.body.appendChild(box)
      box.innerHTML = html
      const server = new DOMParser().parseFromString(
        `<!DOCTYPE html><article><div>${html}</div></article><hr>`,
        'text/html',
      )
      const [article, rule, ...others] = server.body.children
      const inBox =
        article?.children.length === 1 && rule?.localName === 'hr' && others.length === 0
      return !inBox || write(box) !== html || write(article.children[0] ?? server) !== html
    })
  }, bodies)
  // Error handlers of images run later.
  await page.waitForFunction(() =>
    [...document.images].every((image) => image.complete || image.loading === 'lazy'),
  )
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
  return { misread, alerts: await page.evaluate(() => Reflect.get(window, 'alerts')) }
}
