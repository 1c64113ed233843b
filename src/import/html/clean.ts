import { fileFinder } from '#import/html/archive-images.ts'
import { Conversion, imageNumber } from '#import/html/conversion.ts'
import { footnotesIn } from '#import/html/footnotes.ts'
import { type ForeignElement, foreignTree, markLineBreaks } from '#import/html/foreign-tree.ts'
import { tidied } from '#import/html/tidy.ts'
import type { ImportImage, Loss } from '#import/item.ts'
import type { SourceFiles } from '#import/source-files.ts'
import { type HtmlElement, type HtmlNode, serialise } from '#kernel/html/serialise.ts'
import type { Token } from '#kernel/html/tokens.ts'
import { treeOf } from '#kernel/html/tree.ts'

export interface CleanOptions {
  /** The archive, which may contain the images. */
  files?: Pick<SourceFiles, 'names'>
  /** The name of the file with the HTML, to which relative addresses of images belong. */
  file?: string
  /**
   * The address of the post at the old site, to which relative links and images on the web belong.
   */
  url?: string | null
  /** Line breaks in the source are line breaks of the text, and empty lines end paragraphs. */
  lineBreaks?: boolean
}

interface Cleaned {
  body: string
  images: ImportImage[]
  losses: Loss[]
}

/**
 * Converts foreign HTML to HTML that keeps its meaning in the site's sanitiser and in the editor,
 * and counts what is lost. The result is not safe by itself: the server sanitises it.
 */
export function cleaned(html: string, options: CleanOptions = {}): Cleaned {
  return cleanedTree(foreignTree(html), options)
}

export function cleanedTree(
  page: ForeignElement,
  { files, file, url = null, lineBreaks }: CleanOptions = {},
): Cleaned {
  if (lineBreaks) markLineBreaks(page)
  const conversion = new Conversion(
    footnotesIn(page),
    fileFinder(files?.names ?? [], file, url),
    url,
  )
  conversion.page(page)
  const nodes = tidied(treeOf(conversion.tokens, sizeOf(conversion.tokens)))
  const images = new Map<string, ImportImage>()
  const body = serialise(withSources(nodes, conversion.images, images))
  return { body, images: [...images.values()], losses: conversion.losses.list() }
}

/** The length of the tokens, with which the site's parser bounds its output. */
function sizeOf(tokens: readonly Token[]): number {
  return tokens.reduce(
    (size, token) => size + (token.type === 'text' ? token.text.length : token.name.length + 5),
    0,
  )
}

/**
 * Replaces the numbers of images by their addresses. The site's parser would have removed the
 * addresses of files in the archive, so images have numbers until here.
 */
function withSources(
  nodes: readonly HtmlNode[],
  sources: readonly ImportImage[],
  used: Map<string, ImportImage>,
): HtmlNode[] {
  const withSource = (node: HtmlNode): HtmlNode => {
    if (typeof node === 'string') return node
    if (node.name !== 'img') return { ...node, children: node.children.map(withSource) }
    const image = sources[imageNumber(sourceOf(node))]
    if (image === undefined) return ''
    used.set(image.source, image)
    return {
      ...node,
      attributes: node.attributes.map(([name, value]) => [
        name,
        name === 'src' ? image.source : value,
      ]),
    }
  }
  return nodes.map(withSource)
}

function sourceOf({ attributes }: HtmlElement): string {
  return attributes.find(([name]) => name === 'src')?.[1] ?? ''
}
