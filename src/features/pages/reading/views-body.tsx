import type { Context } from 'hono'
import { raw } from 'hono/html'
import { useContext } from 'hono/jsx'
import type { AppEnv } from '#env'
import { siteIdentity } from '#features/core/identity/identity.ts'
import { IdentityContext } from '#features/core/shell/mark.tsx'
import { sideContents } from '#features/pages/reading/hooks.ts'
import { type ReadingText, readingTexts } from '#features/pages/reading/text.ts'
import { FRAME_HOSTS } from '#kernel/embeds.ts'
import type { MadeFormulas } from '#kernel/formulas/formulas.ts'
import type { Attributes } from '#kernel/hooks.ts'
import type { Heading } from '#kernel/html/headings.ts'
import { EMBED } from '#kernel/html/hooks.ts'
import { withLinkedImages } from '#kernel/html/images.ts'
import { type Readable, readable } from '#kernel/html/readable.ts'
import type { Language } from '#kernel/i18n.ts'
import { COLUMN_SIZES, srcsetOf } from '#kernel/image-widths.ts'
import { asset } from '#web/assets.ts'
import { Icon } from '#web/components/elements.tsx'
import { contentSecurityPolicy } from '#web/security-headers.ts'

const HEADINGS_MIN = 3
const HEADINGS_MAX = 60

/**
 * Headings for the table of contents: two levels, or one if there are too many. Empty for a short
 * text.
 */
export function contentsOf(headings: Heading[]): Heading[] {
  const titled = headings.filter(({ text }) => text !== '')
  const top = Math.min(...titled.map(({ level }) => level))
  const upTo = (level: number) => titled.filter((heading) => heading.level <= level)
  const chosen = upTo(top + 1).length > HEADINGS_MAX ? upTo(top) : upTo(top + 1)
  return chosen.length < HEADINGS_MIN ? [] : chosen.slice(0, HEADINGS_MAX)
}

/**
 * The table of contents. It is before the text, so that it is also before the comments in tab
 * order. The page contains it twice: beside the text, and collapsed above the text for narrow
 * screens. CSS displays one of the two (static/css/pages/contents.css).
 * client/behaviors/posts/reading.ts highlights the current heading.
 */
export function Contents({ contents, text }: { contents: Heading[]; text: ReadingText }) {
  const list = <ContentsList contents={contents} />
  return (
    <>
      <div class="toc-column">
        <nav class="toc" aria-labelledby="toc-heading" {...sideContents()}>
          <h2 class="faint small" id="toc-heading">
            {text.contents}
          </h2>
          {list}
        </nav>
      </div>
      <details class="toc-folded">
        <summary>
          {text.contents}
          <Icon name="chevron" />
        </summary>
        {list}
      </details>
    </>
  )
}

function ContentsList({ contents }: { contents: Heading[] }) {
  const top = Math.min(...contents.map(({ level }) => level))
  return (
    <ol class="toc-list">
      {contents.map(({ level, text, id }) => (
        <li class={level > top ? 'below' : undefined}>
          <a class="toc-link" href={`#${encodeURIComponent(id)}`}>
            {text}
          </a>
        </li>
      ))}
    </ol>
  )
}

interface Shown {
  /** The stored MathML as JSON. Without it, formulas are shown as their source. */
  formulas?: string | null
  /** The policy of the page allows frames (`framePolicy`). */
  hasFrames?: boolean
}

/** Prepares a stored body for display in the reader's language. */
export function bodyFor(
  body: string,
  language: Language,
  { formulas = null, hasFrames = false }: Shown = {},
): Readable {
  const { load, ...text } = readingTexts[language]
  const made = formulas === null ? {} : (JSON.parse(formulas) as MadeFormulas)
  return readable(body, { ...text, load: hasFrames ? load : null }, made)
}

/** Allows the frames of embeds, but only on pages that have an embed. */
export async function framePolicy(
  c: Pick<Context<AppEnv>, 'var' | 'header'>,
  html: string,
): Promise<void> {
  if (!html.includes(` ${EMBED.frame}="`)) return
  const { external_images: externalImages } = await siteIdentity(c.var.db, c.var.now)
  const directives = [`frame-src ${FRAME_HOSTS.map((host) => `https://${host}`).join(' ')}`]
  c.header('Content-Security-Policy', contentSecurityPolicy({ externalImages, directives }))
}

/** A string and not JSX, because hono searches the whole page for a JSX link. */
export const stylesheet = (name: 'formulas.css' | 'blocks.css') =>
  raw(`<link rel="stylesheet" href="${asset(name)}">`)

const HAS_BLOCKS =
  /<(?:table|figure|details|blockquote data|div class="embed|[ou]l data|li data)|doc-noteref/

/**
 * The body of a post. The preview in the studio uses it too. `lang` is the language of the post.
 */
export function PostBody({
  html,
  lang,
  hooks = {},
}: {
  html: string
  lang: string
  hooks?: Attributes
}) {
  const { external_images } = useContext(IdentityContext)
  return (
    <>
      {html.includes('<math') && stylesheet('formulas.css')}
      {HAS_BLOCKS.test(html) && stylesheet('blocks.css')}
      <div class="prose" lang={lang} dir="auto" {...hooks}>
        {raw(external_images ? html : withLinkedImages(html))}
      </div>
    </>
  )
}

/**
 * The width of a cover is not stored with its post. Browsers use this one only to choose between
 * the file and its variants.
 */
const COVER_WIDTH = 1_600

export function CoverImage({ url, ...priority }: { url: string; fetchpriority?: 'high' }) {
  return (
    <img
      class="post-cover"
      src={url}
      srcset={srcsetOf(url, COVER_WIDTH)}
      sizes={COLUMN_SIZES}
      alt=""
      width="1344"
      height="672"
      {...priority}
    />
  )
}
