import type { Context } from 'hono'
import {
  type ConfirmationMethods,
  confirmationMethods,
} from '#features/accounts/confirmation/require-confirmed.ts'
import { passkeyConfirmation } from '#features/accounts/login/hooks.ts'
import { type PasskeyText, passkeyTexts } from '#features/accounts/passkeys/views.tsx'
import { type ProviderText, providerTexts } from '#features/accounts/providers/text.ts'
import { ProviderButtons } from '#features/accounts/providers/views.tsx'
import { CodeField, secondFactorTexts } from '#features/accounts/second-factor/views.tsx'
import type { Viewer } from '#features/core/people/viewer.ts'
import { AccountCard } from '#features/core/shell/account-card.tsx'
import { type PageContext, page } from '#features/core/shell/page.tsx'
import { shellTexts } from '#features/core/shell/text.ts'
import type { Language } from '#kernel/i18n.ts'
import { confirmPath } from '#kernel/next-path.ts'
import { Button, LinkButton } from '#web/components/elements.tsx'
import { CurrentPasswordField } from '#web/components/fields.tsx'
import { ApiForm, PlainForm } from '#web/components/form.tsx'
import type { Refused } from '#web/validation/plain-form.ts'

interface Step {
  /** The proof of a new sign-in with a provider. With it, only the code is missing. */
  proof: string | null
  next: string
  refused?: Refused
}

export async function showConfirm(
  c: PageContext & Pick<Context, 'header'>,
  viewer: Viewer,
  step: Step,
) {
  const { db, language } = c.var
  const methods = await db.read(confirmationMethods(viewer))
  const scripts = [
    'account.js',
    ...(methods.methods.includes('passkey') ? ['passkey-confirmation.js'] : []),
  ]
  c.header('Cache-Control', 'private, no-store')
  const facts = {
    title: providerTexts[language].confirm.title,
    robots: 'noindex',
    scripts,
  } as const
  return page(c, facts, <ConfirmView {...{ ...step, methods, language }} />, step.refused?.status)
}

interface ConfirmProps extends Step {
  methods: ConfirmationMethods
  language: Language
}

/** The form that confirms the identity. Only the passkey needs JavaScript. */
function ConfirmView({ methods: known, next, proof, refused, language }: ConfirmProps) {
  const text = providerTexts[language]
  const { confirm } = text
  const { methods, providers } = known
  const asksPassword = proof === null && methods.includes('password')
  const hasForm = asksPassword || proof !== null
  const hasPasskey = methods.includes('passkey')
  return (
    <AccountCard heading={confirm.heading} lead={confirm.lead}>
      {hasForm && (
        <PlainForm action={confirmPath(next)} refused={refused}>
          {asksPassword && (
            <CurrentPasswordField
              label={confirm.password}
              error={refused?.problems.password}
              text={shellTexts[language]}
            />
          )}
          {proof !== null && <input type="hidden" name="provider" value={proof} />}
          {methods.includes('code') && (
            <CodeField text={secondFactorTexts[language]} error={refused?.problems.code} />
          )}
          <Button type="submit" kind="primary wide" label={confirm.submit} />
        </PlainForm>
      )}
      {hasPasskey && (
        <PasskeyConfirmation text={passkeyTexts[language]} next={next} isFirst={!hasForm} />
      )}
      {proof === null && (
        <ProviderButtons
          {...{ providers, text }}
          isFirst={!asksPassword || hasPasskey}
          purpose={{ confirm: '1', next }}
          label={confirm.with}
        />
      )}
      {!hasForm && providers.length === 0 && <OtherWays text={confirm} hasPasskey={hasPasskey} />}
    </AccountCard>
  )
}

/** Requests the options; client/entries/passkey-confirmation.ts sends the signed response. */
function PasskeyConfirmation({
  text,
  next,
  isFirst,
}: {
  text: PasskeyText
  next: string
  isFirst: boolean
}) {
  const { unverified, failed, noDomain, unsupported } = text
  return (
    <div
      class="needs-script"
      {...passkeyConfirmation({ next, unverified, failed, noDomain, unsupported })}
    >
      <ApiForm api="POST /api/auth/passkey/options" id="passkey">
        {!isFirst && <p class="or line loose faint small">{text.or}</p>}
        <Button
          type="submit"
          kind={isFirst ? 'primary wide' : 'wide'}
          icon="key"
          label={text.confirm}
        />
      </ApiForm>
    </div>
  )
}

/** What users without a password and without a provider can do. */
function OtherWays({ text, hasPasskey }: { text: ProviderText['confirm']; hasPasskey: boolean }) {
  if (hasPasskey)
    return (
      <noscript>
        <p>{text.onlyPasskey}</p>
      </noscript>
    )
  return (
    <>
      <p>{text.noWay}</p>
      <LinkButton href="/forgot" kind="primary wide" label={text.setPassword} />
    </>
  )
}
