import { theOwner } from '../support/browser.ts'
import { ask, isSuggested, person, post, say } from '../support/community.ts'
import type { Area } from './walk.ts'

export const PARAGRAPH = `<p>${'Some words to make a paragraph of, one after the other. '.repeat(12)}</p>`

const FIGURE =
  '<figure><img src="/images/AAAAAAAAAAAAAAAAAAAAAA.png" alt="A sunrise" width="1200" height="630"><figcaption>Up</figcaption></figure>'

/** Has headings for a table of contents, code wider than a phone, a table, an image and a task list. */
export const LONG_BODY = `${PARAGRAPH}<h2>First part</h2>${PARAGRAPH}<pre><code class="language-sql">SELECT id FROM posts
WHERE status = 'approved' AND likes_count &gt; 3 -- enough, and a line that goes on for longer than a narrow screen is wide
</code></pre><h3>A detail</h3>${PARAGRAPH}<table><thead><tr><th>a long heading</th><th>another long heading</th>
<th>and a third one</th></tr></thead><tbody><tr><td>1</td><td>2</td><td>3</td></tr></tbody></table>
<h2>第二部分</h2>${PARAGRAPH}${FIGURE}<ul data-type="taskList"><li data-type="taskItem" data-checked="true"><p>done</p></li></ul>
<h2>Last part</h2>${PARAGRAPH}${PARAGRAPH}`

/** The pages of visitors, with long words everywhere. */
export async function visitorArea(): Promise<Area> {
  const [author, fan] = [await person(), await person()]
  const title = `A long ocelot, ${author.name}`
  const id = await post(author, { title, body: LONG_BODY, tags: ['reading', '阅读'] })
  const root = await say(author, id, `${'W'.repeat(200)} https://example.com/${'a'.repeat(200)}`)
  await ask(author, 'POST', `/api/comments/${root.id}/reply`, { body: '字'.repeat(300) })
  await ask(fan, 'POST', `/api/users/${author.uid}/follow`)
  await ask(fan, 'POST', `/api/posts/${id}/like`)
  const folder = await ask(author, 'POST', '/api/folders', { name: '收藏'.repeat(15), public: true })
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
      ['/about'],
      ['/help'],
      ['/nothing-here'],
      ['/login', '#passkey button'],
      ['/register'],
      ['/forgot'],
      ['/reset?token=dead'],
      ['/verify?done'],
      ['/restore'],
    ],
    variants: [['/tags/none'], ['/search?q=none-has-it'], ['/forgot?sent'], [`/space/${author.uid}?tab=followers`]],
  }
}

/** Runs after the tests of the area. */
export function removeAbout(): Promise<void> {
  return writeAbout('', 1)
}

async function writeAbout(body: string, version: number | null): Promise<void> {
  for (const language of ['en', 'zh-CN'])
    await ask(await theOwner(), 'PUT', '/api/admin/pages/about', { language, body, version })
}
