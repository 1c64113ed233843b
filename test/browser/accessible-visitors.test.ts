import { afterAll, expect, test } from 'vitest'
import { isLong, LONG } from '#test/long.ts'
import type { Area } from './support/accessible.ts'
import { problemsInOneTheme, walkPages } from './support/accessible.ts'
import { newBrowserOf, site, theOwner } from './support/browser.ts'
import { ask, isSuggested, person, post, say } from './support/community.ts'
import { LONG_BODY, RARE_BLOCKS } from './support/writing.ts'

afterAll(removeAbout)

test('pages of visitors have no axe violations and fit the screen', LONG, async () => {
  await walkPages(await visitorArea(), { locale: 'zh-CN', reducedMotion: 'no-preference' })
})

test.runIf(isLong)('the check reports faults of a page in each theme and width', LONG, async () => {
  const page = await (await newBrowserOf(null)).newPage()
  await page.goto(`${site}/help`)
  await page.evaluate(addFaults)
  const wider = (width: number) =>
    expect.stringMatching(new RegExp(`^\\d+ px wider .+ ${width} px: `))
  expect(await problemsInOneTheme(page)).toEqual([
    ['color-contrast', expect.stringContaining('Faint in the light theme')],
    ['label', expect.stringContaining('<input')],
    [wider(1280)],
    [wider(320)],
  ])
  // The next page begins with the other look.
  expect(await problemsInOneTheme(page)).toEqual([
    ['color-contrast', expect.stringContaining('Faint in the dark theme')],
    ['label', expect.stringContaining('<input')],
    ['link-in-text-block', expect.stringContaining('A link')],
    ['scrollable-region-focusable', expect.stringContaining('Scrolls on a narrow screen')],
    [wider(320)],
    [wider(1280)],
  ])
})

function addFaults(): void {
  document.querySelector('main')?.insertAdjacentHTML(
    'beforeend',
    `<input>
    <p class="wide">Too wide</p>
    <p class="light">Faint in the light theme</p>
    <p class="dark">Faint in the dark theme</p>
    <p class="text"><a href="/">A link</a> that looks like the text after it in the dark theme</p>
    <div class="region"><p>Scrolls on a narrow screen</p></div>`,
  )
  // A style element would be refused by the CSP of the site.
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`
    .wide { width: 1900px }
    .light { color: light-dark(#777, #fff); background: light-dark(#888, #000) }
    .dark { color: light-dark(#000, #777); background: light-dark(#fff, #888) }
    .text { color: light-dark(#000, #fff); background: light-dark(#fff, #000) }
    .text a { color: light-dark(#767676, #ddd); text-decoration: none }
    .region { overflow: auto }
    .region p { width: 500px; text-align: end }`)
  document.adoptedStyleSheets.push(sheet)
}

/** The pages of visitors, with long words everywhere. */
async function visitorArea(): Promise<Area> {
  const [author, fan] = [await person(), await person()]
  const title = `A long ocelot, ${author.name}`
  const id = await post(author, { title, body: LONG_BODY + RARE_BLOCKS, tags: ['reading', '阅读'] })
  const root = await say(author, id, `${'W'.repeat(200)} https://example.com/${'a'.repeat(200)}`)
  await ask(author, 'POST', `/api/comments/${root.id}/reply`, { body: '字'.repeat(300) })
  await ask(fan, 'POST', `/api/users/${author.uid}/follow`)
  await ask(fan, 'POST', `/api/posts/${id}/like`)
  const folder = await ask(author, 'POST', '/api/folders', {
    name: '收藏'.repeat(15),
    public: true,
  })
  await ask(author, 'POST', `/api/folders/${folder.id}/posts`, { post_id: id })
  await writeAbout('<p>We write about current.</p>', null)
  await isSuggested(fan, 'ocelot', { id })
  return {
    who: null,
    templates: [
      ['/'],
      ['/posts?sort=hot'],
      [`/posts/${id}`, '.hljs-keyword'],
      [`/posts/${id}/comments`],
      [`/posts/${id}/comments/${root.id}`],
      ['/tags?sort=name'],
      ['/tags/reading'],
      ['/search?q=ocelot'],
      [`/space/${author.uid}`],
      [`/folders/${folder.id}`],
      ['/moderation'],
      ['/history'],
      ['/about'],
      ['/help'],
      ['/api/docs'],
      ['/api/docs/posts'],
      ['/nothing-here'],
      ['/login', '#passkey button'],
      ['/register'],
      ['/forgot'],
      ['/verify?done'],
      ['/restore'],
      ['/letters'],
      [`/letters/of/${author.uid}`],
    ],
    variants: [
      ['/help/mcp'],
      ['/help/reports'],
      ['/reset?token=dead'],
      ['/letters?asked'],
      ['/letters/stop?token=dead'],
      ['/tags/none'],
      ['/search?q=none-has-it'],
      ['/forgot?sent'],
      [`/space/${author.uid}?tab=followers`],
    ],
  }
}

/** Runs after the tests of the area. */
function removeAbout(): Promise<void> {
  return writeAbout('', 1)
}

async function writeAbout(body: string, version: number | null): Promise<void> {
  for (const language of ['en', 'zh-CN'])
    await ask(await theOwner(), 'PUT', '/api/admin/pages/about', { language, body, version })
}
