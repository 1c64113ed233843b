/** Filled in while the person types, by client/behaviors/password-strength.ts. */
export function PasswordStrength({ field }: { field: string }) {
  return (
    <div class="strength needs-script" data-strength-of={field} data-strength="0" hidden>
      <i />
      <span role="status" />
    </div>
  )
}
