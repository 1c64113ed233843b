import { raw } from 'hono/html'
import type { PendingReview } from '#features/accounts/profiles/review.ts'
import { displayName } from '#features/core/people/user-ref.ts'
import { USERNAME_MAX, USERNAME_MIN } from '#features/core/people/username-key.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { SilenceNotice } from '#features/core/shell/silence-notice.tsx'
import { shellTexts } from '#features/core/shell/text.ts'
import { UsernameField } from '#features/core/shell/user.tsx'
import { TASK_EXP } from '#features/economy/levels/tasks.ts'
import { FirstSteps } from '#features/economy/levels/views-check-in.tsx'
import { profileTexts } from '#features/pages/settings/text-profile.ts'
import {
  borrowedFields,
  saveStateLine,
  type WriteFacts,
  wordCountLine,
  writeBody,
  writeButton,
  writeForm,
  writeNotices,
} from '#features/pages/studio/hooks.ts'
import { studioTexts } from '#features/pages/studio/text.ts'
import { StatusBadge } from '#features/pages/studio/views-post.tsx'
import type { PostToWrite } from '#features/pages/studio/write/post-to-write.ts'
import {
  nameStepTexts,
  type WriteText,
  writeTexts,
} from '#features/pages/studio/write/text-write.ts'
import { PublishSheet } from '#features/pages/studio/write/views-publish.tsx'
import { nextStep, WriteSide } from '#features/pages/studio/write/views-write-side.tsx'
import { EditorParts, Toolbar } from '#features/pages/studio/write/views-write-toolbar.tsx'
import type { Language } from '#kernel/i18n.ts'
import { TITLE_MAX } from '#kernel/post-limits.ts'
import { asset } from '#web/assets.ts'
import {
  Badge,
  Button,
  Card,
  Icon,
  LinkButton,
  NeedsScript,
  Notice,
} from '#web/components/elements.tsx'
import { Counter } from '#web/components/fields.tsx'
import { ApiForm, Submit } from '#web/components/form.tsx'
import { fieldError } from '#web/components/hooks.ts'

export interface SharedText {
  title: string
  body: string
}

interface WriteViewProps {
  toWrite: PostToWrite
  shared: SharedText | null
  viewer: Viewer
  /** For a viewer who may not publish yet: the text stays in this browser. */
  isLocal: boolean
  isSilenced: boolean
  /** The site sends letters. */
  hasLetters: boolean
  origin: string
  now: Date
  language: Language
}

export function titleOf({ post }: PostToWrite, language: Language): string {
  const text = writeTexts[language]
  if (post === null) return text.new
  return post.title ? text.editTitle(post.title) : text.edit
}

/** The write page. The server renders all markup; client/editor adds the behaviour. */
export function WriteView({
  toWrite,
  shared,
  viewer,
  isLocal,
  isSilenced,
  hasLetters,
  origin,
  now,
  language,
}: WriteViewProps) {
  const text = writeTexts[language]
  const { post } = toWrite
  return (
    <>
      <link rel="stylesheet" href={asset('editor.css')} />
      {isLocal && toWrite.post === null && (
        <NameStep
          {...{ viewer, language }}
          review={toWrite.review}
          isReviewed={toWrite.rules.auditIsOn}
        />
      )}
      <form
        class="write-page stack"
        method="post"
        novalidate
        {...writeForm({
          facts: { ...factsOf(toWrite, viewer, language), isLocal, isShared: shared !== null },
        })}
      >
        <h1 class="visually-hidden">{post ? text.edit : text.new}</h1>
        <WriteBar {...{ toWrite, viewer, isLocal, language }} />
        <NeedsScript text={text} />
        {isSilenced && (
          <SilenceNotice viewer={viewer} language={language}>
            <p>{text.silencedDrafts}</p>
          </SilenceNotice>
        )}
        {/* A rejected post that became a draft keeps the reason until it is submitted again. */}
        {post?.reject_reason && <Rejection reason={post.reject_reason} language={language} />}
        <div class="with-side">
          <div class="write-sheet stack">
            <TitleField value={(post ?? shared)?.title ?? ''} text={text} />
            {/* Above the text, because the keyboard of a phone covers what is below. */}
            <p class="field-error" {...fieldError({ field: 'body' })} role="alert" hidden />
            {/* Readable before the editor loads, and of the same size, so the layout does not
                shift. */}
            <div
              class="write-body"
              {...writeBody({ label: text.body, placeholder: text.bodyPlaceholder })}
              aria-busy="true"
            >
              <div class="prose">{raw((post ?? shared)?.body ?? '')}</div>
            </div>
            <p class="faint small tabular" {...wordCountLine()}>
              {text.loading}
            </p>
          </div>
          <WriteSide {...{ toWrite, isLocal, language }} />
        </div>
        {!isLocal && nextStep(toWrite, language).action === 'submit' && (
          <PublishSheet {...{ toWrite, viewer, hasLetters, origin, now, language }} />
        )}
      </form>
      <EditorParts language={language} />
    </>
  )
}

