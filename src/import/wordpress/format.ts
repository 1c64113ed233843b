import { firstDate } from '#import/fields.ts'
import type { ImportFormat } from '#import/format.ts'
import { HtmlItems, type HtmlPost, webAddress } from '#import/html/item.ts'
import { ImportError, LIMITS } from '#import/import-error.ts'
import type { ImportAuthor, ImportComment, ImportItem, RefusedItem } from '#import/item.ts'
import { filesThatBegin, type SourceFiles } from '#import/source-files.ts'
import { type Attachments, wordpressHtml } from '#import/wordpress/content.ts'
import { type WxrElement, wxrElements } from '#import/wordpress/wxr.ts'
import { textOf } from '#kernel/html/plain.ts'

/**
 * The export files of WordPress (WXR): one file, or the files of an archive. Each file is read
 * twice, because posts refer to later items.
 */
export const wordpress: ImportFormat = {
  name: 'wordpress',
  matches: async (files) => (await exportsIn(files)).length > 0,
  async *read(files) {
    const names = await exportsIn(files)
    const site: Site = {
      authors: new Map(),
      attachments: { byId: new Map(), ofPost: new Map() },
      urls: new Map(),
      posts: 0,
    }
    for (const name of names) await readSite(files, name, site)
    const items = new HtmlItems('wordpress', { files })
    for (const name of names) {
      for await (const element of wxrElements(files, name, isOfPost)) {
        const item = itemOf(element, site, site.urls.get(name) ?? '', items)
        if (item !== null) yield item
      }
    }
  },
}

const exportsIn = async (files: SourceFiles): Promise<string[]> =>
  (await filesThatBegin(files, /\.(?:xml|wxr)$/i, (text) => EXPORT.test(text))).sort()

const EXPORT = /wordpress\.org\/export\/|<wp:wxr_version>/

interface Site {
  authors: Map<string, ImportAuthor>
  attachments: Attachments
  /** The address of the site, by export file. */
  urls: Map<string, string>
  /** The number of posts. */
  posts: number
}

const SITE_FIELDS = new Set([
  'wp:base_blog_url',
  'wp:author',
  'wp:author wp:author_login',
  'wp:author wp:author_email',
  'wp:author wp:author_display_name',
  'item',
  'item wp:post_id',
  'item wp:post_type',
  'item wp:post_parent',
  'item wp:attachment_url',
  'item guid',
])

async function readSite(files: SourceFiles, name: string, site: Site): Promise<void> {
  for await (const element of wxrElements(files, name, (path) => SITE_FIELDS.has(path))) {
    const type = fieldOf(element, 'wp:post_type')
    if (element.name === 'wp:author') addAuthor(element, site)
    else if (element.name === 'wp:base_blog_url') site.urls.set(name, element.text.trim())
    else if (type === 'attachment') addAttachment(element, site)
    else if (!INTERNAL_TYPES.has(type)) site.posts += 1
    if (site.posts > LIMITS.items || site.attachments.byId.size > LIMITS.files)
      throw new ImportError('too_many_items', name)
  }
}

function addAuthor(element: WxrElement, { authors }: Site): void {
  const key = fieldOf(element, 'wp:author_login')
  const name = textOf(fieldOf(element, 'wp:author_display_name')) || key
  if (key !== '')
    authors.set(key, { key, name, email: fieldOf(element, 'wp:author_email') || null })
}

function addAttachment(element: WxrElement, { attachments: { byId, ofPost } }: Site): void {
  const url = fieldOf(element, 'wp:attachment_url') || fieldOf(element, 'guid')
  const parent = fieldOf(element, 'wp:post_parent')
  byId.set(fieldOf(element, 'wp:post_id'), url)
  const siblings = ofPost.get(parent)
  if (siblings) siblings.push(url)
  else ofPost.set(parent, [url])
}

function isOfPost(path: string): boolean {
  return path === 'item' || (path.startsWith('item ') && !UNUSED.has(path))
}

const UNUSED = new Set(['item description', 'item wp:comment wp:commentmeta'])

/** Null for an item that is no post, such as a file, a menu or a style. */
function itemOf(
  element: WxrElement,
  site: Site,
  siteUrl: string,
  items: HtmlItems,
): ImportItem | RefusedItem | null {
  if (element.name !== 'item') return null
  const field = (name: string) => fieldOf(element, name)
  const type = field('wp:post_type') || 'post'
  if (INTERNAL_TYPES.has(type)) return null
  const link = webAddress(field('link'))
  const id = withSite(field('guid') || link || field('wp:post_id') || field('title'), siteUrl)
  const status = field('wp:status')
  const refuse = (reason: RefusedItem['refused']) =>
    items.refuse({ id, secondId: field('wp:post_id'), title: field('title') }, reason)
  if (
    (type !== 'post' && type !== 'page') ||
    status === 'trash' ||
    status === 'auto-draft' ||
    status === 'inherit'
  )
    return refuse('not_a_post')
  if (field('wp:post_password') !== '') return refuse('protected')
  if (element.isCut) return refuse('too_long')
  // An import must not make a page a public post.
  const isPublished = status === 'publish' && type === 'post'
  const metas = metaOf(element)
  const content = wordpressHtml(field('content:encoded'), {
    attachments: site.attachments,
    postId: field('wp:post_id'),
    footnotes: metas.get('footnotes') ?? '',
  })
  const { comments, lost } = commentsOf(element, id)
  const post: HtmlPost = {
    id,
    secondId: field('wp:post_id'),
    title: field('title'),
    html: content.html,
    losses: [
      ...content.losses,
      ...(lost === 0 ? [] : [{ kind: 'comments' as const, count: lost }]),
    ],
    summary: field('excerpt:encoded'),
    tags: tagsOf(element),
    cover: site.attachments.byId.get(metas.get('_thumbnail_id') ?? '') ?? '',
    isPublished,
    publishedAt: isPublished
      ? dateOf(element, 'wp:post_date_gmt', 'pubDate', 'wp:post_date')
      : null,
    updatedAt: dateOf(element, 'wp:post_modified_gmt', 'wp:post_modified'),
    url: link ?? '',
    path: pathOf(link),
    author: authorOf(field('dc:creator'), site),
    comments,
  }
  return items.item(post, { lineBreaks: content.isClassic })
}

