import { type Fields, inLowerCase, readFields, recordOf } from '#import/markdown/front-matter.ts'
import { baseName, folderOf, type SourceFiles } from '#import/source-files.ts'

/** The configuration of a site generator, as far as it decides the addresses of posts. */
export interface SiteConfig {
  /** The address of the site without a slash at the end; null if it is unknown. */
  url: string | null
  /**
   * A pattern such as `/:year/:month/:title/` for the posts of this section; null if the generator
   * has none.
   */
  patternOf(section: string): string | null
}

interface PostFile {
  name: string
  fields: Fields
  /** ISO 8601; null if unknown. */
  date: string | null
}

export async function siteConfig(files: SourceFiles): Promise<SiteConfig> {
  const [name] = files.names.filter((one) => CONFIG.test(one)).sort((a, b) => a.length - b.length)
  const text = name === undefined ? '' : await files.text(name, CONFIG_MAX).catch(() => '')
  const fields = inLowerCase(recordOf(readFields(text, name ?? '')) ?? {})
  const isJekyll = name !== undefined && /_config\.ya?ml$/.test(name)
  const permalinks = recordOf(fields.permalinks) ?? {}
  const pages = recordOf(permalinks.page) ?? permalinks
  return {
    url: addressIn(fields),
    patternOf(section) {
      if (!isJekyll) return textIn(pages[section])
      const permalink = textIn(fields.permalink) ?? 'date'
      return JEKYLL_STYLES[permalink] ?? permalink
    },
  }
}

/** The path of a post at its old site; null if it is unknown. */
export function pathOfPost(post: PostFile, config: SiteConfig): string | null {
  const { name, fields } = post
  const own = [fields.permalink, fields.url, fields.path].map(textIn).find((path) => path !== null)
  if (own != null) return own.includes('://') ? null : filled(JEKYLL_STYLES[own] ?? own, post)
  if (/(?:^|\/)_posts\//.test(name))
    return filled(config.patternOf('') ?? JEKYLL_STYLES.date ?? '', post)
  const inContent = /^(?:src\/)?content\/(.*)$/.exec(name)?.[1]
  if (inContent !== undefined) {
    const pattern = config.patternOf(inContent.slice(0, Math.max(0, inContent.indexOf('/'))))
    return pattern === null ? pathInContent(inContent, textIn(fields.slug)) : filled(pattern, post)
  }
  const other = aliasesIn(fields).find((alias) => alias.startsWith('/')) ?? textIn(fields.slug)
  return other === null ? null : filled(other, post)
}

const ALIASES_MAX = 100

/** Other paths of a post: `aliases` of Hugo and Zola, `redirect_from` of Jekyll. */
export function aliasesIn(fields: Fields): string[] {
  const aliases = [fields.aliases, fields.redirect_from].flat().slice(0, ALIASES_MAX)
  return aliases.flatMap((alias) => {
    const path = textIn(alias)
    if (path === null || /[\s{}]/.test(path) || path.split('/').includes('..')) return []
    return path.includes('://') || path.startsWith('/') ? path : `/${path}`
  })
}

/**
 * The name of a file without date and ending, such as `2019-05-01-name.md`. For `name/index.md`,
 * the name of the folder.
 */
export function slugOfFile(name: string): string {
  const file = baseName(name).replace(/\.[a-z]{2,8}$/i, '')
  const own =
    /^(?:index|readme)$/i.test(file) && name.includes('/')
      ? baseName(folderOf(name).slice(0, -1))
      : file
  return own.replace(/^\d{4}-\d{1,2}-\d{1,2}-/, '')
}

const CONFIG =
  /(?:^|^[^/]+\/|^config\/_default\/)(?:_config\.ya?ml|(?:hugo|config|zola)\.(?:toml|ya?ml|json))$/
const CONFIG_MAX = 64 * 1024

const JEKYLL_STYLES: Readonly<Record<string, string>> = {
  date: '/:categories/:year/:month/:day/:title.html',
  pretty: '/:categories/:year/:month/:day/:title/',
  ordinal: '/:categories/:year/:y_day/:title.html',
  none: '/:categories/:title.html',
}

function addressIn(fields: Fields): string | null {
  const address = URL.parse(
    textIn(fields.baseurl)?.includes('://')
      ? String(fields.baseurl)
      : (textIn(fields.url) ?? textIn(fields.base_url) ?? ''),
  )
  if (
    address === null ||
    !/^https?:$/.test(address.protocol) ||
    PLACEHOLDERS.test(address.hostname)
  )
    return null
  const folder = textIn(fields.baseurl)
  const base = folder?.startsWith('/') ? address.origin + folder : address.origin + address.pathname
  return base.replace(/\/$/, '')
}

const PLACEHOLDERS =
  /(?:^|\.)(?:example\.(?:com|org|net)|localhost|yoursite\.com|yourdomain\.com|your-domain\.com)$/i

/** Hugo and Zola use the folder, then the slug or the name of the file. */
function pathInContent(inContent: string, slug: string | null): string {
  const folder = folderOf(inContent.replace(/\/index(?:\.[\w-]+)?\.\w+$/, '.md'))
  return `/${folder}${slug ?? slugOfFile(inContent)}/`.toLowerCase().replace(/\s+/g, '-')
}

/**
 * Replaces every placeholder (`:year`) of a pattern. Null if a placeholder is unknown or the result
 * is no path.
 */
function filled(pattern: string, { name, fields, date }: PostFile): string | null {
  const [year, month, day] = date?.slice(0, 10).split('-') ?? []
  const slug = textIn(fields.slug) ?? slugOfFile(name)
  const values: Record<string, string | undefined> = {
    year,
    month,
    day,
    short_year: year?.slice(2),
    i_month: month?.replace(/^0/, ''),
    i_day: day?.replace(/^0/, ''),
    title: slug,
    slug,
    name: slug,
    filename: slug,
    slugorfilename: slug,
    contentbasename: slug,
    categories: categoriesIn(fields),
    category: categoriesIn(fields),
    output_ext: '.html',
    section: name.replace(/^(?:src\/)?content\//, '').split('/')[0],
  }
  let isKnown = true
  const path = pattern.replace(/:([a-z_]+)/gi, (_, key: string) => {
    const value = values[key.toLowerCase()]
    isKnown &&= value !== undefined
    return value ?? ''
  })
  return isKnown && !/[\s{}?#]/.test(path) ? `/${path}`.replace(/\/{2,}/g, '/') : null
}

function categoriesIn(fields: Fields): string {
  const value = fields.categories ?? fields.category ?? []
  const names: unknown[] = Array.isArray(value) ? value.flat() : String(value).split(/[\s,]+/)
  return names
    .map((one) =>
      String(one)
        .trim()
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, '-'),
    )
    .filter((one) => one !== '')
    .join('/')
}

function textIn(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}
