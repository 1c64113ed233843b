import { attach } from '#client/attach.ts'
import { app } from '#client/behaviors/app.ts'
import { apiForms } from '#client/behaviors/forms/api-form.ts'
import { dialogs } from '#client/behaviors/forms/dialogs.ts'
import { loadMore } from '#client/behaviors/load-more.ts'
import {
  closeWelcome,
  currentTabs,
  keys,
  prefetch,
  themeSwitch,
  zoneFields,
} from '#client/behaviors/page.ts'
import {
  authorPreviews,
  codeBlocks,
  contents,
  countView,
  embeds,
  linkedComment,
  shareButtons,
  textSize,
  unfinishedPost,
  zoomImages,
} from '#client/behaviors/posts/reading.ts'
import { relativeTimes } from '#client/behaviors/relative-times.ts'
import { showWaitingToast } from '#client/behaviors/toast.ts'
// account.ts and member.ts both use this file; importing it here avoids a separate chunk.
import '#client/attach.ts'

// Runs on every page.
attach(
  apiForms,
  app,
  authorPreviews,
  closeWelcome,
  codeBlocks,
  contents,
  countView,
  currentTabs,
  dialogs,
  embeds,
  keys,
  linkedComment,
  loadMore,
  prefetch,
  relativeTimes,
  shareButtons,
  textSize,
  themeSwitch,
  showWaitingToast,
  unfinishedPost,
  zoneFields,
  zoomImages,
)
