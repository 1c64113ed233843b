import { raw } from 'hono/html'
import { readingTexts } from '#features/pages/reading/text.ts'
import type { Attributes } from '#kernel/hooks.ts'
import { type Readable, readable } from '#kernel/html/readable.ts'
import type { Language } from '#kernel/i18n.ts'

/** A stored body, made ready for a page in the reader's language. */
export function bodyFor(body: string, language: Language): Readable {
  return readable(body, readingTexts[language])
}

/** Exactly what readers see, also in the studio's preview. `lang` is the language it is written in. */
export function PostBody({ html, lang, hooks = {} }: { html: string; lang: string; hooks?: Attributes }) {
  return (
    <div class="prose" lang={lang} {...hooks}>
      {raw(html)}
    </div>
  )
}
