import { attach } from '#client/attach.ts'
import { avatarOnDemand } from '#client/behaviors/account/avatar-card.ts'
import { checkEmail } from '#client/behaviors/account/check-email.ts'
import { exportProgress } from '#client/behaviors/account/export-progress.ts'
import { newToken } from '#client/behaviors/account/new-token.ts'
import { passwordStrength } from '#client/behaviors/account/password-strength.ts'
import { restorePage } from '#client/behaviors/account/restore.ts'
import { setUpTotp } from '#client/behaviors/account/set-up-totp.ts'
import { showPassword } from '#client/behaviors/account/show-password.ts'
import { timeZones } from '#client/behaviors/account/time-zones.ts'
import { askWhenChanged } from '#client/behaviors/forms/ask-when-changed.ts'
import { copyShown } from '#client/behaviors/forms/copy-shown.ts'
import { counters } from '#client/behaviors/forms/counters.ts'
import { downloads } from '#client/behaviors/forms/downloads.ts'

attach(
  avatarOnDemand,
  askWhenChanged,
  checkEmail,
  copyShown,
  counters,
  downloads,
  exportProgress,
  newToken,
  passwordStrength,
  restorePage,
  setUpTotp,
  showPassword,
  timeZones,
)
