import { ApiError, isRecord } from '#client/api-error.ts'
import { toast } from '#client/behaviors/toast.ts'
import { find, read } from '#client/hooks.ts'
import { api } from '#client/http.ts'
import { invariantsButton, invariantsProgress } from '#features/operations/admin/frame/hooks.ts'
import { filled } from '#kernel/i18n.ts'

/** Each call checks a part; repeats the call until everything is checked. */
export function invariants(): void {
  const button = find(invariantsButton)
  const progress = find(invariantsProgress)
  button?.addEventListener('click', async () => {
    if (button.ariaBusy === 'true') return
    button.ariaBusy = 'true'
    try {
      for (let goesOn = false, isThrough = false; !isThrough; goesOn = true) {
        const report = await api.post('/api/admin/invariants/run', { go_on: goesOn })
        if (!isRecord(report)) break
        isThrough = report.complete === true
        const checked = Number(report.checked).toLocaleString()
        if (progress) progress.textContent = filled(read(invariantsButton, button).running, { checked })
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
