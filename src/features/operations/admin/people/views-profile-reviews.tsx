import { PROFILE_REASON_MAX } from '#features/accounts/profiles/decide.ts'
import type { ReviewItem } from '#features/accounts/profiles/review-list.ts'
import { Avatar } from '#features/core/shell/avatar.tsx'
import { LevelBadge } from '#features/core/shell/level-badge.tsx'
import { shellTexts } from '#features/core/shell/text.ts'
import { PROFILE_REASONS } from '#features/operations/admin/frame/canned-reasons.ts'
import { BatchBar, SelectAll, SelectBox } from '#features/operations/admin/frame/views-batch.tsx'
import { OpensDialog, ReasonDialog } from '#features/operations/admin/frame/views-dialogs.tsx'
import { type ProfileReviewsText, profileReviewsTexts } from '#features/operations/admin/people/text-profile-reviews.ts'
import type { Language } from '#kernel/i18n.ts'
import type { Page } from '#kernel/paging.ts'
import { ApiForm } from '#web/components/api-form.tsx'
import { EmptyState } from '#web/components/empty-state.tsx'
import { Icon } from '#web/components/icon.tsx'
import { Pager } from '#web/components/pager.tsx'
import { Time } from '#web/components/time.tsx'

export function ProfileReviewsView({ reviews, language }: { reviews: Page<ReviewItem>; language: Language }) {
  const text = profileReviewsTexts[language]
  return (
    <>
      <header class="page-head">
        <h1>{text.title}</h1>
        <p>{text.lead}</p>
      </header>
      {reviews.items.length === 0 ? (
        <EmptyState icon="check" title={text.none}>
          {text.noneHint}
        </EmptyState>
      ) : (
        <>
          <SelectAll language={language} />
          <ul class="admin-list" id="admin-list">
            {reviews.items.map((review) => (
              <ReviewRow review={review} text={text} language={language} />
            ))}
          </ul>
        </>
      )}
      <Pager path="/admin/profiles" cursor={reviews.next_cursor} label={shellTexts[language].loadMore} />
      <BatchBar
        actions={[
          { name: 'approve', label: text.approve, each: { api: 'POST /api/admin/profile-reviews/{id}/approve' } },
          { name: 'reject', label: text.reject, each: { api: 'POST /api/admin/profile-reviews/{id}/reject' } },
        ]}
        reasons={PROFILE_REASONS}
        max={PROFILE_REASON_MAX}
        language={language}
      />
      <ReasonDialog
        id="refuse-dialog"
        title={text.dialogTitle}
        lead={text.dialogLead}
        button={text.dialogButton}
        reasons={PROFILE_REASONS}
        max={PROFILE_REASON_MAX}
        isOptional
        after="reload"
        toast={text.rejected}
        language={language}
      />
    </>
  )
}

interface ReviewRowProps {
  review: ReviewItem
  text: ProfileReviewsText
  language: Language
}

function ReviewRow({ review, text, language }: ReviewRowProps) {
  const { id, user, cost, created_at } = review
  return (
    <li class="admin-row profile-review">
      <SelectBox id={id} name={user.display_name} language={language} />
      <Avatar user={user} />
      <div class="admin-row-text">
        <p class="admin-row-facts">
          <a href={`/admin/users/${user.uid}`}>
            <strong>{user.display_name}</strong>
          </a>
          <LevelBadge level={user.level} />
          <span>UID {user.uid}</span>
          <Time value={created_at} language={language} />
          {review.username !== null && <span>{cost === 0 ? text.free : text.cost(cost)}</span>}
        </p>
        <dl class="asked-for">
          {review.username !== null && (
            <Asked label={text.username} from={review.current_username} to={review.username} text={text} />
          )}
          {review.signature !== null && (
            <Asked label={text.signature} from={review.current_signature} to={review.signature} text={text} />
          )}
        </dl>
      </div>
      <div class="admin-row-actions needs-script">
        <ApiForm
          api={`POST /api/admin/profile-reviews/${id}/approve`}
          after="reload"
          toast={text.approved}
          class="row-form"
        >
          <button type="submit" class="button small primary" aria-label={`${text.approve}: ${user.display_name}`}>
            <Icon name="check" />
            {text.approve}
          </button>
        </ApiForm>
        <OpensDialog
          dialog="refuse-dialog"
          to={`POST /api/admin/profile-reviews/${id}/reject`}
          target={user.display_name}
          label={`${text.reject}: ${user.display_name}`}
        >
          {text.reject}
        </OpensDialog>
      </div>
    </li>
  )
}

interface AskedProps {
  label: string
  from: string | null
  to: string
  text: ProfileReviewsText
}

function Asked({ label, from, to, text }: AskedProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {from ? <del>{from}</del> : <span class="faint">{text.empty}</span>} <Icon name="chevron" />{' '}
        {to ? <ins>{to}</ins> : <span class="faint">{text.empty}</span>}
      </dd>
    </div>
  )
}
