import { createContext, useContext } from 'hono/jsx'
import { DEFAULT_ACCENT } from '#features/core/identity/accent.ts'
import { AS_IT_COMES, type Identity } from '#features/core/identity/identity.ts'
import { imageUrl } from '#features/core/people/user-ref.ts'
import { Drawing } from '#web/components/drawing.tsx'

/** Whose page is being rendered. For marks in the middle of a page; what is remembered must get the identity by its props. */
export const OfSite = createContext<Identity>(AS_IT_COMES)

/** The sign of the site: the owner's logo, or a letter j whose dot is a spark. The same drawing is in static/favicon.svg. */
export function Mark({ identity = useContext(OfSite) }: { identity?: Identity }) {
  const { logo_key, accent } = identity
  if (logo_key !== null) return <img class="logo" src={imageUrl(logo_key)} alt="" width="32" height="32" />
  return (
    <Drawing viewBox="0 0 32 32" width={32} height={32}>
      <rect width="32" height="32" rx="9" fill={accent ?? DEFAULT_ACCENT} />
      <path d="M18.5 16v4.9a5 5 0 0 1-5 5h-2.3" fill="none" stroke="#fff" stroke-width="3.6" stroke-linecap="round" />
      <path d="M18.5 3q.7 4.1 4.8 4.8-4.1.7-4.8 4.8-.7-4.1-4.8-4.8 4.1-.7 4.8-4.8Z" fill="#fff" />
    </Drawing>
  )
}
