import type { JSX } from 'hono/jsx/jsx-runtime'
import type { SettingKey } from '#db/schema/core.ts'
import { NAME_MAX } from '#features/core/identity/change.ts'
import { PRODUCT_NAME } from '#features/core/identity/identity.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { Mark } from '#features/core/shell/mark.tsx'
import { shellTexts } from '#features/core/shell/text.ts'
import { UsernameField } from '#features/core/shell/user.tsx'
import type { Settings } from '#features/core/site/settings.ts'
import { addressKind, SETUP_STEPS, type Setup, type SetupStep } from '#features/core/site/setup.ts'
import { adminTexts, settingAnchor } from '#features/operations/admin/frame/text.ts'
import { adminSiteTexts } from '#features/operations/admin/frame/text-settings.ts'
import { LanguageFields } from '#features/operations/admin/frame/views-languages.tsx'
import { CopyLine } from '#features/operations/admin/frame/views-list.tsx'
import { type SetupPageText, setupPageTexts } from '#features/operations/admin/setup/text.ts'
import { StepMark, setupTexts, stepPath } from '#features/pages/setup/views-card.tsx'
import type { Language, SiteLanguages } from '#kernel/i18n.ts'
import { asset } from '#web/assets.ts'
import { LinkButton, NeedsScript, Notice, ProgressBar } from '#web/components/elements.tsx'
import { Field } from '#web/components/fields.tsx'
import { ApiButton, ApiForm, Submit, Toggle } from '#web/components/form.tsx'
import { Time } from '#web/components/time.tsx'

interface SetupProps {
  setup: Setup
  asked: SetupStep | undefined
  site: {
    /** Null if the owner has not named the site. */
    name: string | null
    languages: SiteLanguages
    /** The language that the owner's browser asks for. Null if Joule does not have it. */
    browserLanguage: Language | null
    origin: string
    settings: Settings
    mailFrom: string
    lastBackupAt: string | null
  }
  viewer: Viewer
  language: Language
}

export function SetupView(props: SetupProps) {
  const { setup, site, asked, language } = props
  const isFirstBackupDue = setup.steps.backup === 'done' && site.lastBackupAt === null
  const [text, list] = [setupPageTexts[language], setupTexts[language]]
  const all = SETUP_STEPS.length
  return (
    <div class="setup breaks">
      <link rel="stylesheet" href={asset('setup.css')} />
      <NeedsScript text={shellTexts[language]} />
      {setup.next === null ? (
        <End {...props} />
      ) : (
        <header class="setup-head centred">
          <Mark />
          <h1>{setup.isEmpty ? list.ready : list.title}</h1>
          <p class="soft">{text.lead(all)}</p>
          <ProgressBar
            value={setup.finished}
            max={all}
            label={list.progress(setup.finished, all)}
          />
          <p class="faint">{list.progress(setup.finished, all)}</p>
        </header>
      )}
      <ol class="setup-steps box hairlines">
        {SETUP_STEPS.map((step) => {
          const Body = BODIES[step]
          const next =
            SETUP_STEPS.find((other) => other !== step && setup.steps[other] === 'open') ?? null
          return (
            <li>
              <details name="setup" open={step === (asked ?? setup.next)}>
                {/* The focus brings the step into view. */}
                <summary class="line loose" autofocus={step === asked}>
                  <StepMark state={setup.steps[step]} />
                  <h2>{list.steps[step]}</h2>
                  <span class="setup-state faint small">
                    {step === 'backup' && isFirstBackupDue
                      ? text.backup.tonight
                      : list.states[setup.steps[step]]}
                  </span>
                </summary>
                <div class="stack setup-body">
                  <Body {...props} text={text} then={`goto:${stepPath(next)}`} />
                </div>
              </details>
            </li>
          )
        })}
      </ol>
      {setup.next !== null && !setup.isClosed && (
        <ApiButton
          api="POST /api/admin/checklist/dismiss"
          after="goto:/"
          toast={list.closed}
          class="setup-close"
          button="button small quiet"
        >
          {list.close}
        </ApiButton>
      )}
    </div>
  )
}

