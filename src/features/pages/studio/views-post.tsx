import type { PostStatus } from '#db/schema/posts.ts'
import { TimeSentence } from '#features/core/shell/time-sentence.tsx'
import type { StudioItem } from '#features/pages/studio/posts-list.ts'
import { binTexts, type StudioText, scheduleTexts, studioTexts } from '#features/pages/studio/text.ts'
import { BinActions, PostActions } from '#features/pages/studio/views-post-actions.tsx'
import type { AuthorRules } from '#features/publishing/content-rules/needs-review.ts'
import { eraseTime } from '#features/publishing/posts/bin.ts'
import { postStatusNames } from '#features/publishing/posts/states.ts'
import type { Language } from '#kernel/i18n.ts'
import { Badge, Icon, type IconName, Notice } from '#web/components/elements.tsx'
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
        <img class="studio-cover" src={card.cover_url} alt="" width="112" height="74" loading="lazy" />
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
        {item.publishAt && (
          <p class="studio-note">
            <TimeSentence text={scheduleTexts[language].listed} value={item.publishAt} language={language} />
          </p>
        )}
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
        <PostActions {...{ card, text, energy, rules }} />
      )}
    </li>
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
