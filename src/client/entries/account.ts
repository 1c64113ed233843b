import { attach } from '#client/attach.ts'
import { askWhenChanged } from '#client/behaviors/ask-when-changed.ts'
import { avatarOnDemand } from '#client/behaviors/avatar-card.ts'
import { checkEmail } from '#client/behaviors/check-email.ts'
import { copyShown } from '#client/behaviors/copy-shown.ts'
import { counters } from '#client/behaviors/counters.ts'
import { downloads } from '#client/behaviors/downloads.ts'
import { newToken } from '#client/behaviors/new-token.ts'
import { passwordStrength } from '#client/behaviors/password-strength.ts'
import { restorePage } from '#client/behaviors/restore.ts'
import { setUpTotp } from '#client/behaviors/set-up-totp.ts'
import { showPassword } from '#client/behaviors/show-password.ts'

attach(
  avatarOnDemand,
  askWhenChanged,
  checkEmail,
  copyShown,
  counters,
  downloads,
  newToken,
  passwordStrength,
  restorePage,
  setUpTotp,
  showPassword,
)
