import { embedOf } from '#kernel/embeds.ts'
import { type MadeFormulas, withFormulas } from '#kernel/formulas/formulas.ts'
import { decodeEntities, escapeAttribute, escapeText } from '#kernel/html/entities.ts'
import { withLinkedFootnotes } from '#kernel/html/footnotes.ts'
import { type Heading, headingsOf, withHeadingIds } from '#kernel/html/headings.ts'
import { CALLOUTS, type Callout, CODE_FRAME, EMBED, TASK } from '#kernel/html/hooks.ts'
import { withAllowedImages, withImageVariants } from '#kernel/html/images.ts'
import { CODE_LANGUAGES, codeLanguageOf } from '#kernel/text/code-aliases.ts'

/** Labels for parts of a body, in the language of the page. */
export interface ReadableText {
  done: string
  toDo: string
  table: string
  footnotes: string
  callouts: Record<Callout, string>
  backToText: string
  /** The button that loads the frame of an embed; null on pages whose policy allows no frames. */
  load: string | null
}

/** A body in the form that a page shows. */
export interface Readable {
  html: string
  /** The headings of the body, for a table of contents. */
  headings: Heading[]
  /** Whether the page needs the script that highlights code. */
  hasCode: boolean
}

/**
 * Prepares a sanitised body for a page: its headings are below the page title, and everything can
 * be reached by keyboard.
 */
export function readable(body: string, text: ReadableText, formulas: MadeFormulas = {}): Readable {
  const demoted = belowTitle(withAllowedImages(withLanguageClasses(body)))
  const changes = [
    withLinkedHeadings,
    withScrollingTables(text),
    withTaskBoxes(text),
    withCalloutTitles(text),
    withCodeFrames,
    withImageVariants,
    (html: string) => withLinkedFootnotes(html, text),
    withEmbeds(text),
  ]
  // The formulas come last, because the other changes would also change the MathML.
  const html = withFormulas(
    changes.reduce((changed, change) => change(changed), demoted),
    formulas,
  )
  return {
    html,
    headings: headingsOf(demoted),
    hasCode: html.includes(` ${CODE_FRAME.language}="`),
  }
}

/** Keeps only language classes: other classes could match styles of the site. */
function withLanguageClasses(html: string): string {
  return html.replace(/<(pre|code) class="([^"]*)">/g, (_, name: string, classes: string) => {
    const kept = classes.split(' ').filter((word) => LANGUAGE_CLASS.test(word))
    return kept.length === 0 ? `<${name}>` : `<${name} class="${kept.join(' ')}">`
  })
}

const LANGUAGE_CLASS = /^(?:language-.+|lang-.+|hljs)$/

/**
 * The title is the only h1 of the page. In a body that starts at h1, all headings move down by one
 * level.
 */
function belowTitle(html: string): string {
  if (!html.includes('<h1>')) return html
  return html.replace(
    /<(\/?)h([1-6])>/g,
    (_, slash: string, level: string) => `<${slash}h${lower(Number(level))}>`,
  )
}

const lower = (level: number) => Math.min(level + 1, 6)

/**
 * Adds a link to each heading, for the mouse only. For assistive technology, the link would become
 * part of the name of its heading, and the table of contents has the same links.
 */
function withLinkedHeadings(html: string): string {
  return withHeadingIds(
    html,
    (id) => `<a class="heading-link" href="#${id}" tabindex="-1" aria-hidden="true">#</a>`,
  )
}

/**
 * Wraps wide tables in a scrollable, focusable box, so that the table itself keeps its semantics.
 */
function withScrollingTables({ table }: ReadableText) {
  const open = `<div class="table-box" role="group" aria-label="${escapeAttribute(table)}" tabindex="0"><table>`
  return (html: string) => html.replaceAll('<table>', open).replaceAll('</table>', '</table></div>')
}

function withTaskBoxes({ done, toDo }: ReadableText) {
  const box = (isDone: boolean) =>
    `<span class="task-box" role="img" aria-label="${escapeAttribute(isDone ? done : toDo)}"></span>`
  return (html: string) =>
    html.replace(TASK_ITEM, (item, checked: string) => item + box(checked === 'true'))
}

const TASK_ITEM = new RegExp(
  `<li(?: ${TASK.kind}="taskItem")? ${TASK.checked}="(true|false)">`,
  'g',
)

function withCalloutTitles({ callouts }: ReadableText) {
  return (html: string) =>
    html.replace(
      CALLOUT,
      (tag, kind: Callout) => `${tag}<p class="callout-title">${escapeText(callouts[kind])}</p>`,
    )
}

const CALLOUT = new RegExp(`<blockquote ${TASK.kind}="(${CALLOUTS.join('|')})">`, 'g')

/** Replaces each link to an embed by a card, if the link is alone in its paragraph. */
function withEmbeds({ load }: ReadableText) {
  return (html: string) =>
    html.replace(EMBEDDED, (paragraph, link: string, href: string) => {
      const embed = embedOf(decodeEntities(href, 'attribute'))
      if (embed === null) return paragraph
      const { frame, shape, name } = embed
      const button = `<button type="button" class="button small needs-script" ${EMBED.frame}="${escapeAttribute(frame ?? '')}">${escapeText(load ?? '')}</button>`
      return `<div class="embed is-${shape}"><p><strong>${name}</strong>${link}</p>${frame && load ? button : ''}</div>`
    })
}

const EMBEDDED = new RegExp(
  `<p>(<a href="([^"<>]*)"(?: title="[^"<>]*")? ${EMBED.provider}="[a-z]+"[^<>]*>[^<>]*</a>)</p>`,
  'g',
)

/**
 * Wraps code in a frame with the language name. Known languages are marked for highlighting in the
 * browser.
 */
export function withCodeFrames(html: string): string {
  if (!html.includes('<pre')) return html
  const framed = html.replace(CODE, (_, rest: string, name: string | undefined) => {
    const language = name === undefined ? null : codeLanguageOf(name)
    const facts =
      language === null
        ? ''
        : ` ${CODE_FRAME.language}="${language}" ${CODE_FRAME.label}="${CODE_LANGUAGES[language]}"`
    return `<div class="code"${facts}><pre tabindex="0"${rest}`
  })
  return framed.replaceAll('</pre>', '</pre></div>')
}

const CODE = /<pre((?: class="[^"]*")?>\s*(?:<code class="(?:[^"]* )?language-([^" ]+))?)/g
