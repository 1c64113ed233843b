import type { ConnectedApp } from '#features/accounts/apps/apps.ts'
import type { AppScope } from '#features/accounts/apps/claims.ts'
import { type AppText, appTexts } from '#features/accounts/apps/text.ts'
import { displayName } from '#features/core/people/user-ref.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { AccountCard } from '#features/core/shell/account-card.tsx'
import type { Language } from '#kernel/i18n.ts'
import { Button, Card, Facts, ItemRow, LinkButton, Notice } from '#web/components/elements.tsx'
import { EndItem } from '#web/components/form.tsx'
import { copyButton, freshPart } from '#web/components/hooks.ts'
import { LabelledTime } from '#web/components/time.tsx'

interface ConsentProps {
  text: AppText
  name: string
  /** The host of an assistant's document. */
  from: string | null
  /** Whether it returns to a program on the machine of the user. */
  isLocal: boolean
  scopes: readonly AppScope[]
  viewer: Viewer
  /** The host that the browser returns to. */
  host: string
  /** The query of the request, checked again with the decision. */
  request: string
  /** The path of this page. */
  again: string
  language: Language
}

/** Plain forms: the page works without JavaScript. */
export function ConsentView(props: ConsentProps) {
  const { text, name, from, isLocal, scopes, viewer, host, request, again, language } = props
  return (
    <AccountCard heading={text.heading(name)} lead={text.lead(name)}>
      <Facts
        facts={[
          ...(from === null ? [] : ([[text.from, <strong>{from}</strong>]] as const)),
          [text.account, displayName(viewer, language)],
        ]}
      />
      <p>{text.receives}</p>
      <ul>
        {worthNaming(scopes).map((scope) => (
          <li>{scope === 'email' ? text.emailOf(viewer.email) : text.scopes[scope]}</li>
        ))}
      </ul>
      <p class="soft">{text.never}</p>
      {isLocal && <Notice>{text.local}</Notice>}
      <form class="form" method="post" action="/oauth/consent">
        <input type="hidden" name="request" value={request} />
        <Button type="submit" name="decision" value="allow" kind="primary wide" label={text.allow} />
        <Button type="submit" name="decision" value="deny" kind="wide" label={text.deny} />
      </form>
      <p class="soft">{text.returnsTo(host)}</p>
      <form method="post" action={`/logout?next=${encodeURIComponent(again)}`}>
        <Button type="submit" kind="quiet wide" label={text.otherAccount} />
      </form>
    </AccountCard>
  )
}

/** The user number is part of the profile. An assistant always works while the user is away. */
function worthNaming(scopes: readonly AppScope[]): readonly AppScope[] {
  const isAssistant = scopes.some((scope) => scope.startsWith('posts:'))
  const implied = [...(scopes.includes('profile') ? ['openid'] : []), ...(isAssistant ? ['offline_access'] : [])]
  return scopes.filter((scope) => !implied.includes(scope))
}

/** Shown for a moment; the `Refresh` header of the response opens the address. */
export function ReturnView({ text, name, target }: { text: AppText; name: string; target: string }) {
  return (
    <AccountCard heading={text.returning(name)}>
      <LinkButton href={target} kind="primary wide" label={text.returnNow} rel="nofollow" />
    </AccountCard>
  )
}

/** `name` is null if the application is unknown; otherwise its address is. */
export function UnknownAppView({ text, name }: { text: AppText; name: string | null }) {
  return (
    <AccountCard heading={text.unknownHeading}>
      <Notice tone="danger">{name === null ? text.unknownApp : text.unknownAddress(name)}</Notice>
      <p>{text.unknownHint}</p>
      <LinkButton href="/" kind="wide" label={text.home} />
    </AccountCard>
  )
}

/** In the settings: the address that a member gives to an assistant. */
export function ConnectAssistantCard({ address, language }: { address: string; language: Language }) {
  const text = appTexts[language].connect
  return (
    <Card heading="assistant-heading" title={text.heading} lead={text.lead}>
      <p class="shown-once notice">
        <output id="assistant-address">{address}</output>
        <Button
          {...copyButton({ of: 'assistant-address', copied: text.copied, failed: text.notCopied })}
          kind="small needs-script"
          label={text.copy}
        />
      </p>
      <p>
        <a href="/help/mcp">{text.help}</a>
      </p>
    </Card>
  )
}

/** In the settings. Most sites have no applications, so an empty list is not shown. */
export function ConnectedAppsCard({ apps, language }: { apps: ConnectedApp[]; language: Language }) {
  const text = appTexts[language]
  const card = (
    <Card heading="apps-heading" title={text.listHeading} lead={text.listLead}>
      <ul class="devices">
        {apps.map(({ id, name, host, scopes, created_at, last_used_at }) => (
          <ItemRow
            icon="globe"
            title={host === null ? name : `${name} (${host})`}
            action={<EndItem api={`DELETE /api/settings/apps/${id}`} {...{ name, text }} />}
          >
            <span>
              {worthNaming(scopes)
                .map((scope) => text.scopes[scope])
                .join(' · ')}
            </span>
            <LabelledTime label={text.connected} value={created_at} language={language} />
            <LabelledTime label={text.used} value={last_used_at} none={text.unused} language={language} />
          </ItemRow>
        ))}
      </ul>
    </Card>
  )
  return <div {...freshPart({ part: 'connected-apps' })}>{apps.length > 0 && card}</div>
}
