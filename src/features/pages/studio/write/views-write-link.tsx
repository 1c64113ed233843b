import { linkRemover } from '#features/pages/studio/hooks.ts'
import { writeTexts } from '#features/pages/studio/write/text-write.ts'
import type { Language } from '#kernel/i18n.ts'
import { Button } from '#web/components/button.tsx'
import { Dialog, DialogActions } from '#web/components/dialog.tsx'
import { Field } from '#web/components/field.tsx'
import { shellTexts } from '#web/components/text.ts'

/** Asks where a link leads; client/editor/link-dialog.ts. */
export function LinkDialog({ language }: { language: Language }) {
  const { link: text } = writeTexts[language]
  return (
    <Dialog id="link-dialog" title={text.title}>
      <form class="form" method="dialog" novalidate>
        <Field name="address" label={text.address} hint={text.addressHint} placeholder="https://" autocomplete="off" />
        <Field name="words" label={text.text} autocomplete="off" />
        <DialogActions cancel={shellTexts[language].cancel} submit={text.insert}>
          <Button {...linkRemover()} kind="quiet danger to-start" label={text.remove} />
        </DialogActions>
      </form>
    </Dialog>
  )
}
