import { ApiError, isRecord, recordsIn } from '#client/api-error.ts'
import { confirmed } from '#client/behaviors/forms/dialogs.ts'
import { find, read } from '#client/hooks.ts'
import { api } from '#client/http.ts'
import { type ConflictText, conflictText } from '#features/operations/admin/frame/hooks.ts'
import { filled } from '#kernel/i18n.ts'
import { apiForm } from '#web/components/hooks.ts'

/**
 * If another admin or the author changed the post first, explains what happened and loads the page
 * again. Nothing is overwritten.
 */
export function conflicts(): void {
  const template = find(conflictText)
  if (!template) return
  const { text } = read(conflictText, template)
  document.addEventListener('joule:refused', (event) => {
    const { detail, target } = event as CustomEvent<unknown>
    const call = target instanceof HTMLFormElement ? read(apiForm, target).call : ''
    const post = /\/api\/admin\/posts\/(\d+)/.exec(call)?.[1]
    const isMeanwhile =
      detail instanceof ApiError &&
      ['version_conflict', 'invalid_transition', 'not_found'].includes(detail.code)
    if (!post || !isMeanwhile) return
    event.preventDefault()
    void tell(post, text)
  })
}

async function tell(post: string, text: ConflictText): Promise<void> {
  for (const dialog of document.querySelectorAll<HTMLDialogElement>('dialog[open]')) dialog.close()
  const { title, button } = text
  if (await confirmed({ title, body: await whatHappened(post, text), button, calm: true }))
    location.reload()
}

async function whatHappened(post: string, text: ConflictText): Promise<string> {
  try {
    const now = await api.get(`/api/admin/posts/${post}`)
    const last = recordsIn(now, 'moves').at(-1)
    if (!last || !isRecord(last.actor)) return text.author
    if (String(now.updated_at) > String(last.created_at)) return text.author
    const move = text.moves[String(last.move)] ?? String(last.move)
    const said = filled(text.body, { name: String(last.actor.display_name), move })
    return `${said}${last.reason ? ` “${last.reason}”` : ''}`
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return text.gone
    throw error
  }
}
