import { GITHUB } from '#features/accounts/providers/github.ts'
import {
  PRESETS,
  PROVIDER_KEY_MAX,
  PROVIDER_NAME_MAX,
  PROVIDERS_MAX,
  type ShownProvider,
} from '#features/accounts/providers/providers.ts'
import { ProviderNotice } from '#features/accounts/providers/views.tsx'
import { adminTexts } from '#features/operations/admin/frame/text.ts'
import { AdminRow } from '#features/operations/admin/frame/views-list.tsx'
import { type AdminSignInText, adminSignInTexts } from '#features/operations/admin/sign-in/text.ts'
import type { Language } from '#kernel/i18n.ts'
import { Badge, Button, Card, EmptyState, LinkButton, Notice, PageHead } from '#web/components/elements.tsx'
import { ApiButton, ApiForm, Field } from '#web/components/form.tsx'
import { copyButton, optional } from '#web/components/hooks.ts'

/** The provider that the owner is adding or changing. */
export interface ProviderDraft
  extends Pick<ShownProvider, 'key' | 'type' | 'name' | 'issuer' | 'client_id' | 'sign_up'> {
  isNew: boolean
}

interface SignInViewProps {
  providers: ShownProvider[]
  draft: ProviderDraft | null
  /** Why a test failed. */
  problem: string | undefined
  origin: string
  language: Language
}

export function SignInView({ providers, draft, problem, origin, language }: SignInViewProps) {
  const text = adminSignInTexts[language]
  return (
    <>
      <PageHead title={adminTexts[language].nav.signIn} lead={text.lead} />
      <div class="stack">
        {problem === 'provider_failed' ? (
          <Notice tone="danger">{text.testFailed}</Notice>
        ) : (
          <ProviderNotice problem={problem} language={language} />
        )}
        {draft !== null ? (
          <ProviderForm {...{ draft, text, origin }} />
        ) : (
          <>
            <Providers {...{ providers, text, origin }} />
            <AddCard {...{ providers, text }} />
          </>
        )}
      </div>
    </>
  )
}

function Providers({ providers, text, origin }: { providers: ShownProvider[]; text: AdminSignInText; origin: string }) {
  if (providers.length === 0) return <EmptyState icon="key" title={text.none} hint={text.noneHint} />
  return (
    <ul class="admin-list">
      {providers.map((provider) => (
        <ProviderRow {...{ provider, text, origin }} />
      ))}
    </ul>
  )
}

function ProviderRow({ provider, text, origin }: { provider: ShownProvider; text: AdminSignInText; origin: string }) {
  const { key, name, issuer, sign_up, accounts, only_here } = provider
  return (
    <AdminRow
      title={
        <>
          {name} <Badge tone={sign_up ? 'good' : undefined}>{sign_up ? text.canSignUp : text.onlyLogin}</Badge>
        </>
      }
      details={<Callback {...{ providerKey: key, text, origin }} />}
      actions={
        <>
          <LinkButton href={`/auth/${key}?test=1`} kind="small" label={text.test} aria-label={text.testOf(name)} />
          <LinkButton
            href={`/admin/sign-in?key=${key}`}
            kind="small"
            label={text.edit}
            aria-label={text.editOf(name)}
          />
          <ApiButton
            api={`DELETE /api/admin/identity-providers/${key}`}
            after="reload"
            toast={text.removed}
            confirm={{ title: text.removeTitle(name), body: text.removeBody(accounts, only_here), button: text.remove }}
            button="button small danger"
            label={text.removeOf(name)}
          >
            {text.remove}
          </ApiButton>
        </>
      }
    >
      <span>{issuer}</span>
      <span>{text.accounts(accounts)}</span>
    </AdminRow>
  )
}

interface CallbackProps {
  providerKey: string
  text: AdminSignInText
  origin: string
}

function Callback({ providerKey, text, origin }: CallbackProps) {
  const id = `callback-${providerKey}`
  return (
    <p class="to-copy">
      <span>{text.callback}</span>
      <code id={id}>{`${origin}/auth/${providerKey}/callback`}</code>
      <Button
        {...copyButton({ of: id, copied: text.copied, failed: text.notCopied })}
        kind="small quiet needs-script"
        label={text.copy}
      />
    </p>
  )
}

function AddCard({ providers, text }: { providers: ShownProvider[]; text: AdminSignInText }) {
  if (providers.length >= PROVIDERS_MAX) return <Notice>{text.full(PROVIDERS_MAX)}</Notice>
  const left = PRESETS.filter(({ key }) => !providers.some((provider) => provider.key === key))
  return (
    <Card heading="add-heading" title={text.addHeading} lead={text.addLead(PROVIDERS_MAX)}>
      <div class="stack">
        <p class="form-actions">
          {left.map(({ key, name }) => (
            <LinkButton href={`/admin/sign-in?key=${key}`} label={name} />
          ))}
        </p>
        <form class="form narrow" action="/admin/sign-in">
          <h3>{text.own}</h3>
          <Field
            name="key"
            label={text.ownKey}
            hint={text.ownKeyHint}
            pattern="[a-z0-9\-]+"
            maxlength={PROVIDER_KEY_MAX}
            autocomplete="off"
            required
          />
          <div class="form-actions">
            <Button type="submit" label={text.next} />
          </div>
        </form>
      </div>
    </Card>
  )
}

function ProviderForm({ draft, text, origin }: { draft: ProviderDraft; text: AdminSignInText; origin: string }) {
  const { key, type, name, issuer, client_id, sign_up, isNew } = draft
  const preset = PRESETS.find((one) => one.key === key)
  const isGithub = type === 'github'
  const hint = issuer.includes('{tenant}') ? text.tenantHint : text.issuerHint
  return (
    <Card heading="form-heading" title={text.formHeading(name || key)} lead={text.callbackHint}>
      <div class="stack">
        <Callback {...{ providerKey: key, text, origin }} />
        {preset && (
          <p>
            <a href={preset.console}>{text.console}</a>
          </p>
        )}
        <ApiForm
          api={`PUT /api/admin/identity-providers/${key}`}
          after="goto:/admin/sign-in"
          toast={text.saved}
          class="form narrow"
        >
          <input type="hidden" name="type" value={type} />
          <Field
            name="name"
            label={text.name}
            hint={text.nameHint}
            value={name}
            maxlength={PROVIDER_NAME_MAX}
            autocomplete="off"
            required
          />
          <Field
            name="issuer"
            type="url"
            label={isGithub ? text.githubIssuer : text.issuer}
            hint={isGithub ? text.githubHint : hint}
            value={issuer}
            placeholder={isGithub ? GITHUB : 'https://'}
            autocomplete="off"
            required={!isGithub}
            hooks={optional()}
          />
          <Field name="client_id" label={text.clientId} value={client_id} autocomplete="off" required />
          <Field
            name="client_secret"
            type="password"
            label={text.clientSecret}
            hint={isNew ? text.secretHint : text.secretStays}
            autocomplete="off"
            required={isNew}
            hooks={optional()}
          />
          <label class="check">
            <input type="checkbox" name="sign_up" checked={sign_up} /> {text.signUp}
          </label>
          <div class="form-actions needs-script">
            <Button type="submit" kind="primary" label={text.save} />
            <LinkButton href="/admin/sign-in" kind="quiet" label={text.cancel} />
          </div>
        </ApiForm>
      </div>
    </Card>
  )
}
