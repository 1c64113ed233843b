import type { PropsWithChildren } from 'hono/jsx'
import { Button } from '#web/components/button.tsx'
import { dialogCloser } from '#web/components/hooks.ts'

/** A native dialog, opened by a button with the hook `dialogOpener`. */
export function Dialog({ id, title, children }: PropsWithChildren<{ id: string; title: string }>) {
  return (
    <dialog class="dialog" id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {children}
    </dialog>
  )
}

interface DialogActionsProps {
  cancel: string
  submit: string
  danger?: boolean
}

/** The buttons of a form in a dialog. The children come before them. */
export function DialogActions({ cancel, submit, danger = false, children }: PropsWithChildren<DialogActionsProps>) {
  return (
    <div class="dialog-actions">
      {children}
      <Button {...dialogCloser()} label={cancel} />
      <Button type="submit" kind={danger ? 'danger primary' : 'primary'} label={submit} />
    </div>
  )
}
