import { binTexts, type StudioText } from '#features/pages/studio/text.ts'
import { type AuthorRules, isReviewed } from '#features/publishing/content-rules/needs-review.ts'
import { BIN_DAYS } from '#features/publishing/posts/bin.ts'
import { DELETE_POST_COST } from '#features/publishing/posts/cost.ts'
import type { PostCard } from '#features/publishing/posts/shapes.ts'
import { allows } from '#features/publishing/posts/states.ts'
import type { Language } from '#kernel/i18n.ts'
import { Icon, LinkButton } from '#web/components/elements.tsx'
import { ApiButton } from '#web/components/form.tsx'

interface PostActionsProps {
  card: PostCard
  text: StudioText
  energy: number
  rules: AuthorRules
}

/** The status decides the actions, by the same table that the API uses. */
export function PostActions({ card, text, energy, rules }: PostActionsProps) {
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
      {allows(card, 'submit') && card.title !== '' && <Submit {...{ card, text, rules }} />}
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
export function BinActions({ card, text, language }: Pick<PostActionsProps, 'card' | 'text'> & { language: Language }) {
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

function Submit({ card: { id, title }, text, rules }: Omit<PostActionsProps, 'energy'>) {
  const waits = isReviewed(rules)
  const button = waits ? text.actions.submit : text.actions.publish
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

function Remove({ card, text, energy }: Omit<PostActionsProps, 'rules'>) {
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
