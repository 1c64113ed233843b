import { attach } from '#client/attach.ts'
import { apiForms } from '#client/behaviors/api-form.ts'
import { contents } from '#client/behaviors/contents.ts'
import { copyCode } from '#client/behaviors/copy-code.ts'
import { currentTabs } from '#client/behaviors/current-tab.ts'
import { dialogs } from '#client/behaviors/dialogs.ts'
import { highlight } from '#client/behaviors/highlight.ts'
import { keys } from '#client/behaviors/keys.ts'
import { linkedComment } from '#client/behaviors/linked-comment.ts'
import { loadMore } from '#client/behaviors/load-more.ts'
import { prefetch } from '#client/behaviors/prefetch.ts'
import { relativeTimes } from '#client/behaviors/relative-times.ts'
import { shareButtons } from '#client/behaviors/share.ts'
import { themeSwitch } from '#client/behaviors/theme.ts'
import { showWaitingToast } from '#client/behaviors/toast.ts'
import { countView } from '#client/behaviors/view.ts'
// Both account.ts and member.ts need it: it would be a file of its own.
import '#client/when-shown.ts'

// On every page.
attach(
  apiForms,
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
