import { PROFILE_REASON_MAX, type ReviewItem } from '#features/accounts/profiles/decide.ts'
import { RESTRICTION_DAYS_MAX } from '#features/accounts/status/status-and-role.ts'
import { Avatar, LevelBadge } from '#features/core/shell/user.tsx'
import { adminTexts } from '#features/operations/admin/frame/text.ts'
import {
  type BatchAction,
  OpensDialog,
  ReasonDialog,
} from '#features/operations/admin/frame/views-dialogs.tsx'
import {
  AdminList,
  AdminRow,
  personFilters,
  RowAction,
} from '#features/operations/admin/frame/views-list.tsx'
import type { AdminUser } from '#features/operations/admin/people/list.ts'
import {
  type AdminPeopleText,
  adminPeopleTexts,
  type ProfileReviewsText,
  profileReviewsTexts,
} from '#features/operations/admin/people/text.ts'
import type { Language } from '#kernel/i18n.ts'
import type { Page } from '#kernel/paging.ts'
import { Badge, Icon } from '#web/components/elements.tsx'
import { LabelledTime, Time } from '#web/components/time.tsx'

interface PeopleViewProps {
  people: Page<AdminUser>
  /** The filter as it was typed. Its `invited_by` is a username or a uid. */
  asked: Record<string, string | undefined>
  language: Language
}

export function PeopleView({ people, asked, language }: PeopleViewProps) {
  const { list: text, person } = adminPeopleTexts[language]
  return (
    <AdminList
      page={people}
      path="/admin/users"
      asked={asked}
      filters={[
        { name: 'q', label: text.searchLabel },
        ...personFilters(language, ['active', 'banned', 'deleted']),
        { name: 'invited_by', label: text.invitedBy },
      ]}
      empty={{ icon: 'person', title: text.none, hint: text.noneHint }}
      row={(person) => <PersonRow person={person} language={language} selectable />}
      batch={{ actions: statusActions(person), reasons: 'user', days: RESTRICTION_DAYS_MAX }}
      language={language}
    />
  )
}

function statusActions({
  ban,
  unban,
  silence,
  unsilence,
}: AdminPeopleText['person']): BatchAction[] {
  const api = 'PUT /api/admin/users/{id}/status' as const
  const silenceApi = 'PUT /api/admin/users/{id}/silence' as const
  return [
    { name: 'ban', label: ban, each: { api, body: { status: 'banned' } } },
    { name: 'unban', label: unban, each: { api, body: { status: 'active' } } },
    { name: 'silence', label: silence, each: { api: silenceApi, body: { silenced: true } } },
    { name: 'unsilence', label: unsilence, each: { api: silenceApi, body: { silenced: false } } },
  ]
}

interface PersonRowProps {
  person: AdminUser
  language: Language
  selectable?: boolean
}

export function PersonRow({ person, language, selectable = false }: PersonRowProps) {
  const { uid, email, display_name, level, created_at } = person
  const { joined } = adminPeopleTexts[language].list
  return (
    <AdminRow
      class="person-row"
      select={selectable && { id: uid, name: display_name, language }}
      avatar={<Avatar user={person} />}
      title={
        <>
          <a class="row-link" href={`/admin/users/${uid}`}>
            {display_name}
          </a>
          <LevelBadge level={level} />
          <PersonBadges person={person} language={language} />
        </>
      }
    >
      <span>UID {uid}</span>
      {email && <span>{email}</span>}
      <LabelledTime label={joined} value={created_at} language={language} show="date" />
    </AdminRow>
  )
}

/** Badges for a role other than member, and for a status other than active. */
export function PersonBadges({ person, language }: { person: AdminUser; language: Language }) {
  const { role, status, silence } = person
  const { roles, statuses, silenced } = adminTexts[language]
  return (
    <>
      {role !== 'user' && <Badge tone="accent">{roles[role]}</Badge>}
      {status !== 'active' && <Badge tone="danger">{statuses[status]}</Badge>}
      {silence && <Badge tone="danger">{silenced}</Badge>}
    </>
  )
}

export function ProfileReviewsView({
  reviews,
  language,
}: {
  reviews: Page<ReviewItem>
  language: Language
}) {
  const text = profileReviewsTexts[language]
  return (
    <>
      <p class="tab-lead soft">{text.lead}</p>
      <AdminList
        page={reviews}
        path="/admin/profiles"
        empty={{ icon: 'check', title: text.none, hint: text.noneHint }}
        row={(review) => <ReviewRow review={review} language={language} />}
        batch={{
          actions: [
            {
              name: 'approve',
              label: text.approve,
              each: { api: 'POST /api/admin/profile-reviews/{id}/approve' },
            },
            {
              name: 'reject',
              label: text.reject,
              each: { api: 'POST /api/admin/profile-reviews/{id}/reject' },
            },
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
            <Asked
              label={text.username}
              from={review.current_username}
              to={review.username}
              text={text}
            />
          )}
          {review.signature !== null && (
            <Asked
              label={text.signature}
              from={review.current_signature}
              to={review.signature}
              text={text}
            />
          )}
          {review.avatar_url !== null && (
            <div>
              <dt class="faint">{text.avatar}</dt>
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

/** One part of a profile: its present value, and the value that the user asks for. */
function Asked({ label, from, to, text }: AskedProps) {
  return (
    <div>
      <dt class="faint">{label}</dt>
      <dd>
        {from ? <del>{from}</del> : <span class="faint">{text.empty}</span>} <Icon name="chevron" />{' '}
        {to ? <ins>{to}</ins> : <span class="faint">{text.empty}</span>}
      </dd>
    </div>
  )
}
