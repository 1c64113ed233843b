import { shellTexts } from '#features/core/shell/text.ts'
import { linkRemover } from '#features/pages/studio/hooks.ts'
import { writeTexts } from '#features/pages/studio/write/text-write.ts'
import type { Language } from '#kernel/i18n.ts'
import { Dialog } from '#web/components/dialog.tsx'
import { Field } from '#web/components/field.tsx'
import { dialogCloser } from '#web/components/hooks.ts'

/** Asks where a link leads; client/editor/link-dialog.ts. */
export function LinkDialog({ language }: { language: Language }) {
  const { link: text } = writeTexts[language]
  return (
    <Dialog id="link-dialog" title={text.title}>
      <form class="form" method="dialog" novalidate>
        <Field name="address" label={text.address} hint={text.addressHint} placeholder="https://" autocomplete="off" />
        <Field name="words" label={text.text} autocomplete="off" />
        <div class="dialog-actions">
          <button type="button" class="button quiet danger to-start" {...linkRemover()}>
            {text.remove}
          </button>
          <button type="button" class="button" {...dialogCloser()}>
            {shellTexts[language].cancel}
          </button>
          <button type="submit" class="button primary">
            {text.insert}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
