import type { PostStatus } from '#db/schema/publishing.ts'
import { TimeSentence } from '#features/core/shell/silence-notice.tsx'
import type { StudioItem } from '#features/pages/studio/posts-list.ts'
import {
  binTexts,
  type StudioText,
  scheduleTexts,
  studioTexts,
} from '#features/pages/studio/text.ts'
import { type AuthorRules, isReviewed } from '#features/publishing/content-rules/needs-review.ts'
import { DELETE_POST_COST } from '#features/publishing/posts/bin.ts'
import { BIN_DAYS, eraseTime } from '#features/publishing/posts/post.ts'
import { allows, postStatusNames } from '#features/publishing/posts/states.ts'
import type { Language } from '#kernel/i18n.ts'
import { atWidth, SMALL_WIDTH } from '#kernel/image-widths.ts'
import { Badge, Icon, LinkButton, Notice } from '#web/components/elements.tsx'
import { ApiButton } from '#web/components/form.tsx'
import { Time } from '#web/components/time.tsx'

interface StudioPostProps {
  item: StudioItem
  language: Language
  /** The author's balance, from which a deletion is paid. */
  energy: number
  rules: AuthorRules
  /** The level of the title, below the headings around the post. */
  heading: 'h2' | 'h3'
}

/**
 * One post in a list of the studio, with its status, its figures, and the actions that its status
 * allows.
 */
export function StudioPost({ item, language, energy, rules, heading: Heading }: StudioPostProps) {
  const text = studioTexts[language]
  const isPublic = item.status === 'approved'
  return (
    <li class="studio-post stack">
      {item.cover_url && (
        <img
          class="studio-cover"
          src={atWidth(item.cover_url, SMALL_WIDTH)}
          alt=""
          width="112"
          height="74"
          loading="lazy"
        />
      )}
      <div class="studio-words">
        <Heading class="row">
          {item.deleted_at ? (
            item.title || text.untitled
          ) : (
            <a class="plain" href={pathOf(item)}>
              {item.title || text.untitled}
            </a>
          )}{' '}
          <StatusBadge status={item.status} language={language} />
        </Heading>
        <p class="two-lines soft small breaks">{item.summary || text.noWords}</p>
        <div class="studio-facts row faint small tabular">
          <span>
            {isPublic ? text.post.published : text.post.updated}{' '}
            <Time value={(isPublic && item.published_at) || item.updated_at} language={language} />
          </span>
          {isPublic &&
            FIGURES.map(([name, icon, count]) => (
              <span class="studio-figure" title={text.post[name]}>
                <Icon name={icon} />
                {item[count]} <span class="visually-hidden">{text.post[name]}</span>
              </span>
            ))}
        </div>
        <ScheduleNote {...{ item, rules, language }} />
        {item.deleted_at && (
          <p class="studio-note small">
            <TimeSentence
              text={binTexts[language].until}
              value={eraseTime(item.deleted_at)}
              language={language}
            />
          </p>
        )}
        <Verdict item={item} text={text} />
      </div>
      {item.deleted_at ? (
        <BinActions {...{ item, text, language }} />
      ) : (
        <PostActions {...{ item, text, energy, rules }} />
      )}
    </li>
  )
}

/** When the post is published or submitted, or the time that was chosen before the review. */
function ScheduleNote({
  item,
  rules,
  language,
}: Pick<StudioPostProps, 'item' | 'rules' | 'language'>) {
  const { status, publish_at, planned_at, review_passed } = item
  const text = scheduleTexts[language]
  // A pending post was submitted without the time, so it is published as soon as it is approved.
  const value = publish_at ?? (status === 'pending' ? null : planned_at)
  if (value === null) return null
  const sentence = () => {
    if (publish_at === null) return text.listedBefore
    if (status === 'pending') return text.listedWaiting
    if (review_passed) return text.listedPassed
    return isReviewed(rules) ? text.listedReview : text.listed
  }
  return (
    <p class="studio-note small">
      <TimeSentence text={sentence()} value={value} language={language} />
    </p>
  )
}

export function StatusBadge({ status, language }: { status: PostStatus; language: Language }) {
  return <Badge {...TONES[status]}>{postStatusNames[language][status]}</Badge>
}

const TONES: Record<PostStatus, { tone?: 'accent' | 'good' | 'danger' | 'info' }> = {
  draft: {},
  pending: { tone: 'info' },
  approved: { tone: 'good' },
  rejected: { tone: 'danger' },
  locked: { tone: 'danger' },
}

const FIGURES = [
  ['likes', 'heart', 'likes_count'],
  ['comments', 'comment', 'comments_count'],
  ['favorites', 'bookmark', 'favorites_count'],
  ['energy', 'bolt', 'energy'],
  ['views', 'eye', 'views_count'],
] as const

/** The result of the review, with the reason that an admin gave. */
function Verdict({
  item: { status, ...item },
  text: { post: text },
}: {
  item: StudioItem
  text: StudioText
}) {
  if (status === 'pending') return <p class="studio-note small">{text.pending}</p>
  if (status !== 'rejected' && status !== 'locked') return null
  const reason = status === 'rejected' ? item.reject_reason : item.lock_reason
  return (
    <Notice tone="danger">
      <strong>{text[status]}</strong>
      <p>{reason || text.noReason}</p>
    </Notice>
  )
}

