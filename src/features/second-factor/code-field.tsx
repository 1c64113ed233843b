import type { SecondFactorText } from '#features/second-factor/text.ts'
import { Field } from '#web/components/field.tsx'

/** Takes a code of the app or a recovery code. */
export function CodeField({ text }: { text: SecondFactorText }) {
  return (
    <Field name="code" label={text.code} hint={text.codeHint} autocomplete="one-time-code" maxlength={50} required />
  )
}
