import type { OwnProfile } from '#features/accounts/profiles/change.ts'
import type { PendingReview } from '#features/accounts/profiles/review.ts'
import { SIGNATURE_MAX } from '#features/accounts/profiles/shapes.ts'
import { USERNAME_MAX, USERNAME_MIN } from '#features/accounts/profiles/username.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { SilenceNotice } from '#features/core/shell/silence-notice.tsx'
import { LanguageSwitch } from '#features/core/shell/switches.tsx'
import { type ShellText, shellTexts } from '#features/core/shell/text.ts'
import { TASK_EXP } from '#features/economy/levels/tasks.ts'
import { asksWhenChanged, zoneSelect } from '#features/pages/settings/hooks.ts'
import { type ProfileText, profileTexts } from '#features/pages/settings/text-profile.ts'
import { AvatarCard } from '#features/pages/settings/views-avatar.tsx'
import type { Language } from '#kernel/i18n.ts'
import { Badge, Card, type Fact, Facts, Notice } from '#web/components/elements.tsx'
import { Counter, Field, SelectField } from '#web/components/fields.tsx'
import { ApiForm, Submit } from '#web/components/form.tsx'
import { errorsHere, optional, type Question } from '#web/components/hooks.ts'

export function ProfileTab({ viewer, profile, language }: { viewer: Viewer; profile: OwnProfile; language: Language }) {
  const text = profileTexts[language]
  const shell = shellTexts[language]
  return (
    <>
      {viewer.silenced_at !== null && <SilenceNotice viewer={viewer} language={language} />}
      <AvatarCard {...{ viewer, language, text, shell }} isFirst={profile.open.avatar} />
      <Card heading="profile-heading" title={text.profile.heading} lead={text.profile.lead}>
        {profile.review ? (
          <PendingChange review={profile.review} text={text.pending} />
        ) : (
          <ProfileForm {...{ viewer, profile, text, shell }} />
        )}
      </Card>
      <LookCard {...{ viewer, language, text, shell }} />
    </>
  )
}

interface LookCardProps {
  viewer: Viewer
  language: Language
  text: ProfileText
  shell: ShellText
}

function LookCard({ viewer, language, text: { look: text }, shell }: LookCardProps) {
  const { time_zone } = viewer
  return (
    <Card heading="look-heading" title={text.heading} lead={text.lead}>
      <div class="form narrow">
        <LanguageSwitch text={shell} language={language} />
        <ApiForm api="PUT /api/settings/time-zone" after="reload" toast={text.saved} text={shell}>
          {/* client/entries/account.ts adds the zones that the browser knows. */}
          <SelectField
            name="time_zone"
            label={text.timeZone}
            hint={text.timeZoneHint}
            value={time_zone ?? ''}
            options={[['', text.asBrowser], ...(time_zone === null ? [] : [[time_zone, time_zone] as const])]}
            hooks={zoneSelect()}
          />
          <Submit label={text.save} />
        </ApiForm>
      </div>
    </Card>
  )
}

function PendingChange({ review, text }: { review: PendingReview; text: ProfileText['pending'] }) {
  const { username, signature, cost } = review
  const facts: Fact[] = [
    ...(username === null ? [] : [[text.username, username] as const]),
    ...(signature === null ? [] : [[text.signature, signature || <span class="faint">{text.cleared}</span>] as const]),
    ...(username === null ? [] : [[text.cost, cost > 0 ? text.energy(cost) : text.free] as const]),
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

interface ProfileFormProps {
  viewer: Viewer
  profile: OwnProfile
  text: ProfileText
  shell: ShellText
}

function ProfileForm({ viewer, profile, text: { profile: text, reward }, shell }: ProfileFormProps) {
  const { isReviewed, open } = profile
  return (
    <ApiForm
      api="PUT /api/settings/profile"
      after="reload"
      toast={isReviewed ? text.submitted : text.saved}
      text={shell}
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
          ...(profile.renameCost > 0 && asksWhenChanged({ question: questionOf(viewer, profile, text) })),
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

function costOf({ energy }: Viewer, { renameCost }: OwnProfile, text: ProfileText['profile']): string {
  if (energy < 0) return text.debt(-energy)
  return renameCost === 0 ? text.free : text.costs(renameCost, energy)
}

/** client/behaviors/forms/extras.ts asks only if the name was changed. */
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