function pathOf({ id, status }: StudioItem): string {
  return status === 'approved' ? `/posts/${id}` : `/studio/write?id=${id}`
}

interface PostActionsProps {
  item: StudioItem
  text: StudioText
  energy: number
  rules: AuthorRules
}

/** The status decides the actions, by the same table that the API uses (`states.ts`). */
function PostActions({ item, text, energy, rules }: PostActionsProps) {
  const title = item.title || text.untitled
  const { actions } = text
  const isPublic = item.status === 'approved'
  const editing = isPublic ? actions.edit : actions.goOn
  return (
    <div class="studio-actions row">
      {allows(item, 'edit') && (
        <LinkButton
          href={`/studio/write?id=${item.id}`}
          aria-label={text.actionOn(editing, title)}
          kind="small"
          icon="pen"
          label={editing}
        />
      )}
      {allows(item, 'submit') && item.title !== '' && <Submit {...{ item, text, rules }} />}
      {allows(item, 'withdraw') && <Withdraw {...{ item, text }} />}
      {allows(item, 'unpublish') && <Unpublish {...{ item, text }} />}
      <LinkButton
        href={isPublic ? `/posts/${item.id}` : `/studio/preview/${item.id}`}
        aria-label={text.actionOn(isPublic ? actions.view : actions.preview, title)}
        kind="small quiet"
        label={isPublic ? actions.view : actions.preview}
      />
      {isPublic && (
        <LinkButton
          href={`/studio/analytics?post=${item.id}`}
          aria-label={text.actionOn(actions.figures, title)}
          kind="small quiet"
          label={actions.figures}
        />
      )}
      <LinkButton
        href={`/studio/posts/${item.id}/revisions`}
        aria-label={text.actionOn(actions.history, title)}
        kind="small quiet"
        label={actions.history}
      />
      <Remove {...{ item, text, energy }} />
    </div>
  )
}

/** A post in the bin can only be restored. */
function BinActions({
  item,
  text,
  language,
}: Pick<PostActionsProps, 'item' | 'text'> & { language: Language }) {
  const { restore, restored, restoredLocked } = binTexts[language]
  const isLocked = item.status === 'locked'
  return (
    <div class="studio-actions row">
      <ApiButton
        api={`POST /api/studio/posts/${item.id}/undelete`}
        // After the reload, the list links to the draft.
        after={isLocked ? 'reload' : `goto:/studio/posts?status=deleted&restored=${item.id}`}
        toast={isLocked ? restoredLocked : restored}
        label={text.actionOn(restore, item.title || text.untitled)}
      >
        {restore}
      </ApiButton>
    </div>
  )
}

/** Opens the publish sheet of the editor. */
function Submit({
  item: { id, title, reject_reason },
  text,
  rules,
}: Omit<PostActionsProps, 'energy'>) {
  const { submit, submitAgain, publish } = text.actions
  const submitting = reject_reason === null ? submit : submitAgain
  const label = isReviewed(rules) ? submitting : publish
  return (
    <LinkButton
      href={`/studio/write?id=${id}#publish`}
      aria-label={text.actionOn(label, title)}
      kind="small"
      label={label}
    />
  )
}

function Withdraw({ item, text }: Pick<PostActionsProps, 'item' | 'text'>) {
  const { withdraw } = text.actions
  const title = item.title || text.untitled
  return (
    <ApiButton
      api={`POST /api/studio/posts/${item.id}/withdraw`}
      after="reload"
      toast={text.withdraw.done}
      confirm={{
        title: text.withdraw.title(title),
        body: text.withdraw.body,
        button: withdraw,
        calm: true,
      }}
      label={text.actionOn(withdraw, title)}
    >
      {withdraw}
    </ApiButton>
  )
}

function Unpublish({ item, text }: Pick<PostActionsProps, 'item' | 'text'>) {
  const { unpublish } = text.actions
  const title = item.title || text.untitled
  return (
    <ApiButton
      api={`POST /api/studio/posts/${item.id}/unpublish`}
      after="reload"
      toast={text.unpublish.done}
      confirm={{
        title: text.unpublish.title(title),
        body: text.unpublish.body,
        button: unpublish,
        calm: true,
      }}
      button="button small quiet"
      label={text.actionOn(unpublish, title)}
    >
      {unpublish}
    </ApiButton>
  )
}

function Remove({ item, text, energy }: Omit<PostActionsProps, 'rules'>) {
  const title = item.title || text.untitled
  const { remove } = text
  return (
    <ApiButton
      api={`DELETE /api/studio/posts/${item.id}`}
      after="reload"
      toast={remove.done}
      confirm={{
        title: remove.title(title),
        body: remove.body(DELETE_POST_COST, energy, BIN_DAYS),
        button: remove.button(DELETE_POST_COST),
      }}
      button="button small quiet danger"
      label={text.actionOn(text.actions.remove, title)}
    >
      <Icon name="trash" />
      <span class="wide-only">{text.actions.remove}</span>
    </ApiButton>
  )
}
