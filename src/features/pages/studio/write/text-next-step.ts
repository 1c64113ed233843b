import type { PostToWrite } from '#features/pages/studio/write/post-to-write.ts'
import type { WriteText } from '#features/pages/studio/write/text-write.ts'

export interface NextStep {
  action: 'save' | 'submit'
  label: string
  /** What the step does, as a sentence. */
  explained: string[]
  /** The label of the button that saves without taking the step. */
  save: string | null
}

/** What the main button of the write page does: it depends on the state of the post and the review switch. */
export function nextStep({ post, auditIsOn }: PostToWrite, text: WriteText): NextStep {
  const { outcome } = text
  if (post?.status === 'approved') {
    const explained = [outcome.edit, ...(auditIsOn ? [outcome.editReviewed] : []), outcome.editKept]
    return { action: 'save', label: text.saveChanges, explained, save: null }
  }
  const submitting = auditIsOn ? outcome.review : outcome.publish
  if (post?.status === 'rejected') {
    const label = auditIsOn ? text.resubmit : text.publish
    return { action: 'submit', label, explained: [outcome.rejected, submitting], save: text.saveAsDraft }
  }
  const label = auditIsOn ? text.submit : text.publish
  return { action: 'submit', label, explained: [submitting], save: text.save }
}
