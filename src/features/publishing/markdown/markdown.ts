import type { Compute } from '#compute/client.ts'
import type { Database } from '#db/client.ts'
import {
  brandOf,
  type Identity,
  identityTexts,
  sitePagePath,
} from '#features/core/identity/identity.ts'
import { listOf, postsPage, topicOf } from '#features/publishing/lists/list.ts'
import { languageOfPost } from '#features/publishing/posts/language.ts'
import {
  asListedPost,
  asPost,
  type FullRow,
  listedColumns,
  markdownPath,
  postPath,
  tagPath,
} from '#features/publishing/posts/post.ts'
import { replacedBy } from '#features/publishing/tags/tags.ts'
import { AppError } from '#kernel/errors.ts'
import { escapeMarkdown } from '#kernel/html/markdown.ts'
import { bilingual, type Language } from '#kernel/i18n.ts'
import type { PageRequest } from '#kernel/paging.ts'

export interface MarkdownSite {
  identity: Identity
  origin: string
  language: Language
}

/** A public post as a Markdown file. The import reads it as the same post. */
export function markdownOfPost(
  compute: Compute,
  row: FullRow,
  { origin, language }: Omit<MarkdownSite, 'identity'>,
): Promise<string> {
  const {
    id,
    title,
    author,
    published_at,
    edited_at,
    tags,
    canonical_url,
    summary,
    cover_url,
    body,
    ai,
  } = asPost(row, null, language)
  return compute.run('markdown', {
    html: body,
    fields: {
      title,
      author: author.display_name,
      url: origin + postPath(id),
      published_at,
      updated_at: edited_at ?? published_at,
      tags,
      language: languageOfPost({ title, summary }),
      canonical_url,
      ai: ai === 'none' ? undefined : ai,
      description: row.summary_is_own === 1 ? summary : undefined,
      image: cover_url === null ? undefined : new URL(cover_url, origin).href,
    },
  })
}

/** The list of a tag that was renamed is at the address of the tag that replaced it. */
export async function markdownOfList(
  db: Database,
  of: { tag?: string },
  request: PageRequest,
  { identity, origin, language }: MarkdownSite,
): Promise<{ markdown: string } | { movedTo: string }> {
  const query = { sort: 'new', ...of } as const
  const listed = listOf(listedColumns, query, request)
  const posts = postsPage(listed, query, request, (row) => asListedPost(row, language))
  const { page, tag } = await db.read({ page: posts, ...topicOf(of, language) })
  if (of.tag !== undefined && !tag) throw new AppError('not_found')
  const current = of.tag === undefined ? null : replacedBy(of.tag, tag)
  if (current !== null) return { movedTo: markdownPath(tagPath(current)) }
  const { name } = brandOf(identity, language)
  const path = markdownPath(tag ? tagPath(tag.name) : '/posts')
  const items = page.items.map(({ id, title, author, published_at }) => {
    const about = [escapeMarkdown(author.display_name), published_at?.slice(0, 10)]
      .filter(Boolean)
      .join(', ')
    return `- ${link(title || texts[language].untitled, origin + markdownPath(postPath(id)))} (${about})`
  })
  const next =
    page.next_cursor && link(texts[language].next, `${origin}${path}?cursor=${page.next_cursor}`)
  const title = `# ${escapeMarkdown(tag ? `#${tag.name} · ${name}` : identityTexts[language].feed(name))}`
  const markdown = paragraphs(
    title,
    tag?.description && escapeMarkdown(tag.description),
    items.join('\n'),
    next,
  )
  return { markdown }
}

/** https://llmstxt.org */
export function llmsText({ identity, origin, language }: MarkdownSite): string {
  const { name, description } = brandOf(identity, language)
  const text = texts[language]
  const linked = (title: string, path: string, hint?: string) =>
    `- ${link(title, origin + path)}${hint === undefined ? '' : `: ${hint}`}`
  return paragraphs(
    `# ${escapeMarkdown(name)}`,
    `> ${escapeMarkdown(description)}`,
    `## ${text.posts}`,
    [
      linked(text.newest, markdownPath('/posts'), text.everyPost),
      linked(text.tags, '/tags', text.everyTag),
      linked(text.feed, '/feed.xml'),
      linked(text.sitemap, '/sitemap.xml'),
    ].join('\n'),
    `## ${text.more}`,
    [
      ...identity.pages.map((page) =>
        linked(identityTexts[language].pages[page], sitePagePath(page)),
      ),
      linked(text.api, '/api/docs'),
      linked('OpenAPI', '/api/openapi.json'),
    ].join('\n'),
  )
}

const link = (title: string, url: string) => `[${escapeMarkdown(title)}](<${url}>)`

function paragraphs(...parts: (string | null | undefined)[]): string {
  return `${parts.filter(Boolean).join('\n\n')}\n`
}

const texts = bilingual({
  untitled: ['（无标题）', '(Untitled)'],
  next: ['下一页', 'Next page'],
  posts: ['文章', 'Posts'],
  newest: ['最新文章', 'Latest posts'],
  everyPost: [
    '每篇文章的地址加上 .md 就是它的 Markdown',
    'add .md to the address of a post for its Markdown',
  ],
  tags: ['标签', 'Tags'],
  everyTag: [
    '标签页的地址加上 .md 就是它的文章列表',
    'add .md to the address of a tag for the list of its posts',
  ],
  feed: ['Atom 订阅', 'Atom feed'],
  sitemap: ['站点地图', 'Sitemap'],
  more: ['其他', 'More'],
  api: ['API 文档', 'API reference'],
})
