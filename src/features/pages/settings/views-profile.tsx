import type { OwnProfile } from '#features/accounts/profiles/change.ts'
import { type PendingReview, SIGNATURE_MAX } from '#features/accounts/profiles/review.ts'
import { asUserRef, type UserRef } from '#features/core/people/user-ref.ts'
import { USERNAME_MAX, USERNAME_MIN } from '#features/core/people/username-key.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { SilenceNotice } from '#features/core/shell/silence-notice.tsx'
import { LanguageSwitch } from '#features/core/shell/switches.tsx'
import { shellTexts } from '#features/core/shell/text.ts'
import { Avatar } from '#features/core/shell/user.tsx'
import { TASK_EXP } from '#features/economy/levels/tasks.ts'
import { FEDIVERSE_MAX } from '#features/pages/settings/fediverse.ts'
import {
  asksWhenChanged,
  avatarCard,
  avatarProblem,
  cropProblem,
  cropZoom,
  zoneField,
} from '#features/pages/settings/hooks.ts'
import { type ProfileText, profileTexts } from '#features/pages/settings/text-profile.ts'
import type { Language } from '#kernel/i18n.ts'
import { TIME_ZONE_MAX } from '#kernel/time-zone.ts'
import {
  Badge,
  Card,
  Dialog,
  DialogActions,
  type Fact,
  Facts,
  NeedsScript,
  Notice,
} from '#web/components/elements.tsx'
import { Counter, Field, ImageField } from '#web/components/fields.tsx'
import { ApiForm, Submit, Toggle } from '#web/components/form.tsx'
import { errorsHere, optional, type Question } from '#web/components/hooks.ts'

interface ProfileTabProps {
  viewer: Viewer
  profile: OwnProfile
  language: Language
}

export function ProfileTab({ viewer, profile, language }: ProfileTabProps) {
  const text = profileTexts[language]
  return (
    <>
      {viewer.silenced_at !== null && <SilenceNotice viewer={viewer} language={language} />}
      <AvatarCard {...{ viewer, profile, language }} />
      <Card heading="profile-heading" title={text.profile.heading} lead={text.profile.lead}>
        {profile.review ? (
          <PendingChange
            review={profile.review}
            user={asUserRef(viewer, language)}
            language={language}
          />
        ) : (
          <ProfileForm {...{ viewer, profile, language }} />
        )}
      </Card>
      <Card heading="fediverse-heading" title={text.fediverse.heading} lead={text.fediverse.lead}>
        <ApiForm
          api="PUT /api/settings/fediverse"
          after="reload"
          toast={text.fediverse.saved}
          text={shellTexts[language]}
          class="form narrow"
        >
          <Field
            name="address"
            id="fediverse-address"
            label={text.fediverse.address}
            hint={text.fediverse.hint}
            value={profile.fediverse ?? ''}
            placeholder="@ada@mastodon.social"
            maxlength={FEDIVERSE_MAX}
          />
          <Submit label={text.fediverse.save} />
        </ApiForm>
      </Card>
      <LookCard {...{ viewer, language }} />
      <Card heading="reading-heading" title={text.reading.heading}>
        <Toggle
          id="hides-ai"
          label={text.reading.hidesAi}
          hint={text.reading.hidesAiHint}
          checked={viewer.hides_ai === 1}
          api="PUT /api/settings/reading"
          name="hides_ai"
          toasts={text.reading}
        />
      </Card>
    </>
  )
}

function LookCard({ viewer, language }: Omit<ProfileTabProps, 'profile'>) {
  const text = profileTexts[language].look
  const shell = shellTexts[language]
  return (
    <Card heading="look-heading" title={text.heading} lead={text.lead}>
      <div class="form narrow">
        <LanguageSwitch text={shell} language={language} />
        <ApiForm api="PUT /api/settings/time-zone" after="reload" toast={text.saved} text={shell}>
          {/* client/entries/account.ts offers the zones that the browser knows. */}
          <Field
            name="time_zone"
            label={text.timeZone}
            hint={text.timeZoneHint}
            value={viewer.time_zone ?? ''}
            placeholder={text.asBrowser}
            maxlength={TIME_ZONE_MAX}
            hooks={zoneField()}
          />
          <Submit label={text.save} />
        </ApiForm>
      </div>
    </Card>
  )
}

function PendingChange({
  review,
  user,
  language,
}: {
  review: PendingReview
  user: UserRef
  language: Language
}) {
  const text = profileTexts[language].pending
  const { username, signature, avatar_url, cost } = review
  const costText = cost > 0 ? text.energy(cost) : text.free
  const facts: Fact[] = [
    ...(username === null ? [] : [[text.username, username] as const]),
    ...(signature === null
      ? []
      : [[text.signature, signature || <span class="faint">{text.cleared}</span>] as const]),
    ...(avatar_url
      ? [[text.avatar, <Avatar user={{ ...user, avatar_url }} size="large" />] as const]
      : []),
    ...(username === null ? [] : [[text.cost, costText] as const]),
  ]
  return (
    <div class="stack">
      <Notice>
        <strong>{text.heading}</strong>
        <p>{text.body}</p>
      </Notice>
      <Facts facts={facts} />
    </div>
  )
}

