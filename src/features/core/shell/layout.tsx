import type { Child, PropsWithChildren } from 'hono/jsx'
import { CHECK_IN_ENERGY, CHECK_IN_EXP, levelOf } from '#features/core/people/level.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { appOwner, chosenZone, reportedZone } from '#features/core/shell/hooks.ts'
import { RestrictionFacts } from '#features/core/shell/silence-notice.tsx'
import type { ShellText } from '#features/core/shell/text.ts'
import { Footer, TopBar, type TopBarProps } from '#features/core/shell/top-bar.tsx'
import { Notice } from '#web/components/elements.tsx'
import { scriptNotice, slowNotice, toastRegion, viewerFacts } from '#web/components/hooks.ts'

interface LayoutProps extends TopBarProps {
  /** Shown next to the page on wide screens and below it on narrow screens. */
  side?: Child
  /** Whether to remind the viewer that their address is not confirmed. */
  asksToConfirm: boolean
  isError: boolean
  /** Whether the site sends letters. */
  letters: boolean
}

/** The shell around every page. */
export function Layout({ side, asksToConfirm, isError, letters, children, ...shell }: PropsWithChildren<LayoutProps>) {
  const { viewer, language, text, identity, brand } = shell
  return (
    <body
      {...(viewer && { ...factsOf(viewer, text), ...zonesOf(viewer) })}
      {...(identity.app_enabled &&
        !isError &&
        appOwner({ owner: viewer?.status === 'active' ? String(viewer.uid) : '' }))}
    >
      <a class="skip-link" href="#main">
        {text.skip}
      </a>
      <TopBar {...shell} />
      {viewer?.status === 'banned' && (
        <section aria-label={text.accountNotice}>
          <Notice tone="danger" banner>
            <p>{text.banned}</p>
            <RestrictionFacts reason={viewer.ban_reason} ends={viewer.ban_ends_at} language={language} />
          </Notice>
        </section>
      )}
      {asksToConfirm && viewer && (
        <section class="confirm-line" aria-label={text.accountNotice}>
          <p>
            {text.unconfirmed(viewer.email)} <a href="/settings?tab=account">{text.confirmAddress}</a>
          </p>
        </section>
      )}
      <div class={side ? 'page within with-side' : 'page within'}>
        <main id="main" tabindex={-1}>
          {children}
        </main>
        {side && (
          <aside class="side" aria-label={text.sideLabel}>
            {side}
          </aside>
        )}
      </div>
      <Footer {...{ viewer, language, text, brand, identity, letters }} />
      <div class="toasts" role="status" {...toastRegion()}>
        <template {...scriptNotice({ about: 'slow' })}>
          <p class="toast" {...slowNotice()}>
            {text.stillLoading}
          </p>
        </template>
        <template {...scriptNotice({ about: 'failed' })}>
          <p class="toast danger">
            <span>
              {/* biome-ignore lint/a11y/useValidAnchor: an empty href reloads this page without JavaScript */}
              {text.notLoaded} <a href="">{text.reload}</a>
            </span>
          </p>
        </template>
      </div>
    </body>
  )
}

/** Data attributes for the browser: the viewer, and the texts of client/behaviors/celebrate.ts. */
function factsOf({ uid, exp, checked_in_today }: Viewer, text: ShellText) {
  const level = levelOf(exp)
  const checkedIn = checked_in_today === 1 ? text.checkedIn(CHECK_IN_EXP, CHECK_IN_ENERGY) : undefined
  return viewerFacts({ uid, level, levelUp: text.levelUp(level), checkedIn })
}

/** Pages report the browser's zone only if the viewer may write and did not choose a zone. */
function zonesOf({ status, time_zone, browser_time_zone }: Viewer) {
  if (time_zone !== null) return chosenZone({ zone: time_zone })
  return reportedZone({ zone: status === 'active' ? (browser_time_zone ?? '') : undefined })
}
