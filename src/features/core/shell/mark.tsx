import { createContext, useContext } from 'hono/jsx'
import { DEFAULT_IDENTITY, type Identity } from '#features/core/identity/identity.ts'
import { imageUrl } from '#features/core/people/user-ref.ts'
import { DEFAULT_ACCENT } from '#kernel/look/accent.ts'
import { Drawing } from '#web/components/drawing.tsx'

/**
 * The identity of the rendered page, for `Mark` inside pages. Memoised components must get the
 * identity as a prop instead.
 */
export const IdentityContext = createContext<Identity>(DEFAULT_IDENTITY)

/**
 * The logo of the site: that of the owner, or the default, a letter j with a spark as its dot.
 * static/favicon.svg has the same drawing.
 */
export function Mark({ identity = useContext(IdentityContext) }: { identity?: Identity }) {
  const { logo_key, accent } = identity
  if (logo_key !== null)
    return <img class="logo" src={imageUrl(logo_key)} alt="" width="32" height="32" />
  return (
    <Drawing class="logo" viewBox="0 0 32 32" width={32} height={32}>
      <rect width="32" height="32" rx="9" fill={accent ?? DEFAULT_ACCENT} />
      <path
        d="M18.5 16v4.9a5 5 0 0 1-5 5h-2.3"
        fill="none"
        stroke="#fff"
        stroke-width="3.6"
        stroke-linecap="round"
      />
      <path d="M18.5 3q.7 4.1 4.8 4.8-4.1.7-4.8 4.8-.7-4.1-4.8-4.8 4.1-.7 4.8-4.8Z" fill="#fff" />
    </Drawing>
  )
}
