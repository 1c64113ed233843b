import { attach } from '#client/attach.ts'
import { askWhenChanged } from '#client/behaviors/ask-when-changed.ts'
import { avatarOnDemand } from '#client/behaviors/avatar-card.ts'
import { checkEmail } from '#client/behaviors/check-email.ts'
import { counters } from '#client/behaviors/counters.ts'
import { downloads } from '#client/behaviors/downloads.ts'
import { passwordStrength } from '#client/behaviors/password-strength.ts'
import { offerRestore, restorePage } from '#client/behaviors/restore.ts'
import { showPassword } from '#client/behaviors/show-password.ts'

attach(
  avatarOnDemand,
  askWhenChanged,
  checkEmail,
  counters,
  downloads,
  passwordStrength,
  offerRestore,
  restorePage,
  showPassword,
)
