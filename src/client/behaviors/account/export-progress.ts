import { ApiError, isRecord } from '#client/api-error.ts'
import { findAll, read } from '#client/hooks.ts'
import { api } from '#client/http.ts'
import { exportInProgress } from '#features/pages/exports/hooks.ts'

const INTERVAL = 5_000

/** Shows the progress of exports, and loads the page again when one is finished. */
export function exportProgress(): void {
  for (const element of findAll(exportInProgress)) follow(element)
}

function follow(element: HTMLElement): void {
  const { statusUrl } = read(exportInProgress, element)
  const bar = element.querySelector('progress')
  setTimeout(async () => {
    try {
      const state = document.hidden ? null : await api.get(statusUrl)
      if (isRecord(state) && state.status !== 'preparing') return location.reload()
      if (isRecord(state) && bar) bar.value = Number(state.progress)
      follow(element)
    } catch (error) {
      // Not retried: the next load of the page shows the state.
      if (!(error instanceof ApiError)) throw error
    }
  }, INTERVAL)
}
