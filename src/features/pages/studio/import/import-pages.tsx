import { Hono } from 'hono'
import type { AppEnv } from '#env'
import { page } from '#features/core/shell/page.tsx'
import { FirstSteps, isNewcomer } from '#features/economy/levels/views-check-in.tsx'
import { importTexts } from '#features/pages/studio/import/text-import.ts'
import { ImportView } from '#features/pages/studio/import/views-import.tsx'
import { studioTexts } from '#features/pages/studio/text.ts'
import { Studio } from '#features/pages/studio/views.tsx'
import { ClosedToBanned } from '#features/pages/studio/write/views-preview.tsx'
import { PageHead } from '#web/components/elements.tsx'
import { signedInPage } from '#web/guards/guards.ts'
import { contentSecurityPolicy } from '#web/security-headers.ts'

export const studioImportPages = new Hono<AppEnv>().get('/studio/import', signedInPage, (c) => {
  const { viewer, language } = c.var
  const text = studioTexts[language]
  const { title, lead } = importTexts[language]
  const isOpen = viewer.status === 'active' && !isNewcomer(viewer)
  // The browser fetches the images of the imported posts from their old sites, which may have any host. `data:` is for inline
  // images.
  if (isOpen)
    c.header('Content-Security-Policy', contentSecurityPolicy({ directives: ["connect-src 'self' https: data:"] }))
  return page(
    c,
    {
      title: `${title} · ${text.title}`,
      description: lead,
      robots: 'noindex',
      ...(isOpen && { scripts: ['import.js'] }),
    },
    <Studio current="import" text={text}>
      {viewer.status === 'banned' ? (
        <ClosedToBanned language={language} />
      ) : (
        <>
          <PageHead title={title} lead={lead} />
          {isOpen ? <ImportView language={language} /> : <FirstSteps language={language} />}
        </>
      )}
    </Studio>,
  )
})
