import { PasswordField } from '#web/components/field.tsx'
import type { ComponentText } from '#web/components/text.ts'

interface CurrentPasswordFieldProps {
  label: string
  text: ComponentText
  error?: string | undefined
  name?: string
  /** Needed if a page has more than one such field. */
  id?: string
}

/** Asks for the current password before a sensitive change. */
export function CurrentPasswordField({ name = 'password', ...rest }: CurrentPasswordFieldProps) {
  return <PasswordField name={name} autocomplete="current-password" required {...rest} />
}
