import { follow } from '#client/behaviors/follow.ts'
import { toggles } from '#client/behaviors/toggle.ts'

follow()
toggles()
