import { attach } from '#client/attach.ts'
import { passkeyLogins } from '#client/behaviors/account/passkey-login.ts'
import { offerRestore } from '#client/behaviors/account/restore.ts'
import { secondFactor } from '#client/behaviors/account/second-factor.ts'
import { showPassword } from '#client/behaviors/account/show-password.ts'

attach(offerRestore, passkeyLogins, secondFactor, showPassword)
