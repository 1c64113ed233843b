import { RESTRICTION_DAYS_MAX } from '#features/accounts/accounts/status-and-role.ts'
import { BAN_REASONS } from '#features/operations/admin/frame/canned-reasons.ts'
import { banTexts } from '#features/operations/admin/frame/text.ts'
import { ReasonDialog, type ReasonDialogProps } from '#features/operations/admin/frame/views-dialogs.tsx'

interface BanDialogProps
  extends Pick<ReasonDialogProps, 'id' | 'name' | 'isOptional' | 'after' | 'toast' | 'body' | 'language'> {
  /** A second paragraph. */
  note?: string
}

/** Bans a user, on their page or as the decision on a report. */
export function BanDialog({ note, ...dialog }: BanDialogProps) {
  const text = banTexts[dialog.language]
  return (
    <ReasonDialog
      title={text.banTitle}
      lead={[text.banLead, ...(note ? [note] : [])]}
      button={text.banButton}
      reasons={BAN_REASONS}
      days={RESTRICTION_DAYS_MAX}
      danger
      {...dialog}
    />
  )
}

/** "Ban and hide all content". A user who is banned already stays banned as long as before. */
export function HideDialog({ note, isBanned, ...dialog }: BanDialogProps & { isBanned: boolean }) {
  const text = banTexts[dialog.language]
  return (
    <ReasonDialog
      title={text.hideTitle}
      lead={[text.hideLead, ...(note ? [note] : [])]}
      button={text.hideButton}
      reasons={BAN_REASONS}
      days={isBanned ? undefined : RESTRICTION_DAYS_MAX}
      danger
      {...dialog}
    />
  )
}
