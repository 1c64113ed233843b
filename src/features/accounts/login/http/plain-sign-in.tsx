import type { Context } from 'hono'
import * as z from 'zod'
import type { AppEnv } from '#env'
import { PlainRestoreView, restoreTexts } from '#features/accounts/deletion/views.tsx'
import type { Opened } from '#features/accounts/login/http/commands.ts'
import { CodeView, LoginView, loginTexts } from '#features/accounts/login/views.tsx'
import { providersOnLogin } from '#features/accounts/providers/providers.ts'
import { setSessionCookies } from '#features/accounts/sessions/http/session-response.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { page } from '#features/core/shell/page.tsx'
import { firstPage } from '#features/core/site/setup.ts'
import { AppError } from '#kernel/errors.ts'
import { safeNext } from '#kernel/next-path.ts'
import { handlePlainForm, type Refused } from '#web/validation/plain-form.ts'

export const nextOf = (c: { req: { query(name: string): string | undefined } }) =>
  safeNext(c.req.query('next'))

export async function startOf(
  c: Context<AppEnv>,
  viewer: Viewer,
  next = nextOf(c),
): Promise<string> {
  return next === '/' ? firstPage(c.var.db, viewer) : next
}

/** Handles a form that signs in without JavaScript. It runs the same command as the API. */
export function plainSignIn<Schema extends z.ZodObject>(
  schema: Schema,
  show: (c: Context<AppEnv>, refused: Refused) => Response | Promise<Response>,
  command: (c: Context<AppEnv>, input: z.infer<Schema>) => Promise<Opened>,
  /** The page to open next, if the address of the form names none. */
  start = '/',
) {
  return handlePlainForm(schema, show, async (c, input) => {
    // This prevents login CSRF: if a browser sends no `Origin`, another site could sign its visitor
    // in to an account of an attacker.
    if (c.req.header('origin') === undefined) throw new AppError('csrf_failed')
    try {
      const next = nextOf(c)
      return await enter(c, await command(c, input), next === '/' ? start : next)
    } catch (error) {
      const offer = showRestore(c, error)
      if (offer === null) throw error
      return offer
    }
  })
}

/**
 * The response to a sign-in without JavaScript: the next page, or the page that asks for a code.
 */
export async function enter(
  c: Context<AppEnv>,
  opened: Opened,
  next: string,
  status: 302 | 303 = 303,
) {
  if ('challenge' in opened) return showCode(c, { sent: opened, problems: {} }, next)
  await setSessionCookies(c, opened)
  return c.redirect(await startOf(c, opened.viewer, next), status)
}

/** The login page. `refused` has the errors of a form that was sent without JavaScript. */
export async function showLogin(c: Context<AppEnv>, refused?: Refused): Promise<Response> {
  const { db, language, now } = c.var
  const { title, description } = loginTexts[language]
  return page(
    c,
    { title, description, scripts: ['login.js'] },
    <LoginView
      {...{ refused, language }}
      next={nextOf(c)}
      providers={await providersOnLogin(db, now)}
      problem={c.req.query('problem')}
      hasEnded={c.req.query('ended') !== undefined}
    />,
    refused?.status,
  )
}

type Asked = Omit<Refused, 'status'> & Partial<Pick<Refused, 'status'>>

/** The page that asks for a code after the first factor. */
export async function showCode(
  c: Context<AppEnv>,
  asked: Asked,
  next = nextOf(c),
): Promise<Response> {
  const { language } = c.var
  c.header('Cache-Control', 'private, no-store')
  const facts = { title: loginTexts[language].title, robots: 'noindex' } as const
  return page(c, facts, <CodeView {...{ next, language }} refused={asked} />, asked.status)
}

const Pending = z.object({ restore_token: z.string(), purge_at: z.string() })

/** The page that offers to restore a deleted account, or null for any other error. */
export function showRestore(c: Context<AppEnv>, error: unknown): Promise<Response> | null {
  if (!(error instanceof AppError) || error.code !== 'account_pending_deletion') return null
  const { restore_token: token, purge_at: purgeAt } = Pending.parse(error.details.extra)
  const { language } = c.var
  c.header('Cache-Control', 'private, no-store')
  const facts = { title: restoreTexts[language].title, robots: 'noindex' } as const
  return page(c, facts, <PlainRestoreView {...{ token, purgeAt, language }} />)
}
