import { Hono } from 'hono'
import type { AppEnv } from '#env'
import { pendingReview } from '#features/accounts/profiles/review.ts'
import { siteIdentity } from '#features/core/identity/cached.ts'
import { brandOf } from '#features/core/identity/identity.ts'
import { mailDestinationOf } from '#features/core/mail/service.ts'
import { page } from '#features/core/shell/page.tsx'
import { settingOf } from '#features/core/site/settings.ts'
import { suggestions } from '#features/pages/welcome/people.ts'
import { WelcomeView, welcomeTexts } from '#features/pages/welcome/views.tsx'
import { signedInPage } from '#web/guards/guards.ts'

/** The first page of a new member. */
export const welcomePages = new Hono<AppEnv>().get('/welcome', signedInPage, async (c) => {
  const { db, viewer, language, now } = c.var
  const interests = c.req.queries('interest') ?? []
  const read = await db.read({
    review: pendingReview(viewer.uid),
    isReviewed: settingOf('audit.enabled'),
    suggested: suggestions(viewer, interests, language),
  })
  const brand = brandOf(await siteIdentity(db, now), language)
  const mailDestination = mailDestinationOf(c.env)
  const { title, description } = welcomeTexts[language]
  return page(
    c,
    { title: title(brand.name), description, robots: 'noindex', scripts: ['account.js'] },
    <WelcomeView {...{ ...read, viewer, interests, brand, mailDestination, language }} />,
  )
})
