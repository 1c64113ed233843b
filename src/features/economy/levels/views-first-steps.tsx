import { levelOf } from '#features/core/people/level.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { TASK_EXP } from '#features/economy/levels/tasks.ts'
import { helpTexts } from '#features/economy/levels/text.ts'
import type { Language } from '#kernel/i18n.ts'

/** Whether the viewer is Lv0 and cannot publish yet. */
export function isNewcomer(viewer: Viewer | null): viewer is Viewer {
  return viewer !== null && viewer.status === 'active' && levelOf(viewer.exp) === 0
}

/** The steps that unlock publishing for Lv0 users. Shown on pages that invite the viewer to write. */
export function FirstSteps({ language }: { language: Language }) {
  const text = helpTexts[language].firstSteps
  return (
    <section class="card first-steps" aria-labelledby="first-steps">
      <h2 id="first-steps">{text.title}</h2>
      <ol>
        <li>
          <a href="/settings?tab=profile">{text.profile}</a>
          <p class="soft">{text.profileHint(TASK_EXP)}</p>
        </li>
        <li>
          <a href="/studio/write">{text.write}</a>
          <p class="soft">{text.writeHint}</p>
        </li>
      </ol>
    </section>
  )
}
