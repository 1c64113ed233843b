import { PROFILE_REASON_MAX, type ReviewItem } from '#features/accounts/profiles/decide.ts'
import { Avatar, LevelBadge } from '#features/core/shell/user.tsx'
import { OpensDialog, ReasonDialog } from '#features/operations/admin/frame/views-dialogs.tsx'
import { AdminList, AdminRow, RowAction } from '#features/operations/admin/frame/views-list.tsx'
import { type ProfileReviewsText, profileReviewsTexts } from '#features/operations/admin/people/text.ts'
import type { Language } from '#kernel/i18n.ts'
import type { Page } from '#kernel/paging.ts'
import { Icon } from '#web/components/elements.tsx'
import { Time } from '#web/components/time.tsx'

export function ProfileReviewsView({ reviews, language }: { reviews: Page<ReviewItem>; language: Language }) {
  const text = profileReviewsTexts[language]
  return (
    <>
      <p class="tab-lead">{text.lead}</p>
      <AdminList
        page={reviews}
        path="/admin/profiles"
        empty={{ icon: 'check', title: text.none, hint: text.noneHint }}
        row={(review) => <ReviewRow review={review} language={language} />}
        batch={{
          actions: [
            { name: 'approve', label: text.approve, each: { api: 'POST /api/admin/profile-reviews/{id}/approve' } },
            { name: 'reject', label: text.reject, each: { api: 'POST /api/admin/profile-reviews/{id}/reject' } },
          ],
          reasons: 'profile',
          max: PROFILE_REASON_MAX,
        }}
        language={language}
      />
      <ReasonDialog
        id="refuse-dialog"
        {...{ ...text.dialog, language }}
        reasons="profile"
        max={PROFILE_REASON_MAX}
        isOptional
        after="reload"
      />
    </>
  )
}

function ReviewRow({ review, language }: { review: ReviewItem; language: Language }) {
  const text = profileReviewsTexts[language]
  const { id, user, cost, created_at } = review
  const approve = (
    <>
      <Icon name="check" />
      {text.approve}
    </>
  )
  return (
    <AdminRow
      select={{ id, name: user.display_name, language }}
      avatar={<Avatar user={user} />}
      actions={
        <>
          <RowAction
            api={`POST /api/admin/profile-reviews/${id}/approve`}
            toast={text.approved}
            label={approve}
            name={`${text.approve}: ${user.display_name}`}
            kind="primary"
          />
          <OpensDialog
            dialog="refuse-dialog"
            to={`POST /api/admin/profile-reviews/${id}/reject`}
            target={user.display_name}
            label={text.reject}
            name={`${text.reject}: ${user.display_name}`}
          />
        </>
      }
      details={
        <dl class="asked-for">
          {review.username !== null && (
            <Asked label={text.username} from={review.current_username} to={review.username} text={text} />
          )}
          {review.signature !== null && (
            <Asked label={text.signature} from={review.current_signature} to={review.signature} text={text} />
          )}
          {review.avatar_url !== null && (
            <div>
              <dt>{text.avatar}</dt>
              <dd>
                <Avatar user={user} size="large" /> <Icon name="chevron" />{' '}
                <Avatar user={{ ...user, avatar_url: review.avatar_url }} size="large" />
              </dd>
            </div>
          )}
        </dl>
      }
    >
      <a href={`/admin/users/${user.uid}`}>
        <strong>{user.display_name}</strong>
      </a>
      <LevelBadge level={user.level} />
      <span>UID {user.uid}</span>
      <Time value={created_at} language={language} />
      {review.username !== null && <span>{cost === 0 ? text.free : text.cost(cost)}</span>}
    </AdminRow>
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
