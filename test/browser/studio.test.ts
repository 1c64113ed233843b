// @module-tag long
import { expect, test } from 'vitest'
import { cleaned } from '#import/html/clean.ts'
import { checkState } from './support/accessible.ts'
import { open, site } from './support/browser.ts'
import { ask, person, post } from './support/community.ts'
import { holdUntilReleased } from './support/network.ts'
import { editing, stored, WritePage } from './support/writing.ts'

test('a deleted post is in the bin and can be restored from it', async () => {
  const author = await person()
  const id = await post(author)
  const page = await open(author, '/studio/posts')
  await page.locator('.studio-post form[data-api^="DELETE"] button').click()
  await expect.poll(() => page.textContent('dialog[open] p')).toMatch(/30/)
  await checkState(page)
  await page.locator('dialog[open] [value=yes]').click()
  await page.locator('.studio-post').waitFor({ state: 'detached' })
  await expect.poll(() => page.locator('.tabs .tabular').first().innerText()).toBe('0')
  await page.locator('.tabs a[href$="status=deleted"]').click()
  await page.getByText('A post to talk about').waitFor()
  await page.locator('form[data-api$="/undelete"] button').click()
  await page.locator('.studio-post').waitFor({ state: 'detached' })
  await page.locator(`.notice a[href="/studio/write?id=${id}"]`).waitFor()
  expect(await ask(author, 'GET', `/api/studio/posts/${id}`)).toMatchObject({
    title: 'A post to talk about',
    status: 'draft',
  })
})

test('an author opens an earlier version, sees the changes since, and restores it', async () => {
  const author = await person()
  const id = await post(author, { title: 'Ohm', body: '<p>Resistance is futile.</p>' })
  await ask(author, 'PUT', `/api/studio/posts/${id}`, { body: '<p>Resistance is measured.</p>' })
  await ask(author, 'PUT', `/api/studio/posts/${id}`, { title: 'Ohm, again' })
  const page = await open(author, `/studio/write?id=${id}`)
  await page.locator(`a[href="/studio/posts/${id}/revisions"]`).first().click()
  await page.locator('h1', { hasText: 'Ohm, again' }).waitFor()
  await page.locator('.timeline-link', { hasText: 'Version 1' }).click()
  await page.locator('.diff del', { hasText: 'futile' }).waitFor()
  await page.locator('.diff ins', { hasText: 'measured' }).waitFor()
  await page.getByRole('button', { name: 'Restore this version' }).click()
  const confirm = page.locator('dialog[open]')
  await expect.poll(() => confirm.locator('h2').textContent()).toBe('Restore version 1?')
  await confirm.getByRole('button', { name: 'Restore this version' }).click()
  await page.waitForURL(`${site}/studio/write?id=${id}`)
  await expect.poll(() => page.locator('.ProseMirror').innerText()).toBe('Resistance is futile.')
  const body = '<p>Resistance is futile.</p>'
  expect(await stored(author, id)).toMatchObject({ title: 'Ohm', body, version: 4 })
})

const FOREIGN = [
  '<h1>First</h1><h3>Third</h3><p>text <b>bold</b> <i>em</i> <s>s</s> <sub>1</sub><sup>2</sup> <mark>m</mark> <kbd>K</kbd> <code>c</code> <a href="https://a.example/">link</a><br>next line</p>',
  '<ul><li>one<ul><li>two</li></ul></li></ul><ol start="3"><li>three</li></ol>',
  '<ul><li><input type="checkbox" checked> done</li><li><input type="checkbox"> open</li></ul>',
  '<dl><dt>term</dt><dd>meaning</dd></dl>',
  '<blockquote>quote<cite>source</cite></blockquote>',
  '<div class="language-js highlighter-rouge"><pre class="highlight"><code>a &lt; b\n  c</code></pre></div>',
  '<figure><img src="https://a.example/1.png" alt="alt" width="30" height="20"><figcaption>cap <em>tion</em></figcaption></figure>',
  '<p>before <img src="https://a.example/2.png"> after</p>',
  '<table><caption>caption</caption><thead><tr><th>a</th><th>b</th></tr></thead><tr><td colspan="2">c</td></tr></table>',
  '<details><summary>more</summary>inside</details>',
  '<iframe src="https://www.youtube.com/embed/abc"></iframe><hr>',
  '<p>noted<sup><a href="#fn1">1</a></sup></p><section class="footnotes"><ol><li id="fn1"><p>note <a href="#r1">↩</a></p></li></ol></section>',
].join('\n')

test('the editor keeps everything in the body of an imported post', async () => {
  const { body } = cleaned(FOREIGN)
  const { person, id, tab } = await editing({ body, draft: true })
  await tab.write('the end')
  await tab.state('saved')
  const written = body.replace('</sup></p>', '</sup>the end</p>')
  await expect.poll(async () => inOneForm((await stored(person, id)).body)).toBe(inOneForm(written))
})

/**
 * The editor writes paragraphs in items and cells, one `tbody`, and the default attributes of tasks
 * and images.
 */
function inOneForm(html: string): string {
  return html
    .replace(/<(li|td|th)([^>]*)><p>((?:(?!<p>).)*?)<\/p>/g, '<$1$2>$3')
    .replace(/<\/?(?:thead|tbody)>/g, '')
    .replace(/ data-type="taskItem"| (?:colspan|rowspan)="1"/g, '')
}

