import { flag, hook, json, maybe, number, text } from '#kernel/hooks.ts'
import type { Question } from '#web/components/hooks.ts'

export const commentSection = hook('comments', {
  order: text<'new' | 'old' | 'top'>,
  question: json<Question>,
  deleted: text,
  sent: text,
  quote: text,
})
export const commentsCount = hook('comments-count')
/** The line with the number of comments that arrived since the page was opened. */
export const newComments = hook('new-comments', { post: number, one: text, many: text })
export const noComments = hook('empty')
export const commentItem = hook('comment', { id: number })
/** A comment that is not deleted. */
export const commentCard = hook('author', { author: number })
export const replyButton = hook('reply', { label: text })
export const editButton = hook('edit', { label: text, save: text })
export const likeButton = hook('like')
export const deleteButton = hook('delete')
export const commentText = hook('words')
/** The text of a comment that may have marks, as typed. */
export const commentSource = hook('source', { source: text })
/** A template for the placeholder of a deleted comment with replies. */
export const deletedPlaceholder = hook('placeholder')
/**
 * A template for the actions of a comment. Its data: the comments that the viewer likes, the time
 * since which the viewer's own comments can be edited, and whether the viewer may delete all
 * comments.
 */
export const actionsTemplate = hook('comment-actions', {
  liked: json<number[]>,
  editableSince: text,
  moderates: flag,
})
/** The template of the form, on pages where readers write only replies. */
export const replyTemplate = hook('reply-composer')

export const composerForm = hook('composer', { path: text, max: number, tooLong: text })
/** `why` explains why this viewer has no name completion; absent if the viewer has it. */
export const mentionsField = hook('mentions', { label: text, why: maybe(text) })
/** A button that writes a mark of Markdown into the text. */
export const markButton = hook('mark', { name: text })
export const composerProblem = hook('problem')
export const charactersLeft = hook('left')
export const cancelReply = hook('cancel')
export const attachmentBox = hook('attachment', { unreadable: text })
export const removeAttachment = hook('remove')
