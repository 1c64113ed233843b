import { attach } from '#client/attach.ts'
import { follow } from '#client/behaviors/follow.ts'
import { toggles } from '#client/behaviors/toggle.ts'

attach(follow, toggles)
