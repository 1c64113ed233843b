import { composer } from '#client/behaviors/comments/composer.ts'
import { takeInterrupted } from '#client/behaviors/comments/drafts.ts'
import { find, findAll } from '#client/hooks.ts'
import { whenTouched } from '#client/when-touched.ts'
import { commentSection, composerForm } from '#features/community/comments/hooks.ts'

/** The comments of a page: written, answered, changed, liked and deleted without leaving it. */
export function comments(): void {
  const section = find(commentSection)
  if (!section) return
  for (const form of findAll<HTMLFormElement>(composerForm, section)) composer(form)
  whenTouched(section, async () => (await import('#client/behaviors/comments/acts.ts')).acts(section))
  const path = takeInterrupted()
  if (path !== null)
    void import('#client/behaviors/comments/come-back.ts').then(({ comeBack }) => comeBack(section, path))
  section.addEventListener('joule:sent', ({ target, detail }) => {
    const shown = import('#client/behaviors/comments/insert.ts').then((module) =>
      module.showSent(section, target, detail),
    )
    // The comment is sent, even if showing it failed.
    shown.catch(() => location.reload())
  })
}
