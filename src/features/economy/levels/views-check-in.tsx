import { LEVEL_FLOORS, levelOf } from '#features/core/people/level.ts'
import { asUserRef } from '#features/core/people/user-ref.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { shellTexts } from '#features/core/shell/text.ts'
import { Avatar, ExpBar, LevelBadge } from '#features/core/shell/user.tsx'
import { TASK_EXP } from '#features/economy/levels/tasks.ts'
import { helpTexts, unlockedAt } from '#features/economy/levels/text.ts'
import type { Language } from '#kernel/i18n.ts'
import { asset } from '#web/assets.ts'
import { Button, Icon } from '#web/components/elements.tsx'
import { ApiForm } from '#web/components/form.tsx'

export function CheckInCard({ viewer, language }: { viewer: Viewer; language: Language }) {
  const user = asUserRef(viewer, language)
  return (
    <section class="card side-card check-in" aria-label={helpTexts[language].progress}>
      <p class="check-in-person line">
        <Avatar user={user} />
        <strong class="one-line">{user.display_name}</strong>
        <LevelBadge level={user.level} />
      </p>
      <ExpBar viewer={viewer} text={shellTexts[language]} />
      <NextGoal exp={viewer.exp} language={language} />
      <CheckIn viewer={viewer} language={language} />
    </section>
  )
}

function NextGoal({ exp, language }: { exp: number; language: Language }) {
  const text = helpTexts[language]
  const level = LEVEL_FLOORS.findIndex(
    (floor, level) => floor > exp && unlockedAt(level, text) !== undefined,
  )
  const floor = LEVEL_FLOORS[level]
  if (floor === undefined) return null
  return (
    <p class="soft next-goal">
      {text.nextGoal(level, floor - exp)}
      <a href="/help">{unlockedAt(level, text)}</a>
    </p>
  )
}

function CheckIn({ viewer, language }: { viewer: Viewer; language: Language }) {
  const text = helpTexts[language]
  if (viewer.status !== 'active') return null
  if (viewer.checked_in_today === 1)
    return (
      <p class="checked-in line small">
        <Icon name="check" />
        {text.checkedIn}
      </p>
    )
  return (
    <ApiForm api="POST /api/level/checkin" after="reload" class="needs-script">
      <Button type="submit" kind="primary wide" icon="bolt" label={text.checkIn} />
    </ApiForm>
  )
}

/** Whether the viewer is Lv0 and cannot publish yet. */
export function isNewcomer(viewer: Viewer | null): viewer is Viewer {
  return viewer !== null && viewer.status === 'active' && levelOf(viewer.exp) === 0
}

/**
 * The steps that unlock publishing for Lv0 users. Shown on pages that invite the viewer to write.
 */
export function FirstSteps({ language }: { language: Language }) {
  const text = helpTexts[language].firstSteps
  return (
    <section class="card first-steps setup-card" aria-labelledby="first-steps">
      <link rel="stylesheet" href={asset('setup.css')} />
      <h2 id="first-steps">{text.title}</h2>
      <ol>
        <li>
          <a href="/welcome">{text.profile}</a>
          <p class="soft small">{text.profileHint(TASK_EXP)}</p>
        </li>
        <li>
          <a href="/studio/write">{text.write}</a>
          <p class="soft small">{text.writeHint}</p>
        </li>
      </ol>
    </section>
  )
}
