import { attach } from '#client/attach.ts'
import { celebrate } from '#client/behaviors/celebrate.ts'
import { comments } from '#client/behaviors/comments/index.ts'
import { toggles } from '#client/behaviors/forms/toggle.ts'
import { install, savedPost } from '#client/behaviors/install.ts'
import { energizeMenu, favoriteMenu, live, report, zonedTimes } from '#client/behaviors/on-demand.ts'
import { optimisticButtons } from '#client/behaviors/optimistic-buttons.ts'
// Lazy code and other entries use these files; importing them here avoids separate chunks.
import '#client/app/badge.ts'
import '#client/time-zone.ts'

// Runs on every page of a signed-in user.
attach(
  celebrate,
  comments,
  energizeMenu,
  favoriteMenu,
  install,
  live,
  optimisticButtons,
  report,
  savedPost,
  toggles,
  zonedTimes,
)
