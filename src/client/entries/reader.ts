import { attach } from '#client/attach.ts'
import { currentTabs } from '#client/behaviors/current-tab.ts'
import { apiForms } from '#client/behaviors/forms/api-form.ts'
import { dialogs } from '#client/behaviors/forms/dialogs.ts'
import { keys } from '#client/behaviors/keys.ts'
import { loadMore } from '#client/behaviors/load-more.ts'
import { contents } from '#client/behaviors/posts/contents.ts'
import { copyCode } from '#client/behaviors/posts/copy-code.ts'
import { highlight } from '#client/behaviors/posts/highlight.ts'
import { linkedComment } from '#client/behaviors/posts/linked-comment.ts'
import { shareButtons } from '#client/behaviors/posts/share.ts'
import { countView } from '#client/behaviors/posts/view.ts'
import { prefetch } from '#client/behaviors/prefetch.ts'
import { relativeTimes } from '#client/behaviors/relative-times.ts'
import { themeSwitch } from '#client/behaviors/theme.ts'
import { showWaitingToast } from '#client/behaviors/toast.ts'
import { closeWelcome } from '#client/behaviors/welcome.ts'
// account.ts and member.ts both use this file; importing it here avoids a separate chunk.
import '#client/on-page-show.ts'

// Runs on every page.
attach(
  apiForms,
  closeWelcome,
  contents,
  countView,
  copyCode,
  currentTabs,
  dialogs,
  highlight,
  keys,
  linkedComment,
  loadMore,
  prefetch,
  relativeTimes,
  shareButtons,
  themeSwitch,
  showWaitingToast,
)
