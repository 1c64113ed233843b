import { passkeyConfirmation } from '#features/accounts/accounts/hooks.ts'
import { EMAIL_MAX } from '#features/accounts/accounts/inputs.ts'
import { AccountCard, type Refused } from '#features/accounts/accounts/views.tsx'
import type { PasskeyText } from '#features/accounts/passkeys/text.ts'
import type { Identity } from '#features/accounts/providers/identity.ts'
import type { ProviderText } from '#features/accounts/providers/text.ts'
import { ProviderButtons } from '#features/accounts/providers/views.tsx'
import type { ConfirmationMethods } from '#features/accounts/second-factor/require-confirmed.ts'
import type { SecondFactorText } from '#features/accounts/second-factor/text.ts'
import { CodeField } from '#features/accounts/second-factor/views.tsx'
import type { ShellText } from '#features/core/shell/text.ts'
import { asset } from '#web/assets.ts'
import { Button, Facts, LinkButton, Notice } from '#web/components/elements.tsx'
import { ApiForm, CurrentPasswordField, Field } from '#web/components/form.tsx'

interface EmailStepProps {
  text: ProviderText
  name: string
  action: string
  refused?: Refused | undefined
}

/** For a new person whose provider gave no address. */
export function EmailStep({ text: { email: text }, name, action, refused }: EmailStepProps) {
  return (
    <AccountCard heading={text.heading} lead={text.lead(name)}>
      <form class="form" method="post" action={action} novalidate>
        {refused?.problem && <Notice tone="danger">{refused.problem}</Notice>}
        <Field
          name="email"
          type="email"
          label={text.label}
          value={refused?.sent.email ?? ''}
          error={refused?.problems.email}
          autocomplete="email"
          maxlength={EMAIL_MAX}
          required
        />
        <Button type="submit" kind="primary wide" label={text.submit} />
      </form>
    </AccountCard>
  )
}

interface ConfirmProps {
  text: ProviderText
  factor: SecondFactorText
  passkey: PasskeyText
  shell: ShellText
  methods: ConfirmationMethods
  next: string
  /** The proof of a sign-in with a provider. Then only the code is missing. */
  proof: string | null
  refused?: Refused | undefined
}

/** Confirms the identity. Only the passkey needs JavaScript. */
export function ConfirmView({ text, factor, passkey, shell, methods: known, next, proof, refused }: ConfirmProps) {
  const { confirm } = text
  const { methods, providers } = known
  const asksPassword = proof === null && methods.includes('password')
  const hasForm = asksPassword || proof !== null
  const hasPasskey = methods.includes('passkey')
  return (
    <AccountCard heading={confirm.heading} lead={confirm.lead}>
      {hasForm && (
        <form class="form" method="post" action={`/confirm?next=${encodeURIComponent(next)}`} novalidate>
          {refused?.problem && <Notice tone="danger">{refused.problem}</Notice>}
          {asksPassword && (
            <CurrentPasswordField label={confirm.password} error={refused?.problems.password} text={shell} />
          )}
          {proof !== null && <input type="hidden" name="provider" value={proof} />}
          {methods.includes('code') && <CodeField text={factor} error={refused?.problems.code} />}
          <Button type="submit" kind="primary wide" label={confirm.submit} />
        </form>
      )}
      {hasPasskey && <PasskeyConfirmation text={passkey} next={next} isFirst={!hasForm} />}
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
function PasskeyConfirmation({ text, next, isFirst }: { text: PasskeyText; next: string; isFirst: boolean }) {
  const { unverified, failed, noDomain, unsupported } = text
  return (
    <div class="needs-script" {...passkeyConfirmation({ next, unverified, failed, noDomain, unsupported })}>
      <ApiForm api="POST /api/auth/passkey/options" id="passkey">
        {!isFirst && <p class="or">{text.or}</p>}
        <Button type="submit" kind={isFirst ? 'primary wide' : 'wide'} icon="key" label={text.confirm} />
      </ApiForm>
    </div>
  )
}

/** For accounts without a password and without a provider. */
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

/** What the provider sent in a test by the owner. */
export function TestResult({ text: { test: text }, name, identity }: TestProps) {
  const { subject, email, isEmailVerified, username, claims } = identity
  return (
    <AccountCard heading={text.heading(name)} lead={text.lead}>
      {/* Only this page and the admin pages use these rules. */}
      <link rel="stylesheet" href={asset('admin.css')} />
      <Facts
        facts={[
          [text.subject, <code>{subject}</code>],
          [text.email, email === null ? text.none : (isEmailVerified ? text.verified : text.unverified)(email)],
          [text.username, username ?? text.none],
        ]}
      />
      <h2>{text.all}</h2>
      <div class="claims">
        <Facts facts={Object.entries(claims).map(([name, value]) => [name, <code>{JSON.stringify(value)}</code>])} />
      </div>
      <LinkButton href="/admin/sign-in" kind="wide" label={text.back} />
    </AccountCard>
  )
}

interface TestProps {
  text: ProviderText
  name: string
  identity: Identity
}
