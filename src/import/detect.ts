import { devto } from '#import/forem/format.ts'
import { ghost } from '#import/ghost/format.ts'
import { ImportError } from '#import/import-error.ts'
import type { ImportFormat } from '#import/item.ts'
import { joule } from '#import/joule/format.ts'
import { markdown } from '#import/markdown/format.ts'
import { medium } from '#import/medium/format.ts'
import type { SourceFiles } from '#import/source-files.ts'
import { substack } from '#import/substack/format.ts'
import { wordpress } from '#import/wordpress/format.ts'

/**
 * The first format that matches is used. Joule is first: its archive also contains HTML and Markdown. Markdown is last: archives of
 * other formats can contain a README.
 */
export const FORMATS: readonly ImportFormat[] = [joule, devto, ghost, wordpress, medium, substack, markdown]

export async function formatOf(files: SourceFiles, formats = FORMATS): Promise<ImportFormat> {
  for (const format of formats) {
    if (await format.matches(files)) return format
  }
  throw new ImportError('unknown_format')
}
