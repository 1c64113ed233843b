import {
  type Identity,
  type OwnProvider,
  PROVIDER_PROBLEMS,
  type ProviderLink,
} from '#features/accounts/providers/identities.ts'
import { type ProviderText, providerTexts } from '#features/accounts/providers/text.ts'
import { AccountCard } from '#features/core/shell/account-card.tsx'
import type { Language } from '#kernel/i18n.ts'
import { asset } from '#web/assets.ts'
import { Card, Facts, ItemRow, LinkButton, Notice } from '#web/components/elements.tsx'
import { EndItem } from '#web/components/form.tsx'
import { ItemTime, LabelledTime } from '#web/components/time.tsx'

interface ButtonsProps {
  providers: ProviderLink[]
  /** What the buttons are for. It is also the query of each link. */
  purpose: { next?: string; invitation?: string; confirm?: string }
  label: (name: string) => string
  text: ProviderText
  /** Whether no separator is needed: nothing is above the buttons, or they have one already. */
  isFirst?: boolean
}

/** Buttons that are plain links, so they work without JavaScript. */
export function ProviderButtons({
  providers,
  purpose,
  label,
  text,
  isFirst = false,
}: ButtonsProps) {
  if (providers.length === 0) return null
  const query = new URLSearchParams(purpose).toString()
  return (
    <div class="stack provider-buttons">
      {!isFirst && <p class="or line loose faint small">{text.or}</p>}
      {providers.map(({ key, name }) => (
        <LinkButton
          href={`/auth/${key}${query && `?${query}`}`}
          kind="wide"
          label={label(name)}
          rel="nofollow"
        />
      ))}
    </div>
  )
}

/** The explanation of `?problem=` on the login page and in the settings. */
export function ProviderNotice({
  problem,
  language,
}: {
  problem: string | undefined
  language: Language
}) {
  const code = PROVIDER_PROBLEMS.find((each) => each === problem)
  if (code === undefined) return null
  return <Notice tone="danger">{providerTexts[language].problems[code]}</Notice>
}

interface CardProps {
  providers: OwnProvider[]
  /** Makes the links to connect work in this session only. */
  ticket: string
  problem: string | undefined
  language: Language
}

export function ProvidersCard({ providers, ticket, problem, language }: CardProps) {
  const text = providerTexts[language]
  if (providers.length === 0) return null
  return (
    <Card heading="providers-heading" title={text.heading} lead={text.lead}>
      <div class="stack">
        <ProviderNotice problem={problem} language={language} />
        <ul class="devices">
          {providers.map((provider) => (
            <ProviderItem {...{ provider, ticket, text, language }} />
          ))}
        </ul>
      </div>
    </Card>
  )
}

interface ItemProps {
  provider: OwnProvider
  ticket: string
  text: ProviderText
  language: Language
}

function ProviderItem({ provider, ticket, text, language }: ItemProps) {
  const { key, name, label, connected_at, last_used_at } = provider
  if (connected_at === null) {
    return (
      <ItemRow
        icon="globe"
        title={name}
        action={
          <LinkButton
            kind="small"
            href={`/auth/${key}?connect=${encodeURIComponent(ticket)}`}
            aria-label={text.connectOf(name)}
            label={text.connect}
          />
        }
      >
        <span>{text.notConnected}</span>
      </ItemRow>
    )
  }
  return (
    <ItemRow
      icon="globe"
      title={name}
      action={
        <EndItem api={`DELETE /api/settings/providers/${key}`} after="reload" {...{ name, text }} />
      }
    >
      <span>{label}</span>
      <LabelledTime label={text.connectedAt} value={connected_at} language={language} />
      <ItemTime fact="used" value={last_used_at} language={language} />
    </ItemRow>
  )
}

/** Shows what the provider has sent in a test by the owner. */
export function TestResult({ text: { test: text }, name, identity }: TestProps) {
  const { subject, email, isEmailVerified, username, claims } = identity
  const emailText = isEmailVerified ? text.verified : text.unverified
  return (
    <AccountCard heading={text.heading(name)} lead={text.lead}>
      {/* Only this page and the admin pages use the rules of this style sheet. */}
      <link rel="stylesheet" href={asset('admin.css')} />
      <Facts
        facts={[
          [text.subject, <code>{subject}</code>],
          [text.email, email === null ? text.none : emailText(email)],
          [text.username, username ?? text.none],
        ]}
      />
      <h2>{text.all}</h2>
      <div>
        <Facts
          facts={Object.entries(claims).map(([name, value]) => [
            name,
            <code>{JSON.stringify(value)}</code>,
          ])}
        />
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
