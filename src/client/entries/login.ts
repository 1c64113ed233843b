import { attach } from '#client/attach.ts'
import { passkeyLogins } from '#client/behaviors/passkey-login.ts'
import { offerRestore } from '#client/behaviors/restore.ts'
import { secondFactor } from '#client/behaviors/second-factor.ts'
import { showPassword } from '#client/behaviors/show-password.ts'

attach(offerRestore, passkeyLogins, secondFactor, showPassword)
