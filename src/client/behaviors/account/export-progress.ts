import { ApiError, isRecord } from '#client/api-error.ts'
import { findAll, read } from '#client/hooks.ts'
import { api } from '#client/http.ts'
import { exportInProgress } from '#features/pages/exports/hooks.ts'

const INTERVAL = 5_000

/** Shows the progress of exports, and loads the page again when one is finished. */
export function exportProgress(): void {
  for (const element of findAll(exportInProgress)) {
    const { statusUrl } = read(exportInProgress, element)
    const bar = element.querySelector('progress')
    const timer = setInterval(async () => {
      if (document.hidden) return
      try {
        const state = await api.get(statusUrl)
        if (!isRecord(state)) return
        if (state.status !== 'preparing') location.reload()
        else if (bar) bar.value = Number(state.progress)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        // Not retried: the next load of the page shows the state.
        clearInterval(timer)
      }
    }, INTERVAL)
  }
}