test('Enter accepts the highlighted tag, or the typed text if no tag is highlighted, and late suggestions do not open the list again', async () => {
  const author = await person()
  const name = `Engineering ${crypto.randomUUID().slice(0, 8)}`
  await post(author, { title: 'On bridges', body: '<p>1</p>', tags: [name] })
  const page = await open(author, '/studio/write')
  await page.locator('.ProseMirror').waitFor()
  const highlighted = () => page.locator('#tags-offered [aria-selected="true"]').count()
  const chosen = () => page.locator('[data-chosen] li').allTextContents()
  const list = page.locator('[data-tags] [role=listbox]')
  const late = await holdUntilReleased(page, '**/api/tags?*')
  // An empty field requests suggestions without a query, on focus and when it becomes empty again.
  await page.locator('#tags').focus()
  await late.asked()
  await page.keyboard.type('taken')
  await page.keyboard.press('Enter')
  await late.respond()
  await expect.poll(() => list.isVisible()).toBe(false)

  const typed = name.slice(0, 14)
  await page.fill('#tags', typed)
  await page.locator('#tags-offered [role=option]', { hasText: name }).hover()
  await expect.poll(highlighted).toBe(1)
  await page.press('#tags', 'Enter')
  await expect.poll(chosen).toEqual(['taken×', `${name}×`])
  await page.fill('#tags', 'Other')
  await expect.poll(highlighted).toBe(0)
  await page.press('#tags', 'Enter')
  await expect.poll(chosen).toEqual(['taken×', `${name}×`, 'Other×'])
})

async function seriesOf(count: number) {
  const author = await person()
  const { id } = await ask(author, 'POST', '/api/studio/series', { title: 'A series' })
  const ids: number[] = []
  for (let n = 0; n < count; n++)
    ids.push(await post(author, { title: `Post ${n}`, series_id: id }))
  const stored = async () => {
    const series = (await ask(author, 'GET', `/api/studio/series/${id}`)) as unknown as {
      posts: { title: string }[]
    }
    return series.posts.map(({ title }) => title).join()
  }
  return { author, id, ids, stored }
}

test('an author orders the posts of a series by keyboard and by drag, removes one and adds it again', async () => {
  const { author, id, stored } = await seriesOf(3)
  const page = await open(author, `/studio/series/${id}`)
  const state = page.locator('[data-series-state]')
  await page.getByRole('button', { name: 'Move down: Post 0' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => state.textContent()).toBe('Position 2 of 3')
  await page.keyboard.press('Enter')
  await expect.poll(() => state.textContent()).toBe('Position 3 of 3')
  await expect.poll(stored).toBe('Post 1,Post 2,Post 0')
  const handle = page
    .locator('[data-series-item]', { hasText: 'Post 0' })
    .locator('[data-series-handle]')
  const first = await page.locator('[data-series-item]').first().boundingBox()
  await handle.hover()
  await page.mouse.down()
  await page.mouse.move((first?.x ?? 0) + 20, (first?.y ?? 0) + 2, { steps: 5 })
  await page.mouse.up()
  await expect.poll(stored).toBe('Post 0,Post 1,Post 2')
  await page.getByRole('button', { name: 'Remove from series: Post 1' }).click()
  await expect.poll(stored).toBe('Post 0,Post 2')
  await page.reload()
  await page.getByLabel('Add a post').selectOption('Post 1')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect.poll(stored).toBe('Post 0,Post 2,Post 1')
})

test('an order that was changed elsewhere is not overwritten: the page shows the stored one', async () => {
  const { author, id, ids, stored } = await seriesOf(3)
  const page = await open(author, `/studio/series/${id}`)
  await ask(author, 'PUT', `/api/studio/series/${id}/posts`, { ids: ids.toReversed() })
  await page.getByRole('button', { name: 'Move down: Post 0' }).click()
  await page.getByText('changed elsewhere').waitFor()
  await expect
    .poll(() => page.locator('[data-series-item] a').allTextContents())
    .toEqual(['Post 2', 'Post 1', 'Post 0'])
  expect(await stored()).toBe('Post 2,Post 1,Post 0')
})

test('the editor puts a draft into a series', async () => {
  const { author, id, stored } = await seriesOf(1)
  const draft = await post(author, { draft: true, title: 'Draft' })
  const page = await open(author, `/studio/write?id=${draft}`)
  await new WritePage(page).ready()
  await page.getByLabel('Series', { exact: true }).selectOption('A series')
  await expect.poll(stored).toBe('Post 0,Draft')
  await page.goto(`${site}/studio/series/${id}`)
  await expect.poll(() => page.locator('[data-series-item]').count()).toBe(2)
})

test('the follow button of a series and of a tag shows the state at once and after a reload', async () => {
  const { id, ids } = await seriesOf(1)
  const [reader, other] = [await person(), await person()]
  await post(other, { tags: ['okapis'] })
  const page = await open(reader, `/posts/${ids[0]}`)
  await page
    .getByRole('navigation', { name: 'Series', exact: true })
    .getByRole('link', { name: 'A series' })
    .click()
  for (const path of [`/series/${id}`, '/tags/okapis']) {
    await page.goto(site + path)
    const button = page.locator('main [data-follow-topic]')
    await button.click()
    await expect.poll(() => button.getAttribute('aria-pressed')).toBe('true')
    await expect
      .poll(async () => JSON.stringify(await ask(reader, 'GET', '/api/settings/follows')))
      .toContain(path.startsWith('/tags') ? 'okapis' : 'A series')
    await page.reload()
    await expect.poll(() => button.getAttribute('aria-pressed')).toBe('true')
  }
  await page.goto(`${site}/space/${reader.uid}?tab=following`)
  await expect.poll(() => page.locator('.topics li').count()).toBe(2)
})