function End({ site, setup, language }: SetupProps) {
  const { end: text } = setupPageTexts[language]
  return (
    <header class="card setup-end centred">
      <Mark />
      <h1>{text.heading}</h1>
      <p class="setup-site">
        <strong>{site.name ?? PRODUCT_NAME}</strong> <span class="soft small">{site.origin}</span>
      </p>
      <p class="soft">{text.lead}</p>
      <div class="form-actions">
        {setup.isClosed ? (
          <LinkButton href="/" kind="primary" label={text.open} />
        ) : (
          <ApiButton
            api="POST /api/admin/checklist/dismiss"
            after="goto:/"
            toast={text.welcome}
            button="button primary"
          >
            {text.open}
          </ApiButton>
        )}
        <LinkButton href="/admin" label={text.admin} />
      </div>
    </header>
  )
}

interface BodyProps extends SetupProps {
  text: SetupPageText
  then: `goto:${string}`
}

const BODIES: Record<SetupStep, (props: BodyProps) => JSX.Element> = {
  language: LanguageStep,
  username: UsernameStep,
  name: NameStep,
  post: PostStep,
  registration: RegistrationStep,
  mail: MailStep,
  backup: BackupStep,
  domain: DomainStep,
  invite: InviteStep,
}

function LanguageStep({ site, setup, then, text: { language: text }, language }: BodyProps) {
  const { save, saved } = adminTexts[language]
  // Until the owner has decided, the language of the owner's browser is proposed.
  const isOpen = setup.steps.language === 'open' && site.browserLanguage !== null
  const proposed = isOpen && site.browserLanguage !== null ? onlyIn(site.browserLanguage) : null
  return (
    <>
      <p>{text.hint}</p>
      <ApiForm
        api="PUT /api/admin/identity"
        after={then}
        toast={saved}
        class="form narrow"
        id="setup-language"
      >
        <LanguageFields languages={proposed ?? site.languages} language={language} />
        <Submit label={save} />
      </ApiForm>
    </>
  )
}

const onlyIn = (language: Language): SiteLanguages => ({ offered: [language], fallback: language })

function UsernameStep({ viewer, then, text: { username: text }, language }: BodyProps) {
  const { save, saved } = adminTexts[language]
  if (viewer.username !== null) {
    return (
      <p>
        {text.done(viewer.username)} <a href="/settings?tab=profile">{text.more}</a>
      </p>
    )
  }
  return (
    <>
      <p>{text.hint}</p>
      <ApiForm
        api="PUT /api/settings/profile"
        after={then}
        toast={saved}
        class="form narrow"
        id="setup-username"
      >
        <UsernameField label={text.label} required />
        <Submit label={save} />
      </ApiForm>
    </>
  )
}

function NameStep({ site, then, text: { name: text }, language }: BodyProps) {
  const { save, saved } = adminTexts[language]
  return (
    <>
      <p>{text.hint}</p>
      <ApiForm
        api="PUT /api/admin/identity"
        after={then}
        toast={saved}
        class="form narrow"
        id="setup-name"
      >
        <Field
          name="name"
          label={text.label}
          value={site.name ?? ''}
          placeholder={PRODUCT_NAME}
          maxlength={NAME_MAX}
          required
        />
        <Submit label={save} />
      </ApiForm>
      <p>
        <a href="/admin/identity#logo">{text.more}</a> · <a href="/admin/look">{text.look}</a>
      </p>
    </>
  )
}

function PostStep({ setup, text: { post: text } }: BodyProps) {
  if (setup.steps.post === 'done') {
    return (
      <p>
        {text.done} <a href="/">{text.see}</a>
      </p>
    )
  }
  return (
    <>
      <p>{text.hint}</p>
      <div class="form-actions">
        <LinkButton href="/studio/write" kind="primary" icon="pen" label={text.write} />
        <a href="/studio/import">{text.import}</a>
      </div>
    </>
  )
}

function RegistrationStep({
  setup,
  site,
  then,
  text: { registration: text },
  language,
}: BodyProps) {
  const switches = [
    ['registration.enabled', text.open],
    ['registration.invite_only', text.invited],
  ] as const
  return (
    <>
      <p>{text.hint}</p>
      <div>
        {switches.map(([setting, { label, hint }]) => (
          <SettingToggle {...{ site, setting, label, hint, language }} />
        ))}
      </div>
      <div class="form-actions">
        {setup.steps.registration === 'open' && (
          <Settle then={then} step="registration" label={text.settle} isPrimary />
        )}
        <a href="/admin/identity#pages">{text.more}</a>
        <a href="/admin/site-settings">{text.all}</a>
      </div>
    </>
  )
}

