import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { newBrowserOf, signIn, site } from './support/browser.ts'
import { person, post } from './support/community.ts'
import { advanceTimers } from './support/time.ts'

const READER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36'

test('a page reports its view, its referrer and that its end was reached, without a cookie', async () => {
  const author = await person()
  const body = `<p>${'Words to read. '.repeat(2000)}</p>`
  const id = await post(author, { title: 'Long', body })
  const reported: string[] = []
  const cookies: (string | undefined)[] = []
  const referers: (string | undefined)[] = []
  const watched = async (reader: BrowserContext) => {
    const page = await reader.newPage()
    page.on('request', async (request) => {
      if (request.method() !== 'POST') return
      reported.push(request.url().slice(site.length))
      const { cookie, referer } = await request.allHeaders()
      cookies.push(cookie)
      referers.push(referer)
    })
    return page
  }
  // Two visits of the same page: the second comes from the edge cache.
  let page: Page | undefined
  for (const n of [1, 2]) {
    const reader = await newBrowserOf(null, { userAgent: `${READER} ${n}` })
    await reader.addCookies([{ name: 'lang', value: 'en', url: site }])
    page = await watched(reader)
    await page.goto(`${site}/posts/${id}`, { referer: 'https://www.example.org/links' })
    await expect.poll(() => reported).toHaveLength(n === 1 ? 1 : 3)
    await page.locator('.post-foot').scrollIntoViewIfNeeded()
    await advanceTimers(page)
    await expect.poll(() => reported).toHaveLength(2 * n)
  }
  const view = `/api/posts/${id}/view?`
  expect(reported).toEqual([
    `${view}from=www.example.org`,
    `${view}end=1`,
    `${view}from=www.example.org`,
    `${view}end=1`,
  ])
  await expect.poll(() => cookies).toEqual([undefined, undefined, undefined, undefined])
  // The site counts a host only if the call comes from the page of the post.
  expect(new Set(referers)).toEqual(new Set([`${site}/posts/${id}`]))
  // The author's own visit is one of the site, not a view. The reader before reports the depth.
  const own = page as Page
  await signIn(own.context(), author)
  await own.goto(`${site}/posts/${id}`)
  await own.locator('.post-foot').scrollIntoViewIfNeeded()
  await advanceTimers(own)
  await expect.poll(() => own.locator('[data-viewed]').count()).toBe(0)
  await expect.poll(() => reported.slice(4)).toEqual([`${view}depth=9`, '/api/visits?from='])
  await expect.poll(() => cookies.slice(4)).toEqual([undefined, undefined])
})
