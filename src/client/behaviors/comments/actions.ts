import { deletion } from '#client/behaviors/comments/delete.ts'
import { forms } from '#client/behaviors/comments/forms.ts'

/** `form` is a blank form for a comment, or null if the viewer may not write here. */
export function commentActions(section: HTMLElement, form: HTMLFormElement | null): void {
  forms(section, form)
  deletion(section)
}
