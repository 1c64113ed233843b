import { ApiError, isRecord } from '#client/api-error.ts'
import { attach, recordUntilLoaded } from '#client/attach.ts'
import { checkEmail } from '#client/behaviors/account/check-email.ts'
import { passwordStrength } from '#client/behaviors/account/password-strength.ts'
import { restorePage } from '#client/behaviors/account/restore.ts'
import { setUpTotp } from '#client/behaviors/account/set-up-totp.ts'
import { showPassword } from '#client/behaviors/account/show-password.ts'
import { timeZones } from '#client/behaviors/account/time-zones.ts'
import { askWhenChanged, copyShown, counters, downloads, freshParts, newToken } from '#client/behaviors/forms/extras.ts'
import { find, findAll, read } from '#client/hooks.ts'
import { api } from '#client/http.ts'
import { exportInProgress } from '#features/pages/exports/hooks.ts'
import { avatarCard } from '#features/pages/settings/hooks.ts'

/** Loaded on demand: only the settings page has an avatar card, and its code is large. */
function avatarOnDemand(): void {
  const card = find(avatarCard)
  if (card)
    recordUntilLoaded(
      card,
      import('#client/behaviors/account/avatar.ts').then(({ avatar }) => avatar(card)),
    )
}

const INTERVAL = 5_000

/** Shows the progress of exports, and loads the page again when one is finished. */
function exportProgress(): void {
  for (const element of findAll(exportInProgress)) follow(element)
}

function follow(element: HTMLElement): void {
  const { statusUrl } = read(exportInProgress, element)
  const bar = element.querySelector('progress')
  setTimeout(async () => {
    try {
      const state = document.hidden ? null : await api.get(statusUrl)
      if (isRecord(state) && state.status !== 'preparing') return location.reload()
      if (isRecord(state) && bar) bar.value = Number(state.progress)
      follow(element)
    } catch (error) {
      // Not retried: the next load of the page shows the state.
      if (!(error instanceof ApiError)) throw error
    }
  }, INTERVAL)
}

attach(
  avatarOnDemand,
  askWhenChanged,
  checkEmail,
  copyShown,
  counters,
  downloads,
  exportProgress,
  freshParts,
  newToken,
  passwordStrength,
  restorePage,
  setUpTotp,
  showPassword,
  timeZones,
)
