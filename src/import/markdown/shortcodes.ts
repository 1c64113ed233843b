import { type Loss, Losses } from '#import/item.ts'

/**
 * Replaces Liquid tags (Jekyll, Hexo, dev.to), Hugo shortcodes and Obsidian links by Markdown, or
 * removes and counts them. Code stays as written.
 */
export function withoutShortcodes(source: string): { text: string; losses: Loss[] } {
  const losses = new Losses()
  const withoutEnd = new Set<string>()
  let text = ''
  let at = 0
  MARK.lastIndex = 0
  for (let mark = MARK.exec(source); mark !== null; mark = MARK.exec(source)) {
    const { index, 0: found } = mark
    text += source.slice(at, index)
    at = index
    const code = endOfCode(source, index, found)
    const tag = code === null ? tagOf(source, index) : null
    if (code !== null) {
      text += withoutRaw(source.slice(index, code))
      at = code
    } else if (tag !== null) {
      const content =
        VERBATIM[tag.name] && !withoutEnd.has(tag.name) ? contentOf(source, tag) : null
      if (content === null && VERBATIM[tag.name]) withoutEnd.add(tag.name)
      text +=
        content === null
          ? placed(source, tag, losses)
          : (VERBATIM[tag.name]?.(content.text, tag) ?? '')
      at = content?.end ?? tag.end
    } else {
      text += found
      at = index + found.length
    }
    MARK.lastIndex = at
  }
  return { text: text + source.slice(at), losses: losses.list() }
}

const MARK = /`+|~{3,}|\{\{|\{%|!?\[\[|\{(?:: |[:.#])/g
const END = /\{%-?\s*end(\w{1,40})\s*-?%\}|\{\{[<%]\s*\/\s*([\w-]{1,40})\s*[>%]\}\}/g

/** The text up to the end tag; null if there is no end tag. */
function contentOf(source: string, { name, end }: Tag): { text: string; end: number } | null {
  END.lastIndex = end
  for (let closing = END.exec(source); closing !== null; closing = END.exec(source)) {
    if ((closing[1] ?? closing[2]) !== name) continue
    return { text: source.slice(end, closing.index), end: closing.index + closing[0].length }
  }
  return null
}

/** A tag that is alone in its line becomes a paragraph. */
function placed(source: string, tag: Tag, losses: Losses): string {
  const { text, loss } = written(tag)
  if (loss) losses.add(loss.kind, loss.detail)
  const isAlone =
    /(?:^|\n)[ \t]*$/.test(source.slice(Math.max(0, tag.start - 20), tag.start)) &&
    /^[ \t]*(?:\n|$)/.test(source.slice(tag.end, tag.end + 20))
  return text !== '' && (isAlone || PAIRED.has(tag.name)) ? `\n\n${text}\n\n` : text
}

/** Removes tags around code that only prevent Liquid from reading the code. */
function withoutRaw(code: string): string {
  return code.replace(/\{%-?\s{0,9}(?:end)?raw\s{0,9}-?%\}/g, '')
}

/**
 * The end of the code that begins here, which is a fenced block or a span in a line. Null if the
 * mark begins no code.
 */
function endOfCode(source: string, from: number, fence: string): number | null {
  if (!/^[`~]/.test(fence)) return null
  const isBlock =
    fence.length >= 3 && /(?:^|\n)[ \t]*$/.test(source.slice(Math.max(0, from - 100), from))
  return isBlock ? endOfBlock(source, from, fence) : endOfSpan(source, from + fence.length, fence)
}

/** A block without an end lasts until the end of the text. */
function endOfBlock(source: string, from: number, fence: string): number {
  let line = source.indexOf('\n', from) + 1
  // Backticks after the fence make it a span: ```` ```a``` ````.
  if (
    fence.startsWith('`') &&
    source
      .slice(from, line || source.length)
      .trim()
      .slice(fence.length)
      .includes('`')
  ) {
    return endOfSpan(source, from + fence.length, fence) ?? line
  }
  while (line > 0) {
    const next = source.indexOf('\n', line)
    const end = next === -1 ? source.length : next
    const text = source.slice(line, Math.min(end, line + 200)).trim()
    if (text.startsWith(fence) && text === (fence[0] ?? '').repeat(text.length)) return end
    if (next === -1) break
    line = next + 1
  }
  return source.length
}

