import { recordsIn } from '#client/api-error.ts'
import { onPageShow } from '#client/attach.ts'
import { toastAfterwards, toastProblem } from '#client/behaviors/toast.ts'
import { find, findAll, read } from '#client/hooks.ts'
import { api } from '#client/http.ts'
import { bulkApproval, bulkBox, bulkButton, selectAll } from '#features/operations/admin/frame/hooks.ts'
import { filled } from '#kernel/i18n.ts'

/** Approves the selected posts of the review queue. The page then shows what can be undone: features/operations/admin/posts/views-review.tsx. */
export function bulkApprovals(): void {
  const bar = find(bulkApproval)
  const button = bar && find<HTMLButtonElement>(bulkButton, bar)
  const all = bar && find<HTMLInputElement>(selectAll, bar)
  if (!bar || !button || !all) return
  const boxes = [...findAll<HTMLInputElement>(bulkBox)]
  const text = read(bulkApproval, bar)
  const selected = () => boxes.filter(({ checked }) => checked)
  const show = () => {
    const count = selected().length
    button.lastChild?.replaceWith(count === 0 ? text.none : filled(text.approve, { count }))
    button.disabled = count === 0
    all.checked = count === boxes.length
    all.indeterminate = count > 0 && !all.checked
  }
  onPageShow(show)
  all.addEventListener('change', () => {
    for (const box of boxes) box.checked = all.checked
    show()
  })
  for (const box of boxes) box.addEventListener('change', show)
  button.addEventListener('click', async () => {
    button.disabled = true
    button.ariaBusy = 'true'
    try {
      const refused = refusedIn(
        await api.post('/api/admin/approvals', { posts: selected().map((box) => read(bulkBox, box)) }),
      )
      const why = [...new Set(refused.map((code) => text.refusals[code] ?? code))].join(' ')
      if (refused.length > 0) toastAfterwards(filled(text.refused, { count: refused.length, why }))
      location.assign('/admin/posts')
    } catch (error) {
      show()
      toastProblem(error)
    } finally {
      button.ariaBusy = null
    }
  })
}

/** The codes of the refused posts. */
function refusedIn(response: unknown): string[] {
  return recordsIn(response, 'items').flatMap(({ ok, code }) => (ok === true ? [] : String(code)))
}
