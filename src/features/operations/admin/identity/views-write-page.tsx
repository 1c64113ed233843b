import { raw } from 'hono/html'
import type { SitePage, SitePageName } from '#db/schema/core.ts'
import { identityTexts, sitePagePath } from '#features/core/identity/identity.ts'
import { sitePageForm } from '#features/operations/admin/frame/hooks.ts'
import { sitePageTexts } from '#features/operations/admin/identity/text.ts'
import { writeBody } from '#features/pages/studio/hooks.ts'
import { writeTexts } from '#features/pages/studio/write/text-write.ts'
import { EditorParts, Toolbar } from '#features/pages/studio/write/views-write-toolbar.tsx'
import type { Language } from '#kernel/i18n.ts'
import { asset } from '#web/assets.ts'
import { Button, Icon, NeedsScript } from '#web/components/elements.tsx'
import { fieldError } from '#web/components/hooks.ts'

interface WritePageProps {
  name: SitePageName
  /** The language of the page text. */
  of: Language
  page: SitePage | null
  language: Language
}

/** The form of a site page with the post editor; client/entries/site-page.ts starts the editor. */
export function WritePageView({ name, of, page, language }: WritePageProps) {
  const text = sitePageTexts[language]
  const write = writeTexts[language]
  const { saved, removed, restored, uploading } = text
  const facts = { name, language: of, version: page?.version ?? null, saved, removed, restored, uploading }
  return (
    <>
      <link rel="stylesheet" href={asset('editor.css')} />
      <form class="write-page" method="post" novalidate {...sitePageForm({ facts })}>
        <div class="write-bar">
          <div class="write-row">
            <a class="button quiet small" href="/admin/identity#pages" aria-label={text.back}>
              <Icon name="chevron" class="to-left" />
              <span class="wide-only">{text.back}</span>
            </a>
            <p class="save-state" />
            {page && (
              <a class="button small quiet" href={sitePagePath(name)} aria-label={text.view}>
                <Icon name="eye" />
                <span class="wide-only">{text.view}</span>
              </a>
            )}
            <Button type="submit" kind="small primary needs-script" label={text.save} />
          </div>
          <Toolbar text={write} />
        </div>
        <NeedsScript text={write} />
        <div class="write-sheet" lang={of}>
          <h1>
            {identityTexts[language].pages[name]} <small class="faint">{text.languages[of]}</small>
          </h1>
          <div class="write-body" {...writeBody({ label: write.body, placeholder: text.placeholder })} aria-busy="true">
            <div class="prose">{raw(page?.body ?? '')}</div>
          </div>
          <p class="field-error" {...fieldError({ field: 'body' })} role="alert" hidden />
        </div>
      </form>
      <EditorParts language={language} />
    </>
  )
}
