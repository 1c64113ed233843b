import { attach } from '#client/attach.ts'
import { celebrate } from '#client/behaviors/celebrate.ts'
import { comments } from '#client/behaviors/comments/index.ts'
import { toggles } from '#client/behaviors/forms/toggle.ts'
import { live } from '#client/behaviors/live.ts'
import { optimisticButtons } from '#client/behaviors/optimistic-buttons.ts'
import { energize } from '#client/behaviors/posts/energize.ts'
import { favoriteMenu } from '#client/behaviors/posts/favorite.ts'
import { report } from '#client/behaviors/posts/report.ts'
import { zonedTimes } from '#client/behaviors/zoned-times.ts'
// Lazy code and the editor use this file; importing it here avoids a separate chunk.
import '#client/time-zone.ts'

// Runs on every page of a signed-in user.
attach(celebrate, comments, energize, favoriteMenu, live, optimisticButtons, report, toggles, zonedTimes)
