import { composer } from '#client/behaviors/comments/composer.ts'
import { deletion } from '#client/behaviors/comments/delete.ts'
import { isComment, showSent } from '#client/behaviors/comments/insert.ts'
import { replies } from '#client/behaviors/comments/reply.ts'

/** The comments of a page: written, answered and deleted without leaving it. */
export function comments(): void {
  const section = document.querySelector<HTMLElement>('[data-comments]')
  if (!section) return
  for (const form of section.querySelectorAll<HTMLFormElement>('form[data-composer]')) composer(form)
  replies(section)
  deletion(section)
  section.addEventListener('joule:sent', (event) => {
    if (event instanceof CustomEvent && isComment(event.detail)) void showSent(section, event.detail)
  })
}
