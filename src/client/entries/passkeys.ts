import { attach } from '#client/attach.ts'
import { passkeyAddings } from '#client/behaviors/account/passkey-adding.ts'

attach(passkeyAddings)
