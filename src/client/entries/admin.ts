import { adjustEnergy } from '#client/admin/adjust-energy.ts'
import { approvals, bulkApprovals, reasonDialogs } from '#client/admin/approval.ts'
import { batches } from '#client/admin/batch.ts'
import { conflicts } from '#client/admin/conflict.ts'
import { logo } from '#client/admin/logo.ts'
import { adminMenu } from '#client/admin/menu.ts'
import { orderedLists } from '#client/admin/order.ts'
import { savedReplies } from '#client/admin/saved-replies.ts'
import { attach } from '#client/attach.ts'
import {
  copyShown,
  counters,
  downloads,
  freshParts,
  newToken,
} from '#client/behaviors/forms/extras.ts'
import { hasShortcuts, turnShortcuts } from '#client/behaviors/shortcut-switch.ts'
import { toastProblem } from '#client/behaviors/toast.ts'
import { find, read } from '#client/hooks.ts'
import { api } from '#client/http.ts'
import {
  invariantsButton,
  invariantsProgress,
  shortcutSwitch,
} from '#features/operations/admin/frame/hooks.ts'
import { filled } from '#kernel/i18n.ts'

/**
 * The switch in a list of shortcuts. client/behaviors/page.ts presses the control whose key is
 * pressed, unless the switch is off.
 */
function shortcuts(): void {
  const box = find<HTMLInputElement>(shortcutSwitch)
  if (!box) return
  box.checked = hasShortcuts()
  box.addEventListener('change', () => turnShortcuts(box.checked))
}

/** Each call checks a part of the rows. The call is repeated until everything is checked. */
function invariants(): void {
  const button = find(invariantsButton)
  const progress = find(invariantsProgress)
  button?.addEventListener('click', async () => {
    if (button.ariaBusy === 'true') return
    button.ariaBusy = 'true'
    try {
      for (let goesOn = false, isThrough = false; !isThrough; goesOn = true) {
        const report = await api.post('/api/admin/invariants/run', { go_on: goesOn })
        isThrough = report.complete === true
        const checked = Number(report.checked).toLocaleString()
        if (progress)
          progress.textContent = filled(read(invariantsButton, button).running, { checked })
      }
      location.reload()
    } catch (error) {
      toastProblem(error)
    } finally {
      button.ariaBusy = null
    }
  })
}

attach(
  adjustEnergy,
  adminMenu,
  approvals,
  batches,
  bulkApprovals,
  conflicts,
  copyShown,
  counters,
  downloads,
  freshParts,
  invariants,
  logo,
  newToken,
  orderedLists,
  reasonDialogs,
  savedReplies,
  shortcuts,
)
