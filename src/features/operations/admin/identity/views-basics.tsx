import type { Identity } from '#features/core/identity/identity.ts'
import { NAME_MAX, TAGLINE_MAX } from '#features/core/identity/inputs.ts'
import { identityTexts, PRODUCT_NAME } from '#features/core/identity/words.ts'
import type { ShellText } from '#features/core/shell/text.ts'
import type { AdminIdentityText } from '#features/operations/admin/identity/text.ts'
import { ApiForm } from '#web/components/api-form.tsx'
import { Field } from '#web/components/field.tsx'

interface BasicsProps {
  identity: Identity
  text: AdminIdentityText
  shell: ShellText
}

export function BasicsCard({ identity, text, shell }: BasicsProps) {
  return (
    <section class="card" id="name" aria-labelledby="basics-heading">
      <header>
        <h2 id="basics-heading">{text.basics}</h2>
        <p>{text.basicsLead}</p>
      </header>
      <ApiForm api="PUT /api/admin/identity" after="reload" toast={text.saved} text={shell} class="form narrow">
        <Field
          name="name"
          id="site-name"
          label={text.name}
          value={identity.name ?? ''}
          placeholder={PRODUCT_NAME}
          maxlength={NAME_MAX}
          autocomplete="off"
        />
        <Field
          name="tagline_zh"
          label={text.taglineZh}
          value={identity.tagline_zh ?? ''}
          placeholder={identityTexts['zh-CN'].tagline}
          maxlength={TAGLINE_MAX}
          autocomplete="off"
        />
        <Field
          name="tagline_en"
          label={text.taglineEn}
          value={identity.tagline_en ?? ''}
          placeholder={identityTexts.en.tagline}
          hint={text.taglineHint}
          maxlength={TAGLINE_MAX}
          autocomplete="off"
        />
        <div class="form-actions needs-script">
          <button type="submit" class="button primary">
            {text.save}
          </button>
        </div>
      </ApiForm>
    </section>
  )
}
