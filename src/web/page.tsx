import { html } from 'hono/html'
import type { Child } from 'hono/jsx'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Unread } from '#features/notifications/shapes.ts'
import type { Viewer } from '#features/people/viewer.ts'
import type { Language } from '#kernel/i18n.ts'
import { drawings } from '#web/components/icon.tsx'
import { type PageFacts as HeadFacts, head } from '#web/head.ts'
import { Layout } from '#web/layout.tsx'
import { shellTexts } from '#web/text.ts'

export interface PageFacts extends HeadFacts {
  side?: Child
}

/** What a page needs of hono's context, whichever guards the request has passed. */
export interface PageContext {
  var: { language: Language; viewer: Viewer | null; unread: Unread | null }
  req: { url: string; path: string }
  html(page: string | Promise<string>, status?: ContentfulStatusCode): Response | Promise<Response>
}

/** Answers with a whole page: `return page(c, { title }, <LoginView … />)`. */
export function page(c: PageContext, facts: PageFacts, body: Child, status: ContentfulStatusCode = 200) {
  const { language, viewer } = c.var
  const { side, ...about } = facts
  const unread = c.var.unread?.unread ?? 0
  const shell = { viewer, language, unread, text: shellTexts[language], path: c.req.path }
  const { url, path } = c.req
  const top = head(about, { language, origin: new URL(url).origin, path, isSignedIn: viewer !== null })
  const whole = (rendered: string) => `<!doctype html><html lang="${language}">${top}${withDrawings(rendered)}</html>`
  const rendered = html`${(
    <Layout {...shell} side={side}>
      {body}
    </Layout>
  )}`
  return c.html(rendered instanceof Promise ? rendered.then(whole) : whole(rendered), status)
}

/** The icons stand at the head of the body, so that they are there when the first of them is painted. */
function withDrawings(body: string): string {
  const start = body.indexOf('>') + 1
  return body.slice(0, start) + drawings(body) + body.slice(start)
}
