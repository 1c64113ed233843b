import { Hono } from 'hono'
import type { Child, PropsWithChildren } from 'hono/jsx'
import type { AppEnv, MemberEnv } from '#env'
import { accessTokensOf } from '#features/accounts/access-tokens/tokens.ts'
import { TokensTab } from '#features/accounts/access-tokens/views.tsx'
import { connectedApps } from '#features/accounts/apps/apps.ts'
import { assistantResource } from '#features/accounts/apps/claims.ts'
import { ConnectAssistantCard, ConnectedAppsCard } from '#features/accounts/apps/views.tsx'
import {
  countOpenInvitations,
  mayInvite,
  ownInvitations,
} from '#features/accounts/invitations/invitations.ts'
import { InvitationsTab } from '#features/accounts/invitations/views.tsx'
import { hasPassword } from '#features/accounts/login/password.ts'
import { pastSignIns } from '#features/accounts/login/sign-in.ts'
import { passkeysOf } from '#features/accounts/passkeys/passkeys.ts'
import { ownProfile } from '#features/accounts/profiles/change.ts'
import { ownProviders } from '#features/accounts/providers/identities.ts'
import { connectTicket } from '#features/accounts/providers/pending.ts'
import { notMeLinks } from '#features/accounts/recovery/not-me.ts'
import { secondFactorOf } from '#features/accounts/second-factor/totp.ts'
import { sessionsOf } from '#features/accounts/sessions/devices.ts'
import { blockedUsers } from '#features/core/blocks/block.ts'
import { BlocksTab } from '#features/core/blocks/views.tsx'
import { siteIdentity } from '#features/core/identity/identity.ts'
import { noticeMailOf } from '#features/core/mail/notice-prefs.ts'
import { type MailDestination, mailDestinationOf } from '#features/core/mail/service.ts'
import { notifyPrefs } from '#features/core/notifications/kinds.ts'
import { zoneOf } from '#features/core/people/viewer.ts'
import { categoriesFor, pushChoiceOf } from '#features/core/push/subscriptions.ts'
import { PushCard } from '#features/core/push/views.tsx'
import { page } from '#features/core/shell/page.tsx'
import { cachedSetting } from '#features/core/site/settings.ts'
import { energyOverview } from '#features/economy/energy/account.ts'
import { EnergyTab } from '#features/economy/energy/views.tsx'
import { exportsOf } from '#features/pages/exports/exports.ts'
import { type SettingsText, settingsTexts, type TabName } from '#features/pages/settings/text.ts'
import {
  AccountTab,
  NoticeMailCard,
  NotificationsTab,
  PasswordTab,
} from '#features/pages/settings/views-notifications.tsx'
import { ProfileTab } from '#features/pages/settings/views-profile.tsx'
import { SecurityTab, SessionsTab } from '#features/pages/settings/views-sessions.tsx'
import type { Secrets } from '#kernel/crypto/signatures.ts'
import { zoneName } from '#kernel/time-zone.ts'
import { asset } from '#web/assets.ts'
import { type IconName, PageHead } from '#web/components/elements.tsx'
import { Tabs } from '#web/components/lists.tsx'
import { signedIn } from '#web/guards/access.ts'
import { secretsOf } from '#web/secrets.ts'
import { siteOrigin } from '#web/site-origin.ts'
import { pageRequest } from '#web/validation/validate.ts'

interface TabRequest {
  /** The position in a list with several pages. */
  cursor: string | undefined
  /** Why a connection to a provider failed. */
  problem: string | undefined
  mailDestination: MailDestination
  secrets: Secrets
  /** The origin of the site. */
  site: string
}

interface SettingsTab {
  name: TabName
  icon: IconName
  /** A script that only this tab needs. */
  script?: string
  show(facts: MemberEnv['Variables'], request: TabRequest): Child | Promise<Child>
}

/**
 * The tabs in the order of display. An unknown tab shows the first one. A feature with its own
 * settings adds a line here.
 */
const tabs: [SettingsTab, ...SettingsTab[]] = [
  { name: 'profile', icon: 'person', show: profileTab },
  { name: 'sessions', icon: 'desktop', show: sessionsTab },
  { name: 'password', icon: 'key', show: passwordTab },
  { name: 'security', icon: 'lock', script: 'passkeys.js', show: securityTab },
  { name: 'notifications', icon: 'bell', script: 'push.js', show: notificationsTab },
  { name: 'invitations', icon: 'plus', show: invitationsTab },
  { name: 'blocks', icon: 'eyeShut', show: blocksTab },
  { name: 'energy', icon: 'bolt', show: energyTab },
  { name: 'tokens', icon: 'code', show: tokensTab },
  { name: 'account', icon: 'shield', show: accountTab },
]

