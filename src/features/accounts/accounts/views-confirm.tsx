import type { Context } from 'hono'
import * as z from 'zod'
import { confirmSession } from '#features/accounts/accounts/confirm.ts'
import { CodeInput, PasswordInput } from '#features/accounts/accounts/inputs.ts'
import type { Refused } from '#features/accounts/accounts/views.tsx'
import { ConfirmView } from '#features/accounts/accounts/views-provider.tsx'
import { relyingParty } from '#features/accounts/passkeys/http/relying-party.ts'
import { passkeyTexts } from '#features/accounts/passkeys/text.ts'
import { providerTexts } from '#features/accounts/providers/text.ts'
import { confirmationMethods, type OwnSession } from '#features/accounts/second-factor/require-confirmed.ts'
import { secondFactorTexts } from '#features/accounts/second-factor/text.ts'
import { deviceHashOf } from '#features/accounts/sessions/http/answer-session.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { type PageContext, page } from '#features/core/shell/page.tsx'
import { shellTexts } from '#features/core/shell/text.ts'
import { ERROR_STATUS, type ErrorCode } from '#kernel/errors.ts'
import { secretsOf } from '#web/secrets.ts'

export const ConfirmInput = z.object({
  password: PasswordInput.optional(),
  code: CodeInput.optional(),
  provider: z.string().max(200).optional(),
})

export async function confirm(c: Context, own: OwnSession, confirmation: z.infer<typeof ConfirmInput>): Promise<void> {
  const ceremony = { secrets: secretsOf(c.env), site: relyingParty(c), deviceHash: await deviceHashOf(c) }
  await confirmSession(c.var.db, own, confirmation, ceremony, c.var.now)
}

interface Step {
  /** The proof of a sign-in with a provider. Then only the code is missing. */
  proof: string | null
  next: string
  refused?: [Refused, ErrorCode]
}

export async function showConfirm(
  c: PageContext & Pick<Context, 'header'>,
  viewer: Viewer,
  { proof, next, refused: shown }: Step,
) {
  const [refused, code] = shown ?? []
  const { db, language } = c.var
  const text = providerTexts[language]
  const methods = await db.read(confirmationMethods(viewer))
  const [factor, passkey, shell] = [secondFactorTexts[language], passkeyTexts[language], shellTexts[language]]
  const scripts = ['account.js', ...(methods.methods.includes('passkey') ? ['passkey-confirmation.js'] : [])]
  c.header('Cache-Control', 'private, no-store')
  return page(
    c,
    { title: text.confirm.title, robots: 'noindex', scripts },
    <ConfirmView {...{ text, factor, passkey, shell, methods, next, proof, refused }} />,
    code ? ERROR_STATUS[code] : 200,
  )
}
