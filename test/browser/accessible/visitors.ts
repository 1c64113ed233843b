import { ask, person, say } from '../support/community.ts'
import { LONG_BODY } from '../support/long-post.ts'
import { theOwner } from '../support/people.ts'
import { isSuggested } from '../support/search.ts'
import type { Area } from './walk.ts'

/** The pages of visitors, with long words everywhere. */
export async function visitorArea(): Promise<Area> {
  const [author, fan] = [await person(), await person()]
  const title = `A long ocelot, ${author.name}`
  const { id } = await ask(author, 'POST', '/api/studio/posts', { title, body: LONG_BODY, tags: ['reading', '阅读'] })
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

/** After the tests of the area. */
export function removeAbout(): Promise<void> {
  return writeAbout('', 1)
}

async function writeAbout(body: string, version: number | null): Promise<void> {
  for (const language of ['en', 'zh-CN'])
    await ask(await theOwner(), 'PUT', '/api/admin/pages/about', { language, body, version })
}
