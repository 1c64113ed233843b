import { attach } from '#client/attach.ts'
import { passkeyAddings } from '#client/behaviors/passkey-adding.ts'

attach(passkeyAddings)
