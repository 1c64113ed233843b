/** A plain link to the next page, so that a list can be read to its end without a script. */
export function Pager({ path, cursor, label }: { path: string; cursor: string | null; label: string }) {
  if (cursor === null) return null
  const joint = path.includes('?') ? '&' : '?'
  return (
    <nav class="pager" aria-label={label}>
      <a class="button" rel="next" href={`${path}${joint}cursor=${encodeURIComponent(cursor)}`}>
        {label}
      </a>
    </nav>
  )
}
