import { html } from 'hono/html'
import type { Child, PropsWithChildren } from 'hono/jsx'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { AppEnv, RequestSession } from '#env'
import { brandOf, type Identity, siteIdentity } from '#features/core/identity/identity.ts'
import { hasOwnCss, SAFE_LOOK, stylePath } from '#features/core/identity/own-css.ts'
import {
  type LetterBindings,
  letterServiceOf,
  type MailBindings,
  mailServiceOf,
} from '#features/core/mail/service.ts'
import { CHECK_IN_ENERGY, CHECK_IN_EXP, levelOf } from '#features/core/people/level.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { type PageFacts as HeadFacts, head } from '#features/core/shell/head.ts'
import { appOwner, chosenZone, reportedZone } from '#features/core/shell/hooks.ts'
import { LettersContext } from '#features/core/shell/letters-form.tsx'
import { IdentityContext } from '#features/core/shell/mark.tsx'
import { openRoot } from '#features/core/shell/root.ts'
import { RestrictionFacts } from '#features/core/shell/silence-notice.tsx'
import { type ShellText, shellTexts } from '#features/core/shell/text.ts'
import { Footer, TopBar, type TopBarProps } from '#features/core/shell/top-bar.tsx'
import { isLanguage, type Language } from '#kernel/i18n.ts'
import { isOwner } from '#kernel/roles.ts'
import { drawings, Notice } from '#web/components/elements.tsx'
import { scriptNotice, slowNotice, toastRegion, viewerFacts } from '#web/components/hooks.ts'
import { LANGUAGE_PARAMETER } from '#web/request-context.ts'
import { type OriginContext, siteOrigin } from '#web/site-origin.ts'

interface PageFacts extends HeadFacts {
  side?: Child
  /** The page is one text, such as a post: its column is centred and has the width of a text. */
  isText?: boolean
}

/**
 * The part of Hono's context that a page needs. It is compatible with the context types of all
 * guards.
 */
export interface PageContext {
  var: Pick<AppEnv['Variables'], 'db' | 'now'> & {
    language: Language
    viewer: Viewer | null
    session: RequestSession | null | undefined
  }
  env: OriginContext['env'] & MailBindings & LetterBindings
  req: { url: string; path: string; query(name: string): string | undefined }
  html(page: string | Promise<string>, status?: ContentfulStatusCode): Response | Promise<Response>
}

/** Responds with a complete page: `return page(c, { title }, <LoginView … />)`. */
export async function page(
  c: PageContext,
  facts: PageFacts,
  body: Child,
  status: ContentfulStatusCode = 200,
) {
  const { db, now, language, viewer, session } = c.var
  const identity = await siteIdentity(db, now)
  const brand = brandOf(identity, language)
  const { side, isText = false, ...about } = facts
  const shell = {
    viewer,
    language,
    unread: session?.unread?.unread ?? 0,
    text: shellTexts[language],
    path: c.req.path,
    identity,
    brand,
    letters: letterServiceOf(c.env) !== null,
    hasLanguageInAddress:
      identity.languages.length > 1 && isLanguage(c.req.query(LANGUAGE_PARAMETER)),
    ownStyle: ownStyleOf(c, identity),
    asksToConfirm: viewer !== null && asksToConfirm(viewer, c),
    // An error page may be shown to a member as to a visitor, so it does not name the owner of the
    // data that the service worker stores.
    isError: status >= 500,
  }
  const top = head(about, shell, siteOrigin(c))
  const whole = (rendered: string) =>
    `<!doctype html>${openRoot(identity, language)}${top}${withDrawings(rendered)}</html>`
  const rendered = html`${(
    <IdentityContext.Provider value={identity}>
      <LettersContext.Provider value={shell.letters}>
        <Layout {...shell} side={side} isText={isText}>
          {body}
        </Layout>
      </LettersContext.Provider>
    </IdentityContext.Provider>
  )}`
  return c.html(rendered instanceof Promise ? rendered.then(whole) : whole(rendered), status)
}

/**
 * Whether the page reminds the viewer to confirm their address. The pages on which the viewer does
 * that have no reminder, and neither has a site that sends no mail.
 */
function asksToConfirm({ email_verified_at, status }: Viewer, { env, req }: PageContext): boolean {
  if (email_verified_at !== null || status !== 'active' || mailServiceOf(env) === null) return false
  return !/^\/(welcome|settings|verify|claim)$/.test(req.path)
}

