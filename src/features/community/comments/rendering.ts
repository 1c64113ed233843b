import {
  type Block,
  blocksOf,
  type Inline,
  inlinesOf,
} from '#features/community/comments/markup.ts'
import { partsOf } from '#features/community/comments/mentions.ts'
import { userPath } from '#features/core/people/user-ref.ts'
import { escapeAttribute, escapeText } from '#kernel/html/entities.ts'

/** The mentioned users of a comment, by the key of the name as written (`usernameKey`). */
export type MentionedUids = ReadonlyMap<string, number>

/** A comment as HTML: paragraphs, quotes and code blocks. Every text in it is escaped. */
export function commentHtml(body: string, mentioned: MentionedUids): string {
  return blocksHtml(blocksOf(body), mentioned)
}

function blocksHtml(blocks: readonly Block[], mentioned: MentionedUids): string {
  return blocks.map((block) => blockHtml(block, mentioned)).join('')
}

function blockHtml(block: Block, mentioned: MentionedUids): string {
  if (block.kind === 'text') {
    const lines = block.lines.map((line) => inlinesHtml(line, mentioned))
    return `<p>${lines.join('<br>')}</p>`
  }
  if (block.kind === 'quote')
    return `<blockquote>${blocksHtml(block.blocks, mentioned)}</blockquote>`
  const language =
    block.language === '' ? '' : ` class="language-${escapeAttribute(block.language)}"`
  return `<pre><code${language}>${escapeText(block.text)}</code></pre>`
}

function inlinesHtml(inlines: readonly Inline[], mentioned: MentionedUids): string {
  return inlines.map((inline) => inlineHtml(inline, mentioned)).join('')
}

function inlineHtml(inline: Inline, mentioned: MentionedUids): string {
  if (typeof inline === 'string') {
    if (mentioned.size === 0) return escapeText(inline)
    return partsOf(inline, mentioned)
      .map(({ text, uid }) =>
        uid === undefined ? escapeText(text) : `<a href="${userPath(uid)}">${escapeText(text)}</a>`,
      )
      .join('')
  }
  if (inline.kind === 'code') return `<code>${escapeText(inline.text)}</code>`
  if (inline.kind === 'link') {
    const label = inlinesHtml(inline.content, NO_MENTIONS)
    return `<a href="${escapeAttribute(inline.href)}" rel="nofollow ugc noopener">${label}</a>`
  }
  return `<${inline.kind}>${inlinesHtml(inline.content, mentioned)}</${inline.kind}>`
}

const NO_MENTIONS: MentionedUids = new Map()

/**
 * The text of a comment in one line without marks, for notices and short lists. It leaves out
 * quotes and code, unless there is nothing else.
 */
export function commentInOneLine(body: string): string {
  const blocks = blocksOf(body)
  const own = blocks.filter(({ kind }) => kind === 'text')
  return plainText(own.length > 0 ? own : blocks)
    .replace(/\s+/g, ' ')
    .trim()
}

/**
 * The text of a comment in which names are mentions: without quotes, code and links, because
 * `@Override` in code is no name, and a quote is addressed to the reader of the quoted text.
 */
export function addressedText(body: string): string {
  return blocksOf(body)
    .flatMap((block) => (block.kind === 'text' ? block.lines.flatMap(stringsIn) : []))
    .join('\n')
}

function stringsIn(line: readonly Inline[]): string[] {
  return line.flatMap((inline) => {
    if (typeof inline === 'string') return [inline]
    return inline.kind === 'strong' || inline.kind === 'em' ? stringsIn(inline.content) : []
  })
}

/** The address of each link to another site that the comment shows. */
export function linksIn(body: string): string[] {
  return linksOfBlocks(blocksOf(body))
}

/** The addresses in the code of a comment, which are shown as text. */
export function addressesInCode(body: string): string[] {
  return codeIn(blocksOf(body)).flatMap((code) => linksOfLine(inlinesOf(code)))
}

function codeIn(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'quote') return codeIn(block.blocks)
    return block.kind === 'code' ? block.text.split('\n') : block.lines.flatMap(codeInLine)
  })
}

function codeInLine(line: readonly Inline[]): string[] {
  return line.flatMap((inline) => {
    if (typeof inline === 'string') return []
    return inline.kind === 'code' ? [inline.text] : codeInLine(inline.content)
  })
}

function linksOfBlocks(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block) => {
    if (block.kind === 'text') return block.lines.flatMap(linksOfLine)
    return block.kind === 'quote' ? linksOfBlocks(block.blocks) : []
  })
}

function linksOfLine(line: readonly Inline[]): string[] {
  return line.flatMap((inline) => {
    if (typeof inline === 'string' || inline.kind === 'code') return []
    return inline.kind === 'link' ? [inline.href] : linksOfLine(inline.content)
  })
}

function plainText(blocks: readonly Block[]): string {
  return blocks
    .map((block) => {
      if (block.kind === 'code') return block.text
      if (block.kind === 'quote') return plainText(block.blocks)
      return block.lines.map(plainLine).join('\n')
    })
    .join('\n')
}

function plainLine(line: readonly Inline[]): string {
  return line
    .map((inline) => {
      if (typeof inline === 'string') return inline
      return inline.kind === 'code' ? inline.text : plainLine(inline.content)
    })
    .join('')
}
