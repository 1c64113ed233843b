import type { PendingReview } from '#features/accounts/profiles/review.ts'
import { USERNAME_MAX, USERNAME_MIN } from '#features/accounts/profiles/username.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { shellTexts } from '#features/core/shell/text.ts'
import { TASK_EXP } from '#features/economy/levels/tasks.ts'
import { FirstSteps } from '#features/economy/levels/views-first-steps.tsx'
import { profileTexts } from '#features/pages/settings/text-profile.ts'
import { nameStepTexts } from '#features/pages/studio/write/text-write.ts'
import type { Language } from '#kernel/i18n.ts'
import { Badge, Card } from '#web/components/elements.tsx'
import { ApiForm, Field, Submit } from '#web/components/form.tsx'
import { errorsHere } from '#web/components/hooks.ts'

interface NameStepProps {
  viewer: Viewer
  review: PendingReview | null
  isReviewed: boolean
  language: Language
}

/**
 * The step that unlocks publishing, above the editor of a Lv0 viewer. The text stays in the browser meanwhile; the page reloads
 * with it.
 */
export function NameStep({ viewer, review, isReviewed, language }: NameStepProps) {
  const text = nameStepTexts[language]
  if (review)
    return <Card heading="name-step" class={CARD} title={text.pendingTitle} lead={text.pending(review.username)} />
  // An account with a name can be Lv0 if its exp was set by hand. Any other first-time task unlocks publishing too.
  if (viewer.username !== null) return <FirstSteps language={language} />
  const { profile, reward } = profileTexts[language]
  return (
    <Card heading="name-step" class={CARD} title={text.title} lead={isReviewed ? text.reviewed : text.lead}>
      <ApiForm
        api="PUT /api/settings/profile"
        after="reload"
        toast={isReviewed ? text.submitted : text.saved}
        text={shellTexts[language]}
      >
        <Field
          name="username"
          label={profile.username}
          aside={<Badge tone="accent">{reward(TASK_EXP)}</Badge>}
          hint={profile.usernameHint(USERNAME_MIN, USERNAME_MAX, profile.free)}
          autocomplete="nickname"
          minlength={USERNAME_MIN}
          maxlength={USERNAME_MAX}
          required
          hooks={errorsHere({ codes: 'username_taken energy_negative review_pending' })}
        />
        <Submit label={isReviewed ? profile.submit : text.submit} />
      </ApiForm>
    </Card>
  )
}

const CARD = 'card first-steps'
