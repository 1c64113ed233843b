import type { ImportFormat } from '#kernel/import/format.ts'
import { devto } from '#kernel/import/formats/devto.ts'
import { ghost } from '#kernel/import/formats/ghost.ts'
import { joule } from '#kernel/import/formats/joule.ts'
import { markdown } from '#kernel/import/formats/markdown.ts'
import { medium } from '#kernel/import/formats/medium.ts'
import { substack } from '#kernel/import/formats/substack.ts'
import { wordpress } from '#kernel/import/formats/wordpress.ts'
import { ImportError } from '#kernel/import/import-error.ts'
import type { SourceFiles } from '#kernel/import/source-files.ts'

/**
 * The first format that matches is used. Joule is first: its archive also contains HTML and Markdown. Markdown is last: archives of
 * other formats can contain a README.
 */
export const FORMATS: readonly ImportFormat[] = [joule, devto, ghost, wordpress, medium, substack, markdown]

export async function formatOf(files: SourceFiles): Promise<ImportFormat> {
  for (const format of FORMATS) {
    if (await format.matches(files)) return format
  }
  throw new ImportError('unknown_format')
}
