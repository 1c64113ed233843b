import { strengthMeter } from '#web/components/hooks.ts'

/** Filled in while the person types, by client/behaviors/password-strength.ts. */
export function PasswordStrength({ field }: { field: string }) {
  return (
    <div class="strength needs-script" {...strengthMeter({ field, strength: 0 })} hidden>
      <i />
      <span role="status" />
    </div>
  )
}
