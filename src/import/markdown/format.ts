import { firstDate, importDate } from '#import/fields.ts'
import type { ImportFormat } from '#import/format.ts'
import { HtmlItems } from '#import/html/item.ts'
import { ImportError, LIMITS } from '#import/import-error.ts'
import type { ImportItem, RefusedItem } from '#import/item.ts'
import { firstText, itemOf } from '#import/markdown/article.ts'
import { documentOf, type Fields } from '#import/markdown/front-matter.ts'
import {
  aliasesIn,
  pathOfPost,
  type SiteConfig,
  siteConfig,
  slugOfFile,
} from '#import/markdown/site-config.ts'
import { baseName, postText, type SourceFiles } from '#import/source-files.ts'

/**
 * Posts in Markdown files, with front matter as Hugo, Jekyll, Hexo, Eleventy, Astro and Zola write
 * it.
 */
export const markdown: ImportFormat = {
  name: 'markdown',
  matches: async ({ names }) => names.some(isMarkdown),
  async *read(files) {
    const names = files.names.filter(isMarkdown)
    if (names.length > LIMITS.items) throw new ImportError('too_many_items')
    const isPost = postFilter(names)
    const site = {
      files,
      config: await siteConfig(files),
      items: new HtmlItems('markdown', { files }),
    }
    for (const name of names) yield await postIn(site, name, isPost(name))
  },
}

const isMarkdown = (name: string) => /\.(?:md|markdown|mdown|mkd|mdx)$/i.test(name)

/** Sites keep their posts in one of these folders, besides pages, documentation and themes. */
const POST_FOLDERS = [/(?:^|\/)_(?:posts|drafts)\//, /^(?:src\/)?content\//]
/** These files are never posts: folders of Hugo, and the lists of its sections. */
const NO_POSTS =
  /(?:^|\/)(?:archetypes|scaffolds|themes|layouts|_includes|_layouts)\/|(?:^|\/)_index(?:\.[\w-]+)?\.\w+$/
const ABOUT_REPOSITORY =
  /^(?:readme|changelog|license|licence|contributing|code_of_conduct|security|authors|support|pull_request_template)\b/i

type IsPost = (fields: Fields | null) => boolean

function postFilter(names: readonly string[]): (name: string) => IsPost {
  const folder = POST_FOLDERS.find((pattern) =>
    names.some((name) => pattern.test(name) && !NO_POSTS.test(name)),
  )
  return (name) => (fields) => {
    if (NO_POSTS.test(name) || (folder && !folder.test(name))) return false
    return names.length === 1 || fields !== null || !ABOUT_REPOSITORY.test(baseName(name))
  }
}

interface Site {
  files: SourceFiles
  config: SiteConfig
  items: HtmlItems
}

async function postIn(
  { files, config, items }: Site,
  name: string,
  isPost: IsPost,
): Promise<ImportItem | RefusedItem> {
  const fallbackTitle = slugOfFile(name).replace(/[-_]+/g, ' ')
  const { text, refused } = await postText(files, name)
  if (refused !== null) return items.refuse({ id: name, title: fallbackTitle }, refused)
  const { fields, body } = documentOf(text)
  if (!isPost(fields)) return items.refuse({ id: name, title: fallbackTitle }, 'not_a_post')
  const known = fields ?? {}
  const date = firstDate(PUBLISHED.map((name) => known[name])) ?? dateInName(known, name)
  const draft = isDraft(known, name)
  const path = pathOfPost({ name, fields: known, date }, config)
  return itemOf(
    {
      id: name,
      fields: known,
      body: name.endsWith('.mdx') ? withoutModules(body) : body,
      fallbackTitle,
      file: name,
      isDraft: draft,
      publishedAt: date,
      url: draft ? null : urlOf(known, config, path),
      path,
      morePaths: aliasesIn(known),
    },
    items,
  )
}

const PUBLISHED =
  'date publishdate pubdate published published_at publishedat publisheddate publish_date pub_date published_date datepublished date_published created created_at createdat createddate createtime'.split(
    ' ',
  )
/** `_posts/2019-05-01-name.md`, or a path such as `2019/05/01/name`. */
function dateInName(fields: Fields, name: string): string | null {
  const [, date] = /(?:^|\/)(\d{4}-\d{1,2}-\d{1,2})[-/.]/.exec(name) ?? []
  const [, ...parts] =
    /(?:^|\/)(\d{4})\/(\d{2})\/(\d{2})\//.exec(firstText(fields, ['path', 'permalink', 'url'])) ??
    []
  return importDate(date ?? parts.join('-'))
}

function isDraft(fields: Fields, name: string): boolean {
  const is = (value: unknown, wanted: boolean) => value === wanted || value === String(wanted)
  return (
    is(fields.draft, true) ||
    is(fields.published, false) ||
    is(fields.publish, false) ||
    fields.status === 'draft' ||
    /(?:^|\/)_?drafts\//.test(name)
  )
}

function urlOf(fields: Fields, { url }: SiteConfig, path: string | null): string | null {
  const text = firstText(fields, [
    'canonical_url',
    'canonicalurl',
    'canonical',
    'original_url',
    'originalurl',
  ])
  const address = URL.parse(text) ?? URL.parse(firstText(fields, ['url', 'permalink']))
  if (address !== null && /^https?:$/.test(address.protocol)) return address.href
  return url === null || path === null ? null : (URL.parse(url + path)?.href ?? null)
}

/** Removes the lines of MDX that import or export modules. */
function withoutModules(body: string): string {
  const isModule = (line: string) =>
    /^import\b.*['"];?$/.test(line) || /^export (?:const|let|default)\b/.test(line)
  return body
    .split('\n')
    .filter((line) => !isModule(line))
    .join('\n')
}
