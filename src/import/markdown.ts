import { Marked } from 'marked'
import { boundedWork, withBoundedNesting } from '#import/markdown/bounded-work.ts'
import { footnotes } from '#import/markdown/footnotes.ts'
import { imagesWithCaptions } from '#import/markdown/images.ts'
import { convertedWithoutInlineImages } from '#import/markdown/inline-images.ts'

export interface MarkdownOptions {
  /** A line break in a paragraph is kept, as on dev.to and GitHub. */
  breaks?: boolean
}

/** Markdown as GitHub writes it, with footnotes, as foreign HTML: `cleaned` must follow. */
export function htmlOfMarkdown(text: string, { breaks = false }: MarkdownOptions = {}): string {
  // A new instance each time, because footnotes and the work are counted per text.
  const marked = new Marked({ async: false, gfm: true, breaks }, boundedWork(), footnotes(), imagesWithCaptions)
  return convertedWithoutInlineImages(text, (short) => marked.parse(withBoundedNesting(short), { async: false }))
}
