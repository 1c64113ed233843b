import { APP_NAME_MAX, APPS_MAX, type App, USERS_COUNTED } from '#features/accounts/apps/apps.ts'
import { appEndpoints } from '#features/accounts/apps/discovery.ts'
import { tokenForm, tokenList } from '#features/accounts/login/hooks.ts'
import { type AdminAppsText, adminAppsTexts } from '#features/operations/admin/apps/text.ts'
import { adminTexts } from '#features/operations/admin/frame/text.ts'
import { AdminRow } from '#features/operations/admin/frame/views-list.tsx'
import type { Language } from '#kernel/i18n.ts'
import { Badge, Button, Card, EmptyState, LinkButton, PageHead, ShownOnce } from '#web/components/elements.tsx'
import { ApiButton, ApiForm, Field, TextField } from '#web/components/form.tsx'
import { copyButton, formResponse } from '#web/components/hooks.ts'
import { LabelledTime } from '#web/components/time.tsx'

interface AppsProps {
  apps: App[]
  /** The application that the owner is changing. */
  chosen: App | null
  site: string
  language: Language
}

export function AppsView({ apps, chosen, site, language }: AppsProps) {
  const text = adminAppsTexts[language]
  return (
    <>
      <PageHead title={adminTexts[language].nav.apps} lead={text.lead} />
      <div class="stack">
        {chosen === null ? (
          <>
            {/* The browser replaces it after a registration, because the form shows the secret only once. */}
            <div {...tokenList()}>
              <AppList {...{ apps, text, language }} />
            </div>
            <NewApp text={text} />
            <Addresses {...{ site, text }} />
          </>
        ) : (
          <EditApp {...{ app: chosen, text }} />
        )}
      </div>
    </>
  )
}

function AppList({ apps, text, language }: { apps: App[]; text: AdminAppsText; language: Language }) {
  if (apps.length === 0) return <EmptyState icon="globe" title={text.none} hint={text.noneHint} />
  return (
    <ul class="admin-list">
      {apps.map((app) => (
        <AppRow {...{ app, text, language }} />
      ))}
    </ul>
  )
}

function AppRow({ app, text, language }: { app: App; text: AdminAppsText; language: Language }) {
  const { id, client_id, name, redirect_uris, confidential, users, created_at } = app
  return (
    <AdminRow
      title={
        <>
          {name} <Badge>{confidential ? text.confidential : text.public}</Badge>
        </>
      }
      details={
        <>
          <Copied {...{ id: `client-${id}`, label: text.clientId, value: client_id, text }} />
          <p class="to-copy">
            <span>{text.uris}</span>
            {redirect_uris.map((uri) => (
              <code>{uri}</code>
            ))}
          </p>
        </>
      }
      actions={
        <>
          <LinkButton href={`/admin/apps?id=${id}`} kind="small" label={text.edit} aria-label={text.editOf(name)} />
          <ApiButton
            api={`DELETE /api/admin/apps/${id}`}
            after="reload"
            toast={text.removed}
            confirm={{ title: text.removeTitle(name), body: text.removeBody, button: text.remove }}
            button="button small danger"
            label={text.removeOf(name)}
          >
            {text.remove}
          </ApiButton>
        </>
      }
    >
      <span>{text.users(users, USERS_COUNTED)}</span>
      <LabelledTime label={text.created} value={created_at} language={language} show="date" />
    </AdminRow>
  )
}

function NewApp({ text }: { text: AdminAppsText }) {
  return (
    <Card heading="new-app-heading" title={text.newHeading} lead={text.newLead(APPS_MAX)} hooks={tokenForm()}>
      <ApiForm api="POST /api/admin/apps" toast={text.done} class="form narrow">
        <AppFields text={text} />
        <label class="check">
          <input type="checkbox" name="confidential" checked /> {text.isConfidential}
        </label>
        <div class="form-actions needs-script">
          <Button type="submit" kind="primary" label={text.create} />
        </div>
        <ShownOnce id="app-client" text={{ ...text, shown: text.clientId }}>
          <output id="app-client" {...formResponse({ template: '{client_id}' })} />
        </ShownOnce>
        <Secret text={text} />
      </ApiForm>
    </Card>
  )
}

function EditApp({ app: { id, name, redirect_uris, confidential }, text }: { app: App; text: AdminAppsText }) {
  return (
    <>
      <Card heading="edit-app-heading" title={text.editHeading(name)}>
        <ApiForm api={`PUT /api/admin/apps/${id}`} after="goto:/admin/apps" toast={text.saved} class="form narrow">
          <AppFields text={text} name={name} uris={redirect_uris} />
          <div class="form-actions needs-script">
            <Button type="submit" kind="primary" label={text.save} />
            <LinkButton href="/admin/apps" kind="quiet" label={text.cancel} />
          </div>
        </ApiForm>
      </Card>
      {confidential && (
        <Card heading="secret-heading" title={text.secretHeading} lead={text.secretLead}>
          <ApiForm api={`POST /api/admin/apps/${id}/secret`} class="form narrow">
            <div class="form-actions needs-script">
              <Button type="submit" label={text.rotate} />
            </div>
            <Secret text={text} />
          </ApiForm>
        </Card>
      )}
    </>
  )
}

function AppFields({ text, name = '', uris = [] }: { text: AdminAppsText; name?: string; uris?: string[] }) {
  return (
    <>
      <Field
        name="name"
        label={text.name}
        hint={text.nameHint}
        value={name}
        maxlength={APP_NAME_MAX}
        autocomplete="off"
        required
      />
      <TextField
        name="redirect_uris"
        label={text.uris}
        hint={text.urisHint}
        value={uris.join('\n')}
        rows={3}
        autocomplete="off"
        required
      />
    </>
  )
}

function Secret({ text }: { text: AdminAppsText }) {
  return (
    <ShownOnce id="app-secret" text={text}>
      <output id="app-secret" {...formResponse({ template: '{client_secret}' })} />
    </ShownOnce>
  )
}

function Addresses({ site, text }: { site: string; text: AdminAppsText }) {
  const endpoints = Object.entries(appEndpoints(site)) as [keyof AdminAppsText['addresses'], string][]
  return (
    <Card heading="addresses-heading" title={text.endpoints} lead={text.endpointsLead}>
      <Copied id="issuer" label={text.issuer} value={site} text={text} />
      {endpoints.map(([name, address]) => (
        <Copied id={name} label={text.addresses[name]} value={address} text={text} />
      ))}
    </Card>
  )
}

interface CopiedProps {
  id: string
  label: string
  value: string
  text: AdminAppsText
}

function Copied({ id, label, value, text }: CopiedProps) {
  return (
    <p class="to-copy">
      <span>{label}</span>
      <code id={id}>{value}</code>
      <Button
        {...copyButton({ of: id, copied: text.copied, failed: text.notCopied })}
        kind="small quiet needs-script"
        label={text.copy}
        aria-label={text.copyOf(label)}
      />
    </p>
  )
}
