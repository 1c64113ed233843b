import type { Versions } from '#compute/changes.ts'
import type { IconInput } from '#compute/images/app-icon.ts'
import type { BodyToMail } from '#compute/mail-body.ts'
import type { TextsToSearch } from '#compute/words.ts'
import type { PostToZip } from '#kernel/formats/post-files.ts'
import type { PreparedImage } from '#kernel/image-types.ts'
import type { ImagePurpose } from '#kernel/image-variants.ts'
import type { WordSource } from '#kernel/search/words.ts'

/**
 * The jobs of the compute Worker. A job is a pure function: it uses no database, no bucket, no
 * secret, no network and no clock. Input and output are plain data: JSON values and `Uint8Array`. A
 * job refuses its input with an `AppError`. Each job is loaded when it first runs.
 */
export const JOBS = {
  /** The words of a post for the search index. */
  tokens: async (source: WordSource) => (await import('#kernel/search/words.ts')).wordsOf(source),
  /** Sanitises the body of a post, and makes everything that is stored with it. */
  body: async (raw: string) => (await import('#compute/body.ts')).postBody(raw),
  /** The beginning of the text of a sanitised body, for a post without a summary. */
  beginning: async (html: string) => (await import('#compute/body.ts')).beginningOf(html),
  /** Converts the body of a post to the body of a letter. */
  mailBody: async (input: BodyToMail) => (await import('#compute/mail-body.ts')).mailBody(input),
  /** The differences between two versions of a post. */
  changes: async (input: Versions) => (await import('#compute/changes.ts')).changedFields(input),
  /** A sanitised body as a Markdown file with front matter. */
  markdown: async ({ fields, html }: { fields: Record<string, unknown>; html: string }) =>
    (await import('#kernel/html/markdown.ts')).fileOfMarkdown(fields, html),
  /** The files of a post for a ZIP file. */
  postFiles: async (input: PostToZip) =>
    (await import('#kernel/formats/post-files.ts')).postFiles(input),
  /** Compresses a text for a database column. */
  packed: async (text: string) => (await import('#kernel/formats/packed.ts')).packed(text),
  /** Checks an image for a post and removes its metadata. */
  postImage: async (file: Uint8Array) =>
    (await import('#compute/images/uploads.ts')).postImage(file),
  /** The middle square of an image as WebP, with its variants. */
  avatar: async (file: Uint8Array) => (await import('#compute/images/uploads.ts')).avatar(file),
  /** The middle square of an image in two sizes, with their variants. */
  logo: async (file: Uint8Array) => (await import('#compute/images/uploads.ts')).logo(file),
  /** A logo for the bar as WebP, scaled down and not cropped. */
  barLogo: async (file: Uint8Array) =>
    (await import('#compute/images/bar-logo.ts')).prepareBarLogo(file),
  /** Converts an image for a comment to a small WebP. */
  commentImage: async (file: Uint8Array) =>
    (await import('#compute/images/comment-image.ts')).prepareCommentImage(file),
  /** The variants of a stored image. */
  variants: async ({ purpose, image }: { purpose: ImagePurpose; image: PreparedImage }) =>
    (await import('#compute/images/variants.ts')).variantsOf(purpose, image),
  /** The icon of the site for home screens, as PNG. */
  appIcon: async (input: IconInput) => (await import('#compute/images/app-icon.ts')).appIcon(input),
  /** Whether a sanitised body has visible text. */
  hasText: async (html: string) => (await import('#kernel/html/has-text.ts')).hasText(html),
  /** Whether a post contains a word of a list. */
  hasWord: async (input: TextsToSearch) => (await import('#compute/words.ts')).hasWord(input),
  /** The e-mail addresses in a CSV file. */
  addresses: async (csv: string) => (await import('#kernel/formats/addresses.ts')).addressesIn(csv),
}

export type Jobs = typeof JOBS
export type JobName = keyof Jobs
export type InputOf<Name extends JobName> = Parameters<Jobs[Name]>[0]
export type OutputOf<Name extends JobName> = Awaited<ReturnType<Jobs[Name]>>

export function isJobName(name: string): name is JobName {
  return Object.hasOwn(JOBS, name)
}

/** Runs a job in this process: in the compute Worker, and in operator commands. */
export function runHere<Name extends JobName>(
  name: Name,
  input: InputOf<Name>,
): Promise<OutputOf<Name>> {
  return (JOBS[name] as (input: InputOf<Name>) => Promise<OutputOf<Name>>)(input)
}