/**
 * A span ends within this number of characters. A longer search would make many different marks
 * slow.
 */
const SPAN_MAX = 2_000

function endOfSpan(source: string, from: number, mark: string): number | null {
  if (mark.startsWith('~')) return null
  const near = source.slice(from, from + SPAN_MAX)
  for (const { 0: run, index } of near.matchAll(/`+/g))
    if (run === mark) return from + index + run.length
  return null
}

interface Written {
  text: string
  loss?: { kind: Loss['kind']; detail: string }
}

type Verbatim = (content: string, tag: Tag) => string

/** Tags whose content is used as a whole: code, or a quote that is followed by its source. */
const VERBATIM: Readonly<Record<string, Verbatim>> = {
  raw: (content) => content,
  verbatim: (content) => content,
  comment: () => '',
  blockquote: (content, { rest }) =>
    `\n\n<blockquote>\n\n${content}\n\n${rest === '' ? '' : `— ${rest}\n\n`}</blockquote>\n\n`,
  highlight: (content, { args }) => fenced(content, args[0] ?? ''),
  codeblock: (content, { rest }) =>
    fenced(content, /\blang(?:uage)?:([\w+#-]+)/.exec(rest)?.[1] ?? ''),
  code: (content, { args }) => fenced(content, args[0] ?? ''),
  cta: (content, { args }) => `\n\n[${content.trim()}](<${args[0] ?? ''}>)\n\n`,
  runkit: (content) => fenced(content, 'javascript'),
  mermaid: (content) => fenced(content, 'mermaid'),
  katex: (content, { args }) =>
    args[0] === 'inline' ? `\`${content.trim().replaceAll('`', '')}\`` : fenced(content, 'latex'),
}

/** Tags around Markdown. */
const PAIRED: ReadonlySet<string> = new Set(
  'blockquote quote pullquote details collapsible spoiler collapse'.split(' '),
)

function written(tag: Tag): Written {
  switch (tag.kind) {
    case 'attributes':
      return { text: '' }
    case 'file':
      return { text: image(tag.rest.split('|')[0] ?? '', '') }
    case 'page':
      return { text: tag.rest.split('|').at(-1) ?? '' }
    case 'value':
      return variableOf(tag)
    default:
      return PAIRED.has(tag.name) ? pairedOf(tag) : (imageOf(tag) ?? linkOf(tag) ?? lost(tag))
  }
}

/**
 * `{{ site.baseurl }}` and `{{ '/img/a.png' | relative_url }}`. Other variables stay, because they
 * may belong to a text about templates.
 */
function variableOf({ rest, raw }: Tag): Written {
  const [, , literal] =
    /^(["'])([^"']{0,500})\1\s*(?:\|\s*(?:relative_url|absolute_url|prepend|relurl|url)\b.*)?$/i.exec(
      rest,
    ) ?? []
  if (literal !== undefined) return { text: literal }
  if (/^(?:site\.(?:baseurl|url|root|github\.url)|base_?path|baseurl)\b/i.test(rest))
    return { text: '' }
  if (/^(?:site|page|content|post|include)\b[.[]/.test(rest))
    return { text: '', loss: { kind: 'shortcode', detail: rest } }
  return { text: raw }
}

function pairedOf({ name, isEnd, args, named, rest }: Tag): Written {
  const isQuote = /quote$/.test(name)
  if (isEnd) return { text: isQuote ? '</blockquote>' : '</details>' }
  if (isQuote) return { text: '<blockquote>' }
  const summary =
    named.summary ?? named.title ?? (args.length > 0 ? rest.replace(/^["']|["']$/g, '') : '…')
  return { text: `<details><summary>${escaped(summary)}</summary>` }
}

const IMAGE_TAGS = new Set(
  'figure image img asset_img picture imgproc figure.html image.html img.html responsive-image'.split(
    ' ',
  ),
)

function imageOf({ name, isEnd, args, named }: Tag): Written | null {
  const isInclude = name === 'include' || name === 'include_relative'
  const tag = isInclude ? (args[0] ?? '').replace(/^.*\//, '') : name
  if (!IMAGE_TAGS.has(tag) && !/^(?:fig|img|image|picture|figure)[\w-]*(?:\.\w+)?$/.test(tag))
    return null
  if (isEnd) return { text: '' }
  const others = isInclude ? args.slice(1) : args
  const given =
    named.src ??
    named.url ??
    named.path ??
    named.image ??
    named.image_path ??
    named.file ??
    named.filename
  const source = given ?? others.find((arg) => /[/.]/.test(arg))
  if (source === undefined) return null
  const after = others.slice(others.indexOf(source) + 1).filter((arg) => !/^\d+%?$/.test(arg))
  const caption =
    named.caption ??
    named.title ??
    named.description ??
    (given === undefined ? after[0] : undefined) ??
    ''
  return { text: image(source, named.alt ?? after[1] ?? '', caption) }
}

function linkOf({ name, isEnd, args, named, rest }: Tag): Written | null {
  const isInclude = name === 'include'
  const tag = (isInclude ? (args[0] ?? '') : name)
    .replace(/^.*\//, '')
    .replace(/\.html$/, '')
    .toLowerCase()
  if (isEnd) return { text: '' }
  const url = [...args, ...Object.values(named)].find((arg) => /^https?:\/\/\S+$/.test(arg))
  const address = url ?? addressOf(tag, isInclude ? args.slice(1) : args, named)
  if (address === null) return null
  if (tag === 'user' || tag === 'tag') return { text: `[${rest}](<${address}>)` }
  return { text: `[${address}](<${address}>)`, loss: { kind: 'embed', detail: address } }
}

/** Embeds that name a page by its id. */
const ADDRESSES: Readonly<Record<string, (id: string, second: string) => string>> = {
  youtube: (id) => `https://www.youtube.com/watch?v=${id}`,
  vimeo: (id) => `https://vimeo.com/${id}`,
  bilibili: (id) => `https://www.bilibili.com/video/${id}`,
  twitter: (id, status) =>
    status ? `https://twitter.com/${id}/status/${status}` : `https://twitter.com/i/status/${id}`,
  gist: (id, file) =>
    /^[\da-f]{20,}$/.test(file) || /^\d+$/.test(file)
      ? `https://gist.github.com/${id}/${file}`
      : `https://gist.github.com/${id}`,
  github: (id) => `https://github.com/${id}`,
  codepen: (id) => `https://codepen.io/${id}`,
  codesandbox: (id) => `https://codesandbox.io/s/${id}`,
  stackblitz: (id) => `https://stackblitz.com/edit/${id}`,
  jsfiddle: (id) => `https://jsfiddle.net/${id}/`,
  glitch: (id) => `https://glitch.com/~${id}`,
  replit: (id) => `https://replit.com/${id}`,
  instagram: (id) => `https://www.instagram.com/p/${id}/`,
  asciinema: (id) => `https://asciinema.org/a/${id}`,
  loom: (id) => `https://www.loom.com/share/${id}`,
  speakerdeck: (id) => `https://speakerdeck.com/player/${id}`,
  stackoverflow: (id) => `https://stackoverflow.com/q/${id}`,
  twitch: (id) => `https://www.twitch.tv/videos/${id}`,
  user: (id) => `https://dev.to/${id}`,
  tag: (id) => `https://dev.to/t/${id}`,
}
const SAME: Readonly<Record<string, string>> = {
  tweet: 'twitter',
  x: 'twitter',
  'youtube-nocookie': 'youtube',
  fiddle: 'jsfiddle',
  github_repo: 'github',
  video: 'youtube',
}

function addressOf(name: string, args: readonly string[], named: Tag['named']): string | null {
  const write = ADDRESSES[SAME[name] ?? name]
  const [
    first = named.user ?? named.id ?? named.videoid ?? named.video_id,
    second = named.id ?? '',
  ] = args
  if (!write || first === undefined || !/^@?[\w./~-]{1,200}$/.test(first)) return null
  return write(first, second === first ? '' : second)
}

/** References to other posts only name a file. The link around such a reference keeps its text. */
function lost({ name, isEnd, rest }: Tag): Written {
  return isEnd
    ? { text: '' }
    : { text: '', loss: { kind: 'shortcode', detail: `${name} ${rest}`.slice(0, 100) } }
}

function image(source: string, alt: string, caption = ''): string {
  const title =
    caption === ''
      ? ''
      : ` "${caption.replace(/\s+/g, ' ').replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
  return `![${alt.replace(/[[\]\\]/g, '\\$&').replace(/\s+/g, ' ')}](<${source.trim().replace(/[<>\s]/g, encodeURIComponent)}>${title})`
}

function fenced(content: string, language: string): string {
  const fence = '`'.repeat(
    Math.max(3, ...Array.from(content.matchAll(/`+/g), ([run]) => run.length + 1)),
  )
  return `\n\n${fence}${/^[\w+#.-]{1,40}$/.test(language) ? language : ''}\n${content.replace(/^\n|\n$/g, '')}\n${fence}\n\n`
}

/** Escapes the characters that begin HTML. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

/**
 * A tag in the text of a post: `{% name a b="c" %}`, `{{< name a >}}`, `{{ value | filter }}`,
 * `[[page|text]]`, `{: .class}`.
 */
interface Tag {
  kind: 'tag' | 'value' | 'page' | 'file' | 'attributes'
  name: string
  isEnd: boolean
  args: readonly string[]
  named: Readonly<Record<string, string>>
  /** Everything after the name. */
  rest: string
  /** The whole tag, as written. */
  raw: string
  start: number
  end: number
}

/** The tag at this place; null if there is none. */
function tagOf(source: string, start: number): Tag | null {
  const near = source.slice(start, start + TAG_MAX)
  const form = FORMS.find(({ open }) => near.startsWith(open))
  const close = form === undefined ? -1 : near.indexOf(form.close, form.open.length)
  if (form === undefined || close === -1) return null
  const end = close + form.close.length
  const inside = near.slice(form.open.length, close)
  if (!form.accepts(inside, near.slice(end, end + 1))) return null
  const text = inside.replace(/^-|-$/g, '').trim()
  const name = form.kind === 'tag' ? (/^\/?\s{0,9}([\w.-][\w./-]*)/.exec(text)?.[0] ?? '') : ''
  const rest = text.slice(name.length).trim()
  return {
    kind: form.kind,
    name: name.replace(/^\/\s{0,9}|^end(?=\w)/, ''),
    isEnd: /^\/|^end\w/.test(name),
    rest,
    ...argumentsIn(rest),
    raw: near.slice(0, end),
    start,
    end: start + end,
  }
}

/** A tag ends within this number of characters. A longer search would make unclosed tags slow. */
const TAG_MAX = 1_000

interface Form {
  kind: Tag['kind']
  open: string
  close: string
  accepts(inside: string, next: string): boolean
}

const isTag = (inside: string) => /^-?\s{0,9}\/?\s{0,9}[\w.-]/.test(inside)
const isPage = (inside: string, next: string) =>
  /^[^[\]\n]{1,300}$/.test(inside) && !'([:'.includes(next || ' ')
const FORMS: readonly Form[] = [
  { kind: 'tag', open: '{{<', close: '>}}', accepts: isTag },
  { kind: 'tag', open: '{{%', close: '%}}', accepts: isTag },
  { kind: 'tag', open: '{%', close: '%}', accepts: isTag },
  { kind: 'value', open: '{{', close: '}}', accepts: (inside) => !inside.includes('\n') },
  { kind: 'file', open: '![[', close: ']]', accepts: isPage },
  { kind: 'page', open: '[[', close: ']]', accepts: isPage },
  {
    kind: 'attributes',
    open: '{',
    close: '}',
    accepts: (inside) => /^(?:: |:?[.#]|:toc$)[^{\n]{0,200}$/.test(inside),
  },
]

function argumentsIn(rest: string): Pick<Tag, 'args' | 'named'> {
  const args: string[] = []
  const named: Record<string, string> = {}
  for (const [, name, quoted, single, bare = ''] of rest.matchAll(ARGUMENT)) {
    const value = quoted?.replace(/\\(["\\])/g, '$1') ?? single ?? bare
    if (name === undefined) args.push(value)
    else named[name.toLowerCase()] = value
  }
  return { args: args.filter((arg) => !/^[-/|]$/.test(arg)), named }
}

const ARGUMENT = /(?:([\w-]{1,40})=)?(?:"((?:[^"\\]|\\.)*)"|[`']([^`']*)[`']|([^\s"'`]+))/g
