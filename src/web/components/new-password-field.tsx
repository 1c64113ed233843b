import { PASSWORD_MAX, PASSWORD_MIN } from '#kernel/crypto/passwords.ts'
import { PasswordField } from '#web/components/field.tsx'
import { PasswordStrength } from '#web/components/password-strength.tsx'
import type { ComponentText } from '#web/components/text.ts'

interface NewPasswordFieldProps {
  name: string
  label: string
  hint: (min: number, max: number) => string
  error?: string | undefined
  text: ComponentText
}

/** Where somebody chooses a password: its limits, and how strong it is. */
export function NewPasswordField({ name, hint, ...rest }: NewPasswordFieldProps) {
  return (
    <PasswordField
      name={name}
      hint={hint(PASSWORD_MIN, PASSWORD_MAX)}
      autocomplete="new-password"
      minlength={PASSWORD_MIN}
      maxlength={PASSWORD_MAX}
      required
      extra={<PasswordStrength field={name} doubt={rest.text.weakPassword} />}
      {...rest}
    />
  )
}