export const settingsPages = new Hono<AppEnv>().get('/settings', signedIn, async (c) => {
  const tab = tabs.find(({ name }) => name === c.req.query('tab')) ?? tabs[0]
  const text = settingsTexts[c.var.language]
  const scripts = ['account.js', ...(tab.script ? [tab.script] : [])]
  const title = `${text.tabs[tab.name]} · ${text.title}`
  return page(
    c,
    { title, description: text.description, robots: 'noindex', scripts },
    <SettingsView text={text} current={tab.name}>
      {
        await tab.show(c.var, {
          cursor: c.req.query('cursor'),
          problem: c.req.query('problem'),
          mailDestination: mailDestinationOf(c.env),
          secrets: secretsOf(c.env),
          site: siteOrigin(c),
        })
      }
    </SettingsView>,
  )
})

/** The frame of all tabs: a list at the side on wide screens, a row of links on small ones. */
function SettingsView({
  text,
  current,
  children,
}: PropsWithChildren<{ text: SettingsText; current: TabName }>) {
  return (
    <div class="with-side-nav settings">
      <link rel="stylesheet" href={asset('settings.css')} />
      <PageHead title={text.title} />
      <Tabs
        look="side-nav"
        label={text.tabsLabel}
        items={tabs.map(({ name, icon }) => ({
          href: `/settings?tab=${name}`,
          icon,
          label: text.tabs[name],
          current: name === current,
        }))}
      />
      <div class="stack">{children}</div>
    </div>
  )
}

async function profileTab({ db, viewer, language }: MemberEnv['Variables']) {
  return <ProfileTab {...{ viewer, language }} profile={await ownProfile(db, viewer)} />
}

async function sessionsTab({ db, viewer, sid, now, language }: MemberEnv['Variables']) {
  const { sessions, tokens } = await db.read({
    sessions: sessionsOf(viewer, sid, now),
    tokens: accessTokensOf(viewer, now),
  })
  return <SessionsTab {...{ sessions, language }} tokenCount={tokens.length} />
}

async function passwordTab({ db, viewer, language }: MemberEnv['Variables']) {
  const hasOne = await db.read(hasPassword(viewer))
  return <PasswordTab email={viewer.email} {...{ hasOne, language }} />
}

async function securityTab(
  { db, viewer, sid, now, language }: MemberEnv['Variables'],
  { problem, secrets }: TabRequest,
) {
  const ticket = await connectTicket(secrets, sid)
  const known = await db.read({
    providers: ownProviders(viewer),
    passkeys: passkeysOf(viewer),
    factor: secondFactorOf(viewer),
    signIns: pastSignIns(viewer),
    links: notMeLinks({ viewer, sid }, now),
  })
  return <SecurityTab {...{ ...known, ticket, problem, language }} />
}

async function notificationsTab(
  { db, viewer, sid, now, language }: MemberEnv['Variables'],
  { mailDestination }: TabRequest,
) {
  const identity = await siteIdentity(db, now)
  const { chosen, choice } = await db.read({
    chosen: noticeMailOf(viewer),
    choice: pushChoiceOf(sid),
  })
  const isVerified = viewer.email_verified_at !== null
  const zone = zoneName(zoneOf(viewer), now, language)
  return (
    <>
      <NotificationsTab prefs={notifyPrefs(viewer)} language={language} />
      {identity.app_enabled && viewer.status === 'active' && (
        <PushCard {...{ choice, zone, language }} offered={categoriesFor(viewer)} />
      )}
      <NoticeMailCard {...{ chosen, isVerified, mailDestination, zone, language }} />
    </>
  )
}

async function invitationsTab(
  { db, viewer, language, now }: MemberEnv['Variables'],
  { cursor, site }: TabRequest,
) {
  const request = pageRequest({ cursor })
  const known = await db.read({
    invitations: ownInvitations(viewer, request, { site, language, now }),
    openCount: countOpenInvitations(viewer, now),
  })
  return <InvitationsTab {...known} mayInvite={mayInvite(viewer)} language={language} />
}

async function blocksTab({ db, viewer, language }: MemberEnv['Variables'], { cursor }: TabRequest) {
  const blocked = await db.read(blockedUsers(viewer, pageRequest({ cursor }), language))
  return <BlocksTab blocked={blocked} language={language} />
}

async function energyTab(
  { db, viewer, now, language }: MemberEnv['Variables'],
  { cursor }: TabRequest,
) {
  const overview = await energyOverview(db, viewer, pageRequest({ cursor }), now)
  return <EnergyTab {...overview} energy={viewer.energy} language={language} />
}

async function tokensTab(
  { db, viewer, now, language }: MemberEnv['Variables'],
  { site }: TabRequest,
) {
  const { tokens, apps, mayConnect } = await db.read({
    tokens: accessTokensOf(viewer, now),
    apps: connectedApps(viewer),
    mayConnect: cachedSetting('assistants.enabled', now),
  })
  return (
    <>
      <TokensTab {...{ tokens, language }} />
      {mayConnect && <ConnectAssistantCard address={assistantResource(site)} language={language} />}
      <ConnectedAppsCard {...{ apps, language }} />
    </>
  )
}

async function accountTab(
  { db, viewer, now, language }: MemberEnv['Variables'],
  { mailDestination }: TabRequest,
) {
  const known = await db.read({ exports: exportsOf(viewer, now), hasPassword: hasPassword(viewer) })
  return <AccountTab {...{ ...known, viewer, language, mailDestination }} />
}
