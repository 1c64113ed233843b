import { composer } from '#client/behaviors/comments/composer.ts'
import { deletion } from '#client/behaviors/comments/delete.ts'
import { isComment, showSent } from '#client/behaviors/comments/insert.ts'
import { replies } from '#client/behaviors/comments/reply.ts'
import { find, findAll } from '#client/hooks.ts'
import { commentSection, composerForm } from '#features/comments/hooks.ts'

/** The comments of a page: written, answered and deleted without leaving it. */
export function comments(): void {
  const section = find(commentSection)
  if (!section) return
  for (const form of findAll<HTMLFormElement>(composerForm, section)) composer(form)
  replies(section)
  deletion(section)
  section.addEventListener('joule:sent', (event) => {
    if (event instanceof CustomEvent && isComment(event.detail)) void showSent(section, event.detail)
  })
}
