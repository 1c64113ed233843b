import { PasswordField } from '#web/components/field.tsx'
import type { ComponentText } from '#web/components/text.ts'

interface CurrentPasswordFieldProps {
  label: string
  text: ComponentText
  error?: string | undefined
  name?: string
  /** Where a page asks for it more than once. */
  id?: string
}

/** Where somebody proves who they are by the password they have. */
export function CurrentPasswordField({ name = 'password', ...rest }: CurrentPasswordFieldProps) {
  return <PasswordField name={name} autocomplete="current-password" required {...rest} />
}
