import { PASSWORD_MAX, PASSWORD_MIN } from '#kernel/crypto/passwords.ts'
import { PasswordField } from '#web/components/field.tsx'
import { type Question, strengthMeter } from '#web/components/hooks.ts'
import type { ComponentText } from '#web/components/text.ts'

interface NewPasswordFieldProps {
  name: string
  label: string
  hint: (min: number, max: number) => string
  error?: string | undefined
  text: ComponentText
}

/** A field for a new password, with limits and strength meter. */
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

/** Updated while the user types, by client/behaviors/account/password-strength.ts. */
function PasswordStrength({ field, doubt }: { field: string; doubt: Question }) {
  return (
    <div class="strength needs-script" {...strengthMeter({ field, strength: 0, doubt })} hidden>
      <i />
      <span role="status" />
    </div>
  )
}
