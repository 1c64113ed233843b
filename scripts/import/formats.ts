import { formatOf as formatOfFile } from '#import/detect.ts'
import type { ImportFormat } from '#import/format.ts'
import type { SourceFiles } from '#import/source-files.ts'
import { discourse } from './discourse/format.ts'

/** Like `formatOf` of the browser page, with Discourse, whose reader needs Node. */
export async function formatOf(files: SourceFiles): Promise<ImportFormat> {
  return (await discourse.matches(files)) ? discourse : formatOfFile(files)
}