/** Two sites can have the same guids, for example if one is a copy on `localhost`. */
function withSite(id: string, siteUrl: string): string {
  return id === '' || siteUrl === '' || id.startsWith(siteUrl) ? id : `${siteUrl} ${id}`
}

/** Items of WordPress itself, which readers of the site never see as articles. */
const INTERNAL_TYPES = new Set(
  (
    'attachment nav_menu_item revision custom_css customize_changeset oembed_cache user_request wp_block wp_template ' +
    'wp_template_part wp_global_styles wp_navigation wp_font_family wp_font_face feedback jp_mem_plan amp_validated_url'
  ).split(' '),
)

function metaOf(element: WxrElement): Map<string, string> {
  return new Map(
    element.children
      .filter(({ name }) => name === 'wp:postmeta')
      .map((meta) => [fieldOf(meta, 'wp:meta_key'), fieldOf(meta, 'wp:meta_value')]),
  )
}

/** The categories come first, because they describe a post better than its tags. */
function tagsOf({ children }: WxrElement): string[] {
  const terms = children.filter(
    ({ name, attributes }) => name === 'category' && attributes.nicename !== 'uncategorized',
  )
  const of = (...domains: (string | undefined)[]) =>
    terms
      .filter(({ attributes }) => domains.includes(attributes.domain))
      .map(({ text }) => textOf(text))
  return [...of('category', undefined), ...of('post_tag', 'tag')].filter(
    (name) => name !== 'Uncategorized',
  )
}

function commentsOf(
  { children }: WxrElement,
  post: string,
): { comments: ImportComment[]; lost: number } {
  const all = children.filter(({ name }) => name === 'wp:comment')
  const shown = all.filter((comment) => {
    const type = fieldOf(comment, 'wp:comment_type')
    return fieldOf(comment, 'wp:comment_approved') === '1' && (type === '' || type === 'comment')
  })
  const keyOf = (id: string) => `${post}#comment-${id}`
  const comments = shown.flatMap((comment): ImportComment[] => {
    const id = fieldOf(comment, 'wp:comment_id')
    const body = textOf(fieldOf(comment, 'wp:comment_content').replaceAll('\n', '<br>'))
    const createdAt = dateOf(comment, 'wp:comment_date_gmt', 'wp:comment_date')
    if (body === '' || createdAt === null) return []
    const parent = fieldOf(comment, 'wp:comment_parent')
    const email = fieldOf(comment, 'wp:comment_author_email') || null
    // Not null, because a comment whose author is null is created for the owner of the site.
    const name = textOf(fieldOf(comment, 'wp:comment_author')) || (email ?? 'anonymous')
    const author = { key: email ?? name, name, email }
    return [
      {
        key: keyOf(id),
        author,
        body,
        createdAt,
        replyTo: parent === '' || parent === '0' || parent === id ? null : keyOf(parent),
      },
    ]
  })
  comments.sort((a, b) => {
    if (a.createdAt === b.createdAt) return 0
    return a.createdAt < b.createdAt ? -1 : 1
  })
  return { comments: withoutCircles(comments), lost: shown.length - comments.length }
}

/** A comment that answers a later one, such as in a circle, becomes a comment that answers none. */
function withoutCircles(comments: readonly ImportComment[]): ImportComment[] {
  const before = new Set<string>()
  return comments.map((comment) => {
    const replyTo = comment.replyTo !== null && before.has(comment.replyTo) ? comment.replyTo : null
    before.add(comment.key)
    return { ...comment, replyTo }
  })
}

function authorOf(login: string, { authors }: Site): ImportAuthor | null {
  return login === '' ? null : (authors.get(login) ?? { key: login, name: login, email: null })
}

/** The first of these fields that has a date. WordPress writes zeros for a missing date. */
const dateOf = (element: WxrElement, ...names: string[]) =>
  firstDate(names.map((name) => fieldOf(element, name)))

/** Null if the path does not identify a post, because the site uses addresses with a query. */
function pathOf(link: string | null): string | null {
  const address = link === null ? null : URL.parse(link)
  return address === null || address.pathname === '/' || address.search !== ''
    ? null
    : address.pathname
}

function fieldOf({ children }: WxrElement, name: string): string {
  return children.find((child) => child.name === name)?.text.trim() ?? ''
}
