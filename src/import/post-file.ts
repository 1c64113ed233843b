import { ImportError, LIMITS } from '#import/import-error.ts'
import type { RefusalReason } from '#import/item.ts'
import type { SourceFiles } from '#import/source-files.ts'

/** The text of the file of one post, or why the post is refused: one broken file must not stop an import. */
export async function postText(
  files: SourceFiles,
  name: string,
): Promise<{ text: string; refused: null } | { text: null; refused: RefusalReason }> {
  try {
    return { text: await files.text(name, LIMITS.text), refused: null }
  } catch (error) {
    const problem = error instanceof ImportError ? error.problem : null
    if (problem === 'file_too_large') return { text: null, refused: 'too_long' }
    if (problem === 'not_utf8') return { text: null, refused: 'unreadable' }
    throw error
  }
}
