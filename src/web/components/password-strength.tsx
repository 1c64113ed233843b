import { type Question, strengthMeter } from '#web/components/hooks.ts'

/** Filled in while the person types, by client/behaviors/account/password-strength.ts. */
export function PasswordStrength({ field, doubt }: { field: string; doubt: Question }) {
  return (
    <div class="strength needs-script" {...strengthMeter({ field, strength: 0, doubt })} hidden>
      <i />
      <span role="status" />
    </div>
  )
}