/**
 * The address of the owner's style sheet. An owner can leave it out by the address of the page, if
 * it makes the page unusable.
 */
function ownStyleOf(
  { var: { viewer }, req }: PageContext,
  { css_hash: hash }: Identity,
): string | null {
  if (hash === null || !hasOwnCss(req.path)) return null
  const isSafe = viewer !== null && isOwner(viewer) && req.query(SAFE_LOOK) === '1'
  return isSafe ? null : stylePath(hash)
}

/**
 * Inserts the drawings of the icons at the start of the body, before their first use, so that no
 * icon is painted late.
 */
function withDrawings(body: string): string {
  const start = body.indexOf('>') + 1
  return body.slice(0, start) + drawings(body) + body.slice(start)
}

/**
 * Pages about letters have a form of their own, or show the next step instead of it, so their
 * footer has no form.
 */
const HAS_LETTERS_FORM = /^\/letters\b/

interface LayoutProps extends TopBarProps {
  /** Shown next to the page on wide screens and below it on narrow screens. */
  side?: Child
  isText: boolean
  /** Whether to remind the viewer that their address is not confirmed. */
  asksToConfirm: boolean
  isError: boolean
  letters: boolean
}

/** The shell around every page. */
export function Layout({
  side,
  isText,
  asksToConfirm,
  isError,
  letters,
  children,
  ...shell
}: PropsWithChildren<LayoutProps>) {
  const { viewer, language, text, identity, brand } = shell
  return (
    <body
      {...(viewer && { ...factsOf(viewer, text), ...zonesOf(viewer) })}
      {...(identity.app_enabled &&
        !isError &&
        appOwner({ owner: viewer?.status === 'active' ? String(viewer.uid) : '' }))}
    >
      <a class="skip-link" href="#main">
        {text.skip}
      </a>
      <TopBar {...shell} />
      {viewer?.status === 'banned' && (
        <section aria-label={text.accountNotice}>
          <Notice tone="danger" banner>
            <p>{text.banned}</p>
            <RestrictionFacts
              reason={viewer.ban_reason}
              ends={viewer.ban_ends_at}
              language={language}
            />
          </Notice>
        </section>
      )}
      {asksToConfirm && viewer && (
        <section class="confirm-line soft small breaks" aria-label={text.accountNotice}>
          <p>
            {text.unconfirmed(viewer.email)}{' '}
            <a href="/settings?tab=account">{text.confirmAddress}</a>
          </p>
        </section>
      )}
      <div
        class={['page within', side && 'with-side', isText && 'of-text'].filter(Boolean).join(' ')}
      >
        <main id="main" tabindex={-1}>
          {children}
        </main>
        {side && (
          <aside class="side stack" aria-label={text.sideLabel}>
            {side}
          </aside>
        )}
      </div>
      <Footer
        {...{ viewer, language, text, brand, identity }}
        letters={letters && !HAS_LETTERS_FORM.test(shell.path)}
      />
      <div class="toasts" role="status" {...toastRegion()}>
        <template {...scriptNotice({ about: 'slow' })}>
          <p class="toast" {...slowNotice()}>
            {text.stillLoading}
          </p>
        </template>
        <template {...scriptNotice({ about: 'failed' })}>
          <p class="toast danger">
            <span>
              {/* biome-ignore lint/a11y/useValidAnchor: an empty href reloads this page without JavaScript */}
              {text.notLoaded} <a href="">{text.reload}</a>
            </span>
          </p>
        </template>
      </div>
    </body>
  )
}

/** Data attributes for the browser: the viewer, and the texts of client/behaviors/celebrate.ts. */
function factsOf({ uid, exp, checked_in_today }: Viewer, text: ShellText) {
  const level = levelOf(exp)
  const checkedIn =
    checked_in_today === 1 ? text.checkedIn(CHECK_IN_EXP, CHECK_IN_ENERGY) : undefined
  return viewerFacts({ uid, level, levelUp: text.levelUp(level), checkedIn })
}

/** Pages report the browser's zone only if the viewer may write and did not choose a zone. */
function zonesOf({ status, time_zone, browser_time_zone }: Viewer) {
  if (time_zone !== null) return chosenZone({ zone: time_zone })
  return reportedZone({ zone: status === 'active' ? (browser_time_zone ?? '') : undefined })
}
