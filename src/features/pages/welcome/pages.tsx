import { Hono } from 'hono'
import type { AppEnv } from '#env'
import { pendingReview } from '#features/accounts/profiles/review.ts'
import { followTags } from '#features/community/follows/topics.ts'
import { brandOf, siteIdentity } from '#features/core/identity/identity.ts'
import { mailDestinationOf } from '#features/core/mail/service.ts'
import { page } from '#features/core/shell/page.tsx'
import { settingOf } from '#features/core/site/settings.ts'
import { INTERESTS_MAX, suggestions } from '#features/pages/welcome/people.ts'
import { WelcomeView, welcomeTexts } from '#features/pages/welcome/views.tsx'
import { memberForm, signedInPage } from '#web/guards/guards.ts'
import { repeats } from '#web/openapi/doc.ts'
import { fromThisSite } from '#web/validation/plain-form.ts'

/** The first page of a new member, and the form of interests, which also works without JavaScript. */
export const welcomePages = new Hono<AppEnv>()
  .post('/welcome', repeats('idempotent'), fromThisSite, memberForm, async (c) => {
    const { interest = [] } = await c.req.parseBody({ all: true })
    const chosen = [interest].flat().filter((name) => typeof name === 'string')
    const interests = chosen.slice(0, INTERESTS_MAX).map((name) => ['interest', name])
    await c.var.db.batch([followTags(c.var.viewer.uid, chosen.slice(0, INTERESTS_MAX), c.var.now)])
    return c.redirect(`/welcome?${new URLSearchParams(interests)}#people`, 303)
  })
  .get('/welcome', signedInPage, async (c) => {
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
