import type { PostStatus } from '#db/schema/publishing.ts'
import { TimeSentence } from '#features/core/shell/silence-notice.tsx'
import type { StudioItem } from '#features/pages/studio/posts-list.ts'
import { binTexts, type StudioText, scheduleTexts, studioTexts } from '#features/pages/studio/text.ts'
import { type AuthorRules, isReviewed } from '#features/publishing/content-rules/needs-review.ts'
import { DELETE_POST_COST } from '#features/publishing/posts/bin.ts'
import { BIN_DAYS, eraseTime, type PostCard } from '#features/publishing/posts/post.ts'
import { allows, postStatusNames } from '#features/publishing/posts/states.ts'
import type { Language } from '#kernel/i18n.ts'
import { atWidth, SMALL_WIDTH } from '#kernel/image-widths.ts'
import { Badge, Icon, type IconName, LinkButton, Notice } from '#web/components/elements.tsx'
import { ApiButton } from '#web/components/form.tsx'
import { Time } from '#web/components/time.tsx'

interface StudioPostProps {
  item: StudioItem
  language: Language
  /** The author's energy balance, from which a deletion is paid. */
  energy: number
  rules: AuthorRules
  /** The heading level of the title, below the headings around the post. */
  heading: 'h2' | 'h3'
}

/** One post in a studio list: its status, its figures, and the actions that its status allows. */
export function StudioPost({ item, language, energy, rules, heading: Heading }: StudioPostProps) {
  const text = studioTexts[language]
  const { card } = item
  const isPublic = card.status === 'approved'
  return (
    <li class="studio-post">
      {card.cover_url && (
        <img
          class="studio-cover"
          src={atWidth(card.cover_url, SMALL_WIDTH)}
          alt=""
          width="112"
          height="74"
          loading="lazy"
        />
      )}
      <div class="studio-words">
        <Heading>
          {item.deletedAt ? (
            card.title || text.untitled
          ) : (
            <a class="plain" href={pathOf(item)}>
              {card.title || text.untitled}
            </a>
          )}{' '}
          <StatusBadge status={card.status} language={language} />
        </Heading>
        <p class="studio-summary">{card.summary || text.noWords}</p>
        <div class="studio-facts">
          <span>
            {isPublic ? text.post.published : text.post.updated}{' '}
            <Time value={(isPublic && card.published_at) || card.updated_at} language={language} />
          </span>
          {isPublic && FIGURES.map(([name, icon]) => <Figure {...{ icon, text }} name={name} card={card} />)}
        </div>
        <ScheduleNote {...{ item, rules, language }} />
        {item.deletedAt && (
          <p class="studio-note">
            <TimeSentence text={binTexts[language].until} value={eraseTime(item.deletedAt)} language={language} />
          </p>
        )}
        <Verdict item={item} text={text} />
      </div>
      {item.deletedAt ? (
        <BinActions {...{ card, text, language }} />
      ) : (
        <PostActions {...{ card, text, energy, rules }} isAgain={item.rejectReason !== null} />
      )}
    </li>
  )
}

