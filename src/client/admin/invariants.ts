import { ApiError, isRecord } from '#client/api-error.ts'
import { toast } from '#client/behaviors/toast.ts'
import { api } from '#client/http.ts'

/** Each call looks at a part; it is repeated until everything has been looked at. */
export function invariants(): void {
  const button = document.querySelector<HTMLElement>('[data-checks-invariants]')
  const progress = document.querySelector<HTMLElement>('[data-check-progress]')
  button?.addEventListener('click', async () => {
    if (button.ariaBusy === 'true') return
    button.ariaBusy = 'true'
    try {
      for (let goesOn = false, isThrough = false; !isThrough; goesOn = true) {
        const report = await api.post('/api/admin/invariants/run', { go_on: goesOn })
        if (!isRecord(report)) break
        isThrough = report.complete === true
        const checked = Number(report.checked).toLocaleString()
        if (progress) progress.textContent = (button.dataset.running ?? '').replace('{checked}', checked)
      }
      location.reload()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      toast(error.message, 'danger')
    } finally {
      button.ariaBusy = null
    }
  })
}
