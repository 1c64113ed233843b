import { deletion } from '#client/behaviors/comments/delete.ts'
import { forms } from '#client/behaviors/comments/forms.ts'
import { likes } from '#client/behaviors/comments/like.ts'

export function commentActions(section: HTMLElement): void {
  forms(section)
  deletion(section)
  likes(section)
}
