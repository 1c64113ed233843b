import { attach } from '#client/attach.ts'
import { apiForms } from '#client/behaviors/api-form.ts'
import { celebrate } from '#client/behaviors/celebrate.ts'
import { currentTabs } from '#client/behaviors/current-tab.ts'
import { dialogs } from '#client/behaviors/dialogs.ts'
import { languageSwitch } from '#client/behaviors/language.ts'
import { loadMore } from '#client/behaviors/load-more.ts'
import { relativeTimes } from '#client/behaviors/relative-times.ts'
import { themeSwitch } from '#client/behaviors/theme.ts'
import { showWaitingToast } from '#client/behaviors/toast.ts'

attach(
  apiForms,
  currentTabs,
  dialogs,
  languageSwitch,
  loadMore,
  relativeTimes,
  themeSwitch,
  showWaitingToast,
  celebrate,
)
