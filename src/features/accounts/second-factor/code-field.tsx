import type { SecondFactorText } from '#features/accounts/second-factor/text.ts'
import { Field } from '#web/components/field.tsx'

/** Takes a code of the app or a recovery code. */
export function CodeField({ text, error }: { text: SecondFactorText; error?: string | undefined }) {
  return (
    <Field
      name="code"
      label={text.code}
      hint={text.codeHint}
      error={error}
      autocomplete="one-time-code"
      maxlength={50}
      required
    />
  )
}
