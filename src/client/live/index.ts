import { find } from '#client/hooks.ts'
import { liveBell } from '#client/live/bell.ts'
import { liveComments } from '#client/live/new-comments.ts'
import { commentSection, newComments } from '#features/community/comments/hooks.ts'

export function live(): void {
  liveBell()
  const [section, line] = [find(commentSection), find(newComments)]
  if (section && line) liveComments(section, line)
}
