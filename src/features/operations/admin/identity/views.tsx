import type { Identity } from '#features/core/identity/identity.ts'
import { shellTexts } from '#features/core/shell/text.ts'
import { adminIdentityTexts } from '#features/operations/admin/identity/text.ts'
import { AccentCard } from '#features/operations/admin/identity/views-accent.tsx'
import { BasicsCard } from '#features/operations/admin/identity/views-basics.tsx'
import { LinksCard } from '#features/operations/admin/identity/views-links.tsx'
import { LogoCard } from '#features/operations/admin/identity/views-logo.tsx'
import { PagesCard, type WrittenPages } from '#features/operations/admin/identity/views-page-list.tsx'
import { PinnedCard } from '#features/operations/admin/identity/views-pinned.tsx'
import type { Pinned } from '#features/publishing/lists/pinned.ts'
import type { Language } from '#kernel/i18n.ts'

interface IdentityViewProps {
  identity: Identity
  written: WrittenPages
  pinned: Pinned[]
  language: Language
}

/** Where the owner makes the site their own: one card for each thing that can be changed. */
export function IdentityView({ identity, written, pinned, language }: IdentityViewProps) {
  const text = adminIdentityTexts[language]
  const shell = shellTexts[language]
  return (
    <>
      <header class="page-head">
        <h1>{text.title}</h1>
        <p>{text.lead}</p>
      </header>
      <div class="stack identity">
        <BasicsCard {...{ identity, text, shell }} />
        <AccentCard accent={identity.accent} {...{ text, shell }} />
        <LogoCard {...{ identity, text }} />
        <PagesCard {...{ written, language }} />
        <PinnedCard {...{ pinned, text, shell }} />
        <LinksCard links={identity.links} {...{ text, shell }} />
      </div>
    </>
  )
}