/** When the post is published or submitted, or the time that was chosen before the review. */
function ScheduleNote({ item, rules, language }: Pick<StudioPostProps, 'item' | 'rules' | 'language'>) {
  const { card, publishAt, plannedAt, reviewPassed } = item
  const text = scheduleTexts[language]
  // A pending post was submitted without the time, so it is published as soon as it is approved.
  const value = publishAt ?? (card.status === 'pending' ? null : plannedAt)
  if (value === null) return null
  const sentence = () => {
    if (publishAt === null) return text.listedBefore
    if (card.status === 'pending') return text.listedWaiting
    if (reviewPassed) return text.listedPassed
    return isReviewed(rules) ? text.listedReview : text.listed
  }
  return (
    <p class="studio-note">
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
  ['likes', 'heart'],
  ['comments', 'comment'],
  ['favorites', 'bookmark'],
  ['energy', 'bolt'],
  ['views', 'eye'],
] as const

interface FigureProps {
  name: (typeof FIGURES)[number][0]
  icon: IconName
  card: StudioItem['card']
  text: StudioText
}

function Figure({ name, icon, card, text }: FigureProps) {
  const counts = {
    likes: card.likes_count,
    comments: card.comments_count,
    favorites: card.favorites_count,
    energy: card.energy,
    views: card.views_count,
  }
  return (
    <span class="studio-figure" title={text.post[name]}>
      <Icon name={icon} />
      {counts[name]} <span class="visually-hidden">{text.post[name]}</span>
    </span>
  )
}

/** The review status of the post, with the reason that an admin gave. */
function Verdict({
  item: { card, rejectReason, lockReason },
  text: { post: text },
}: {
  item: StudioItem
  text: StudioText
}) {
  if (card.status === 'pending') return <p class="studio-note">{text.pending}</p>
  if (card.status !== 'rejected' && card.status !== 'locked') return null
  const reason = card.status === 'rejected' ? rejectReason : lockReason
  return (
    <Notice tone="danger">
      <strong>{text[card.status]}</strong>
      <p>{reason || text.noReason}</p>
    </Notice>
  )
}

function pathOf({ card }: StudioItem): string {
  return card.status === 'approved' ? `/posts/${card.id}` : `/studio/write?id=${card.id}`
}

interface PostActionsProps {
  card: PostCard
  text: StudioText
  energy: number
  rules: AuthorRules
  /** The post was rejected before. */
  isAgain: boolean
}

/** The status decides the actions, by the same table that the API uses. */
function PostActions({ card, text, energy, rules, isAgain }: PostActionsProps) {
  const title = card.title || text.untitled
  const { actions } = text
  const isPublic = card.status === 'approved'
  const editing = isPublic ? actions.edit : actions.goOn
  return (
    <div class="studio-actions">
      {allows(card, 'edit') && (
        <LinkButton
          href={`/studio/write?id=${card.id}`}
          aria-label={text.actionOn(editing, title)}
          kind="small"
          icon="pen"
          label={editing}
        />
      )}
      {allows(card, 'submit') && card.title !== '' && <Submit {...{ card, text, rules, isAgain }} />}
      {allows(card, 'withdraw') && <Withdraw {...{ card, text }} />}
      <LinkButton
        href={isPublic ? `/posts/${card.id}` : `/studio/preview/${card.id}`}
        aria-label={text.actionOn(isPublic ? actions.view : actions.preview, title)}
        kind="small quiet"
        label={isPublic ? actions.view : actions.preview}
      />
      <LinkButton
        href={`/studio/posts/${card.id}/revisions`}
        aria-label={text.actionOn(actions.history, title)}
        kind="small quiet"
        label={actions.history}
      />
      <Remove {...{ card, text, energy }} />
    </div>
  )
}

/** A post in the bin can only be restored. */
function BinActions({ card, text, language }: Pick<PostActionsProps, 'card' | 'text'> & { language: Language }) {
  const { restore, restored, restoredLocked } = binTexts[language]
  const isLocked = card.status === 'locked'
  return (
    <div class="studio-actions">
      <ApiButton
        api={`POST /api/studio/posts/${card.id}/undelete`}
        // The list then links to the draft.
        after={isLocked ? 'reload' : `goto:/studio/posts?status=deleted&restored=${card.id}`}
        toast={isLocked ? restoredLocked : restored}
        label={text.actionOn(restore, card.title || text.untitled)}
      >
        {restore}
      </ApiButton>
    </div>
  )
}

function Submit({ card: { id, title }, text, rules, isAgain }: Omit<PostActionsProps, 'energy'>) {
  const waits = isReviewed(rules)
  const { submit, submitAgain, publish } = text.actions
  const button = waits ? (isAgain ? submitAgain : submit) : publish
  // The word list may send this post to review. The reloaded list shows its status.
  const mayWait = rules.words.words.length > 0
  const question = waits
    ? { title: text.submit.title(title), body: text.submit.review, button, calm: true }
    : { title: text.submit.publishTitle(title), body: text.submit.publish, button, calm: true }
  return (
    <ApiButton
      api={`POST /api/studio/posts/${id}/submit`}
      after="reload"
      toast={waits ? text.submit.review_done : mayWait ? text.submit.done : text.submit.publish_done}
      confirm={question}
      label={text.actionOn(button, title)}
    >
      {button}
    </ApiButton>
  )
}

function Withdraw({ card, text }: Pick<PostActionsProps, 'card' | 'text'>) {
  const { withdraw } = text.actions
  const title = card.title || text.untitled
  return (
    <ApiButton
      api={`POST /api/studio/posts/${card.id}/withdraw`}
      after="reload"
      toast={text.withdraw.done}
      confirm={{ title: text.withdraw.title(title), body: text.withdraw.body, button: withdraw, calm: true }}
      label={text.actionOn(withdraw, title)}
    >
      {withdraw}
    </ApiButton>
  )
}

function Remove({ card, text, energy }: Omit<PostActionsProps, 'rules' | 'isAgain'>) {
  const title = card.title || text.untitled
  const { remove } = text
  return (
    <ApiButton
      api={`DELETE /api/studio/posts/${card.id}`}
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