function ProfileForm({ viewer, profile, language }: ProfileTabProps) {
  const { profile: text, reward } = profileTexts[language]
  const { isReviewed, open } = profile
  return (
    <ApiForm
      api="PUT /api/settings/profile"
      after="reload"
      toast={isReviewed ? text.submitted : text.saved}
      text={shellTexts[language]}
      class="form profile-form"
    >
      {isReviewed && <Notice>{text.reviewed}</Notice>}
      <Field
        name="username"
        label={text.username}
        {...(open.username && { aside: <Badge tone="accent">{reward(TASK_EXP)}</Badge> })}
        value={viewer.username ?? ''}
        hint={text.usernameHint(USERNAME_MIN, USERNAME_MAX, costOf(viewer, profile, text))}
        autocomplete="username"
        minlength={USERNAME_MIN}
        required={viewer.username !== null}
        disabled={viewer.energy < 0}
        hooks={{
          ...errorsHere({ codes: 'username_taken energy_negative' }),
          ...(viewer.username === null && optional()),
          ...(profile.renameCost > 0 &&
            asksWhenChanged({ question: questionOf(viewer, profile, text) })),
        }}
      />
      <Field
        name="signature"
        label={text.signature}
        {...(open.signature && { aside: <Badge tone="accent">{reward(TASK_EXP)}</Badge> })}
        value={viewer.signature}
        placeholder={text.signaturePlaceholder}
        hint={text.signatureHint}
        extra={<Counter of="signature" value={viewer.signature} max={SIGNATURE_MAX} />}
      />
      <Submit label={isReviewed ? text.submit : text.save} />
    </ApiForm>
  )
}

function costOf(
  { energy }: Viewer,
  { renameCost }: OwnProfile,
  text: ProfileText['profile'],
): string {
  if (energy < 0) return text.debt(-energy)
  return renameCost === 0 ? text.free : text.costs(renameCost, energy)
}

/**
 * The question before a change of the name. client/behaviors/forms/extras.ts asks it only if the
 * name was changed.
 */
function questionOf(
  { energy }: Viewer,
  { renameCost, isReviewed }: OwnProfile,
  text: ProfileText['profile'],
): Question {
  const left = energy - renameCost
  const price = left < 0 ? text.confirmDebt(renameCost, -left) : text.confirmBody(renameCost, left)
  const body = [price, isReviewed && text.confirmReviewed].filter(Boolean).join(' ')
  return { title: text.confirmTitle, body, button: text.confirm(renameCost), calm: true }
}

/** client/behaviors/account/avatar.ts selects, drops, crops and uploads the image. */
function AvatarCard({ viewer, profile, language }: ProfileTabProps) {
  const { avatar: text, reward } = profileTexts[language]
  const isFirst = profile.open.avatar
  return (
    <section
      class="card avatar-card beside"
      aria-labelledby="avatar-heading"
      {...avatarCard({
        saved: text.saved,
        submitted: text.submitted,
        unreadable: text.unreadable,
        first: isFirst,
      })}
    >
      <Avatar user={asUserRef(viewer, language)} size="large" isOwn />
      <div class="avatar-facts stack tight">
        <h2 class="row" id="avatar-heading">
          {text.heading} {isFirst && <Badge tone="accent">{reward(TASK_EXP)}</Badge>}
        </h2>
        <p class="soft">{profile.isReviewed ? `${text.lead} ${text.reviewed}` : text.lead}</p>
        <ImageField id="avatar" label={text.choose} hint={text.hint} problem={avatarProblem()} />
        <NeedsScript text={shellTexts[language]} />
      </div>
      <p class="drop-note" aria-hidden="true">
        {text.dropHere}
      </p>
      <CropDialog language={language} />
    </section>
  )
}

function CropDialog({ language }: { language: Language }) {
  const text = profileTexts[language].avatar
  return (
    <Dialog id="avatar-crop" title={text.dialogTitle}>
      <form class="form" method="dialog">
        <div class="notice danger" role="alert" {...cropProblem()} hidden />
        <div class="crop">
          {/* biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: with this role, screen readers pass the arrow keys to the page */}
          <canvas
            tabindex={0}
            role="application"
            aria-label={text.area}
            aria-describedby="crop-hint"
          />
        </div>
        <p class="field-hint" id="crop-hint">
          {text.areaHint}
        </p>
        <label class="crop-zoom line small">
          {text.zoom}
          <input type="range" min="0" max="100" step="1" value="0" {...cropZoom()} />
        </label>
        <progress class="bar" max="1" value="0" aria-label={text.uploading} hidden />
        <DialogActions cancel={shellTexts[language].cancel} submit={text.save} />
      </form>
    </Dialog>
  )
}
