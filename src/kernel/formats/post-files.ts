import { type ZipText, zipText } from '#kernel/formats/zip-text.ts'
import { fileOfMarkdown } from '#kernel/html/markdown.ts'

/** The input of `postFiles`. */
export interface PostToZip {
  /** A sanitised body with its front matter, for the Markdown file; null without this file. */
  markdown: { fields: Record<string, unknown>; html: string } | null
  /** The HTML file. */
  page: string
}

export interface PostFiles {
  markdown: ZipText | null
  page: ZipText
}

/** The files of a post, as a ZIP file has them. */
export async function postFiles({ markdown, page }: PostToZip): Promise<PostFiles> {
  return {
    markdown: markdown && (await zipText(fileOfMarkdown(markdown.fields, markdown.html))),
    page: await zipText(page),
  }
}
