import { html } from 'hono/html'
import type { Child } from 'hono/jsx'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { AppEnv } from '#env'
import { type Shades, shadesOf } from '#features/core/identity/accent.ts'
import { siteIdentity } from '#features/core/identity/cached.ts'
import { brandOf } from '#features/core/identity/identity.ts'
import { type LetterBindings, letterServiceOf, type MailBindings, mailServiceOf } from '#features/core/mail/service.ts'
import type { Unread } from '#features/core/notifications/kinds.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { type PageFacts as HeadFacts, head } from '#features/core/shell/head.ts'
import { Layout } from '#features/core/shell/layout.tsx'
import { LettersContext } from '#features/core/shell/letters-form.tsx'
import { IdentityContext } from '#features/core/shell/mark.tsx'
import { shellTexts } from '#features/core/shell/text.ts'
import type { Language } from '#kernel/i18n.ts'
import { drawings } from '#web/components/elements.tsx'
import { type OriginContext, siteOrigin } from '#web/site-origin.ts'

interface PageFacts extends HeadFacts {
  side?: Child
}

/** The part of Hono's context that a page needs. Compatible with the context types of all guards. */
export interface PageContext {
  var: Pick<AppEnv['Variables'], 'db' | 'now'> & { language: Language; viewer: Viewer | null; unread: Unread | null }
  env: OriginContext['env'] & MailBindings & LetterBindings
  req: { url: string; path: string }
  html(page: string | Promise<string>, status?: ContentfulStatusCode): Response | Promise<Response>
}

/** Responds with a complete page: `return page(c, { title }, <LoginView … />)`. */
export async function page(c: PageContext, facts: PageFacts, body: Child, status: ContentfulStatusCode = 200) {
  const { db, now, language, viewer, unread } = c.var
  const identity = await siteIdentity(db, now)
  const brand = brandOf(identity, language)
  const { side, ...about } = facts
  const shell = {
    viewer,
    language,
    unread: unread?.unread ?? 0,
    text: shellTexts[language],
    path: c.req.path,
    identity,
    brand,
    letters: letterServiceOf(c.env) !== null,
    asksToConfirm: viewer !== null && asksToConfirm(viewer, c),
    // An error page of a member can be the page of a visitor.
    isError: status >= 500,
  }
  const { path } = c.req
  const top = head(about, {
    language,
    origin: siteOrigin(c),
    path,
    isSignedIn: viewer !== null,
    identity,
    brand,
  })
  const whole = (rendered: string) =>
    `<!doctype html><html lang="${language}"${accentStyle(identity.accent)}>${top}${withDrawings(rendered)}</html>`
  const rendered = html`${(
    <IdentityContext.Provider value={identity}>
      <LettersContext.Provider value={shell.letters}>
        <Layout {...shell} side={side}>
          {body}
        </Layout>
      </LettersContext.Provider>
    </IdentityContext.Provider>
  )}`
  return c.html(rendered instanceof Promise ? rendered.then(whole) : whole(rendered), status)
}

/** Whether the page reminds the viewer to confirm their address. Not on the pages that do it, nor on a site that sends no mail. */
function asksToConfirm({ email_verified_at, status }: Viewer, { env, req }: PageContext): boolean {
  if (email_verified_at !== null || status !== 'active' || mailServiceOf(env) === null) return false
  return !/^\/(welcome|settings|verify|claim)$/.test(req.path)
}

/** Overrides the colours of static/css/tokens.css. A style attribute needs no request, and the Content-Security-Policy allows it. */
function accentStyle(accent: string | null): string {
  if (accent === null) return ''
  const { light, dark } = shadesOf(accent)
  const both = (name: keyof Shades) => `light-dark(${light[name]},${dark[name]})`
  const rules = [
    `--accent:${both('accent')}`,
    `--accent-strong:${both('strong')}`,
    `--accent-soft:${both('soft')}`,
    `--on-accent:${both('on')}`,
    `--glow:${accent}`,
  ]
  return ` style="${rules.join(';')}"`
}

/** Inserts the icon definitions at the start of the body, before their first use, so that no icon is painted late. */
function withDrawings(body: string): string {
  const start = body.indexOf('>') + 1
  return body.slice(0, start) + drawings(body) + body.slice(start)
}
