import { attach } from '#client/attach.ts'
import { passkeyConfirmations } from '#client/behaviors/account/passkey-confirmation.ts'

attach(passkeyConfirmations)
