import { discourse } from '#import/discourse/format.ts'
import { ImportError } from '#import/import-error.ts'
import { FORMATS, formatOf } from '#import/open-files.ts'
import { Failure } from '../bootstrap/failure.mjs'
import type { CommandSite } from '../commands/command.ts'
import { openDump } from './discourse/dump-store.ts'
import { NO_MAPPING, readMapping } from './mapping.ts'
import { optionsIn } from './options.ts'
import { runImport, withHeartbeat } from './run.ts'
import { openSource } from './source.ts'
import { targetOf } from './target.ts'

export async function importPosts(site: CommandSite, args: string[]): Promise<void> {
  const { print } = site
  const options = optionsIn(args)
  const mapping = options.map === null ? NO_MAPPING : await readMapping(options.map)
  const target = targetOf(site)
  const { files, close } = await withHeartbeat(print, 'unpacking …', () =>
    openSource(options.path),
  ).catch(explained)
  try {
    const format = await formatOf(files, [discourse(openDump), ...FORMATS])
    const order = { target, format, files, mapping, options, print, now: new Date() }
    const run = await runImport(order)
    if (!options.isDryRun)
      await withHeartbeat(print, 'updating the search index …', () => target.derive(print))
    print(options.isDryRun ? 'This was a dry run: nothing was written.' : 'The import is complete.')
    for (const line of run.lines()) print(line)
  } catch (error) {
    explained(error)
  } finally {
    await close()
  }
}

function explained(error: unknown): never {
  if (!(error instanceof ImportError)) throw error
  throw new Failure(
    error.file === null ? PROBLEMS[error.problem] : `${PROBLEMS[error.problem]} (${error.file})`,
  )
}

const PROBLEMS: Record<ImportError['problem'], string> = {
  unknown_format: 'the file has no known format; docs/importing.md lists the formats',
  not_a_zip: 'the ZIP archive is damaged',
  encrypted_zip: 'the ZIP archive is encrypted',
  unsafe_name: 'the archive has a file name that leads out of it',
  file_too_large: 'a file is too large',
  too_many_files: 'there are too many files',
  too_many_items: 'there are too many items',
  unpacks_too_large: 'the archive unpacks to too many bytes',
  not_utf8: 'a file is not UTF-8 text',
  invalid_json: 'a file is not valid JSON',
  invalid_xml: 'a file is not valid XML',
  invalid_dump: 'the dump of the database is damaged or incomplete',
}
