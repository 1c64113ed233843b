import { attach } from '#client/attach.ts'
import { celebrate } from '#client/behaviors/celebrate.ts'
import { comments } from '#client/behaviors/comments/index.ts'
import { energize } from '#client/behaviors/energize.ts'
import { favorite } from '#client/behaviors/favorite.ts'
import { follow } from '#client/behaviors/follow.ts'
import { live } from '#client/behaviors/live.ts'
import { reactions } from '#client/behaviors/reactions.ts'
import { report } from '#client/behaviors/report.ts'
import { toggles } from '#client/behaviors/toggle.ts'

// On every page of somebody who is signed in.
attach(celebrate, comments, energize, favorite, follow, live, reactions, report, toggles)
