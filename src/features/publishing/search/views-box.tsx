import type { Wanted } from '#features/publishing/search/find.ts'
import type { SearchText } from '#features/publishing/search/text.ts'
import { QUERY_MAX } from '#kernel/sizes.ts'
import { Button } from '#web/components/button.tsx'
import { pressedByKey } from '#web/components/hooks.ts'

/** The only search field of this page: the bar leaves its own out. What the search is narrowed to stays. */
export function SearchBox({ wanted, text }: { wanted: Wanted; text: SearchText }) {
  const { q, ...choices } = wanted
  return (
    <search aria-label={text.label}>
      <form class="search-box" action="/search">
        <input
          class="input"
          type="search"
          name="q"
          value={q}
          maxlength={QUERY_MAX}
          placeholder={text.placeholder}
          aria-label={text.label}
          autofocus={q === ''}
          autocomplete="off"
          {...pressedByKey({ key: '/' })}
          aria-keyshortcuts="/"
        />
        <Button type="submit" kind="primary" label={text.submit} />
        {Object.entries(choices).map(
          ([name, value]) => value !== undefined && <input type="hidden" name={name} value={String(value)} />,
        )}
      </form>
    </search>
  )
}