/** Above the text, because the side column is below the text on phones. */
function Rejection({ reason, language }: { reason: string; language: Language }) {
  const { rejected } = studioTexts[language].post
  return (
    <section aria-label={rejected}>
      <Notice tone="danger">
        <strong>{rejected}</strong>
        <p>{reason}</p>
      </Notice>
    </section>
  )
}

function WriteBar({
  toWrite,
  viewer,
  isLocal,
  language,
}: Pick<WriteViewProps, 'toWrite' | 'viewer' | 'isLocal' | 'language'>) {
  const text = writeTexts[language]
  const { post } = toWrite
  const needsName = isLocal && viewer.username === null && post === null && toWrite.review === null
  const { action, label } = nextStep(toWrite, language)
  return (
    <div class="write-bar stack tight">
      <div class="write-row line">
        <a class="button quiet small" href="/studio/posts" aria-label={text.back}>
          <Icon name="chevron" class="to-left" />
          <span class="wide-only">{text.back}</span>
        </a>
        {post && <StatusBadge status={post.status} language={language} />}
        <p
          class="save-state faint small"
          role="status"
          {...saveStateLine({ state: 'untouched' })}
        />
        {needsName && (
          <LinkButton href="#username" kind="small primary" label={nameStepTexts[language].title} />
        )}
        {!isLocal && (
          <>
            <button
              type="button"
              class="button small quiet"
              {...writeButton({ action: 'preview' })}
              title={text.previewHint}
              disabled
            >
              <Icon name="eye" />
              <span class="wide-only">{text.preview}</span>
            </button>
            <Button
              {...writeButton({ action })}
              aria-describedby="next-step"
              disabled
              kind="small primary"
              label={label}
            />
          </>
        )}
      </div>
      <div class="write-notices stack tight" {...writeNotices()} />
      <Toolbar text={text} />
    </div>
  )
}

function TitleField({ value, text }: { value: string; text: WriteText }) {
  return (
    <div class="write-title stack" {...borrowedFields()}>
      <textarea
        class="title-input"
        name="title"
        rows={1}
        placeholder={text.titlePlaceholder}
        aria-label={text.title}
        aria-describedby="title-error"
        autocomplete="off"
        enterkeyhint="next"
      >
        {value}
      </textarea>
      <Counter of="title" value={value} max={TITLE_MAX} />
      <p
        class="field-error"
        id="title-error"
        {...fieldError({ field: 'title' })}
        role="alert"
        hidden
      />
    </div>
  )
}

/** Facts about the post for the editor, besides the form fields. */
function factsOf({ post, mayShare }: PostToWrite, viewer: Viewer, language: Language): WriteFacts {
  const author = displayName(viewer, language)
  const sharedTitle = post?.share_key ? post.title : null
  return {
    uid: viewer.uid,
    id: post?.id ?? null,
    version: post?.version ?? null,
    status: post?.status ?? null,
    share: mayShare ? { author, title: sharedTitle } : null,
  }
}

interface NameStepProps {
  viewer: Viewer
  review: PendingReview | null
  isReviewed: boolean
  language: Language
}

/**
 * The step that unlocks publishing, above the editor of a viewer of Lv0. Meanwhile the text stays
 * in the browser, and the page reloads with it.
 */
function NameStep({ viewer, review, isReviewed, language }: NameStepProps) {
  const text = nameStepTexts[language]
  if (review)
    return (
      <Card
        heading="name-step"
        class={CARD}
        title={text.pendingTitle}
        lead={text.pending(review.username)}
      />
    )
  // An account with a name can be Lv0 if its exp was set by hand. Any other first-time task unlocks
  // publishing too.
  if (viewer.username !== null) return <FirstSteps language={language} />
  const { profile, reward } = profileTexts[language]
  return (
    <Card
      heading="name-step"
      class={CARD}
      title={text.title}
      lead={isReviewed ? text.reviewed : text.lead}
    >
      <ApiForm
        api="PUT /api/settings/profile"
        after="reload"
        toast={isReviewed ? text.submitted : text.saved}
        text={shellTexts[language]}
      >
        <UsernameField
          label={profile.username}
          aside={<Badge tone="accent">{reward(TASK_EXP)}</Badge>}
          hint={profile.usernameHint(USERNAME_MIN, USERNAME_MAX, profile.free)}
          required
        />
        <Submit label={isReviewed ? profile.submit : text.submit} />
      </ApiForm>
    </Card>
  )
}

const CARD = 'card first-steps'
