import type { ImportItem, RefusedItem } from '#import/item.ts'
import type { SourceFiles } from '#import/source-files.ts'

/** Reads the posts of one format. Each format has a folder. */
export interface ImportFormat {
  name: 'joule' | 'ghost' | 'wordpress' | 'devto' | 'medium' | 'substack' | 'discourse' | 'markdown'
  /** Decides by the names and the beginnings of files, without reading everything. */
  matches(files: SourceFiles): Promise<boolean>
  /**
   * Yields the posts one after the other, so that a caller need not store all bodies. A second call
   * yields the same items with the same keys. Throws an `ImportError` if the file as a whole cannot
   * be read.
   */
  read(files: SourceFiles): AsyncGenerator<ImportItem | RefusedItem>
}
