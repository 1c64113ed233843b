/** The sign of the site: a letter j whose dot is a spark. The same drawing is in static/favicon.svg. */
export function Mark() {
  return (
    <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
      <rect width="32" height="32" rx="9" fill="#ec7a10" />
      <path d="M18.5 16v4.9a5 5 0 0 1-5 5h-2.3" fill="none" stroke="#fff" stroke-width="3.6" stroke-linecap="round" />
      <path d="M18.5 3q.7 4.1 4.8 4.8-4.1.7-4.8 4.8-.7-4.1-4.8-4.8 4.1-.7 4.8-4.8Z" fill="#fff" />
    </svg>
  )
}
