import type { Identity } from '#features/core/identity/identity.ts'
import { LOGO_SIDE } from '#features/core/images/logo.ts'
import { Mark } from '#features/core/shell/mark.tsx'
import { logoCard, logoProblem } from '#features/operations/admin/identity/hooks.ts'
import type { AdminIdentityText } from '#features/operations/admin/identity/text.ts'
import { ApiForm } from '#web/components/api-form.tsx'
import { fileChooser } from '#web/components/hooks.ts'
import { Icon } from '#web/components/icon.tsx'

/** Choosing a picture uploads it: client/admin/logo.ts. */
export function LogoCard({ identity, text }: { identity: Identity; text: AdminIdentityText }) {
  return (
    <section
      class="card"
      id="logo"
      aria-labelledby="logo-heading"
      {...logoCard({ saved: text.saved, unreadable: text.unreadable })}
    >
      <header>
        <h2 id="logo-heading">{text.logo}</h2>
        <p>{text.logoLead(LOGO_SIDE)}</p>
      </header>
      <div class="logo-choice">
        <Mark identity={identity} />
        <div class="form-actions needs-script">
          <button type="button" class="button" {...fileChooser()}>
            <Icon name="picture" />
            {text.choose}
          </button>
          <input type="file" accept="image/*" aria-label={text.choose} hidden />
        </div>
        {identity.logo_key !== null && (
          <ApiForm api="DELETE /api/admin/identity/logo" after="reload" toast={text.removed} class="">
            <button type="submit" class="button quiet needs-script">
              {text.removeLogo}
            </button>
          </ApiForm>
        )}
      </div>
      <p class="field-error" role="alert" {...logoProblem()} hidden />
    </section>
  )
}
