import { textOf } from '#kernel/html/plain.ts'
import { tokensOf } from '#kernel/search/tokens.ts'

/** The texts of a post, from which its index entry is made. */
export interface WordSource {
  title: string
  /** The names of the tags. */
  tags: readonly string[]
  /** The stored HTML. Empty for a draft, of which only the title is indexed. */
  body: string
}

/** The columns of an index entry, and the text for snippets. */
export interface Words {
  title: string
  tags: string
  body: string
  /** The body without markup. */
  text: string
}

/**
 * The words of a post. A pure function, because the work depends on the text of an author: see
 * `MakeWords` in queue.ts.
 */
export function wordsOf({ title, tags, body }: WordSource): Words {
  const text = textOf(body).normalize('NFC')
  return {
    title: tokensOf(title.normalize('NFC')),
    tags: tokensOf(tags.map((name) => name.normalize('NFC')).join(' ')),
    body: tokensOf(text),
    text,
  }
}