function MailStep({ setup, site, then, text: { mail: text } }: BodyProps) {
  if (setup.steps.mail === 'done') {
    return (
      <>
        <p>{text.done(site.mailFrom)}</p>
        <ApiButton api="POST /api/admin/mail/test" toast={text.tested} button="button">
          {text.test}
        </ApiButton>
      </>
    )
  }
  return (
    <>
      <p>{text.hint}</p>
      <ul class="setup-ways hairlines soft small">
        <li>{text.own}</li>
        <li>{text.cloudflare}</li>
      </ul>
      <div class="form-actions">
        <LinkButton href="/admin/mail" label={text.page} />
        {setup.steps.mail === 'open' && <Settle then={then} step="mail" label={text.later} />}
      </div>
    </>
  )
}

/** The style sheet shows only the sentence that fits the state of the switch. */
function BackupStep({ setup, site, then, text: { backup: text, keep }, language }: BodyProps) {
  return (
    <>
      <SettingToggle setting="backups.enabled" {...{ ...text, site, language }} />
      <p class="when-on">
        {site.lastBackupAt === null ? (
          text.first
        ) : (
          <>
            {text.last}
            <Time value={site.lastBackupAt} language={language} />
          </>
        )}{' '}
        {text.restore}
      </p>
      <div class="when-off">
        <Notice tone="warm">{text.without}</Notice>
      </div>
      {setup.steps.backup === 'open' && (
        <div class="form-actions">
          <Settle then={then} step="backup" label={keep} />
        </div>
      )}
    </>
  )
}

const DOMAIN_GUIDE =
  'https://developers.cloudflare.com/workers/configuration/routing/custom-domains/'

function DomainStep({ setup, site, then, text: { domain: text } }: BodyProps) {
  const kind = addressKind(site.origin)
  return (
    <>
      <p>
        {text.address}
        <code>{site.origin}</code>
      </p>
      <p>{text[kind]}</p>
      <div class="form-actions">
        {kind === 'shared' && <LinkButton href={DOMAIN_GUIDE} label={text.guide} />}
        {setup.steps.domain === 'open' && <Settle then={then} step="domain" label={text.later} />}
      </div>
    </>
  )
}

function InviteStep({ setup, site, then, text: { invite: text }, language }: BodyProps) {
  const isOpen = site.settings['registration.enabled']
  const isInviteOnly = site.settings['registration.invite_only']
  return (
    <>
      {setup.steps.invite === 'done' ? (
        <p>
          {text.done} <a href="/admin/users">{text.people}</a>
        </p>
      ) : (
        <p>{text.hint}</p>
      )}
      {!isOpen && <Notice>{text.closed}</Notice>}
      {isOpen && isInviteOnly && <p>{text.invited}</p>}
      {isOpen && !isInviteOnly && (
        <CopyLine label={text.link} value={`${site.origin}/register`} language={language} />
      )}
      <div class="form-actions">
        <LinkButton href="/admin/invitations" label={text.codes} />
        {setup.steps.invite === 'open' && <Settle then={then} step="invite" label={text.settle} />}
      </div>
    </>
  )
}

interface SettingToggleProps extends Pick<SetupProps, 'site' | 'language'> {
  setting: SettingKey
  label: string
  hint: string
}

function SettingToggle({ setting, label, hint, site, language }: SettingToggleProps) {
  return (
    <Toggle
      {...{ label, hint }}
      toasts={adminSiteTexts[language].switches[setting]}
      id={settingAnchor(setting)}
      checked={site.settings[setting]}
      api="PUT /api/admin/site-settings"
      name="value"
      body={{ key: setting }}
    />
  )
}

interface SettleProps extends Pick<BodyProps, 'then'> {
  step: SetupStep
  label: string
  isPrimary?: boolean
}

function Settle({ step, label, then, isPrimary = false }: SettleProps) {
  return (
    <ApiForm api="POST /api/admin/checklist/settle" after={then} class="needs-script">
      <input type="hidden" name="step" value={step} />
      <button type="submit" class={isPrimary ? 'button primary' : 'button quiet'}>
        {label}
      </button>
    </ApiForm>
  )
}
