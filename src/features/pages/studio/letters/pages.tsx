import { Hono } from 'hono'
import * as z from 'zod'
import { one } from '#db/client.ts'
import type { AppEnv } from '#env'
import { mailOrigin } from '#features/core/mail/http/sends-mail.ts'
import { letterServiceOf } from '#features/core/mail/service.ts'
import { page } from '#features/core/shell/page.tsx'
import { studioTexts } from '#features/pages/studio/text.ts'
import { Studio } from '#features/pages/studio/views.tsx'
import { authorLetters, newestPost, previewLetter } from '#features/publishing/letters/author.ts'
import { letterTexts } from '#features/publishing/letters/text.ts'
import { AuthorLettersView } from '#features/publishing/letters/views.tsx'
import { signedInPage } from '#web/guards/guards.ts'
import { siteOrigin } from '#web/site-origin.ts'
import { pageParam, pathId } from '#web/validation/validate.ts'

export const studioLettersPages = new Hono<AppEnv>()
  .get('/studio/letters', signedInPage, async (c) => {
    const { db, viewer, language } = c.var
    const { letters, newest } = await db.read({ letters: authorLetters(viewer), newest: one(newestPost(viewer.uid)) })
    const { title, lead } = letterTexts[language].author
    return page(
      c,
      { title: `${title} · ${studioTexts[language].title}`, description: lead, robots: 'noindex' },
      <Studio current="letters" text={studioTexts[language]}>
        <AuthorLettersView
          {...{ letters, language }}
          uid={viewer.uid}
          newest={newest?.id ?? null}
          isOn={letterServiceOf(c.env) !== null}
        />
      </Studio>,
    )
  })
  .get('/studio/letters/preview/:id', signedInPage, pageParam(z.object({ id: pathId })), async (c) => {
    const { db, viewer, language, now } = c.var
    const origin = { ...mailOrigin(c), site: siteOrigin(c) }
    const html = await previewLetter(db, viewer, c.req.valid('param').id, { ...origin, language }, now)
    // A letter has an inline style sheet and no scripts.
    c.header('Content-Security-Policy', PREVIEW_POLICY)
    c.header('Cache-Control', 'private, no-store')
    return c.html(html)
  })

const PREVIEW_POLICY =
  "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
