import { adjustEnergy } from '#client/admin/adjust-energy.ts'
import { approvals } from '#client/admin/approval.ts'
import { batches } from '#client/admin/batch.ts'
import { conflicts } from '#client/admin/conflict.ts'
import { invariants } from '#client/admin/invariants.ts'
import { logo } from '#client/admin/logo.ts'
import { reasonDialogs } from '#client/admin/reason-dialog.ts'
import { shortcuts } from '#client/admin/shortcuts.ts'
import { attach } from '#client/attach.ts'
import { copyShown, counters, downloads, newToken } from '#client/behaviors/forms/extras.ts'

attach(
  adjustEnergy,
  approvals,
  batches,
  conflicts,
  copyShown,
  counters,
  downloads,
  invariants,
  logo,
  newToken,
  reasonDialogs,
  shortcuts,
)
