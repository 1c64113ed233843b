import type { PropsWithChildren } from 'hono/jsx'
import type { Attributes } from '#kernel/hooks.ts'
import { fileChooser } from '#web/components/hooks.ts'
import { Icon } from '#web/components/icon.tsx'

/** The formats that the server accepts. */
export const ACCEPTED_IMAGES = 'image/jpeg,image/png,image/webp,image/gif'

interface ImageFieldProps {
  id: string
  /** The text of the button. */
  label: string
  accept?: string
  button?: string
  hint?: string
  /** The hook of the error line. */
  problem: Attributes
}

/** A button that chooses an image file. The children are further buttons, such as "Remove". */
export function ImageField(props: PropsWithChildren<ImageFieldProps>) {
  const { id, label, accept = ACCEPTED_IMAGES, button = 'button', hint, problem, children } = props
  return (
    <>
      <div class="form-actions needs-script">
        <button type="button" class={button} {...fileChooser()} aria-describedby={hint && `${id}-hint`}>
          <Icon name="picture" />
          <span>{label}</span>
        </button>
        <input type="file" accept={accept} aria-label={label} hidden />
        {children}
      </div>
      {hint && (
        <p class="field-hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <p class="field-error" role="alert" {...problem} hidden />
    </>
  )
}
