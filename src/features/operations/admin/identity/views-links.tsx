import type { FooterLink } from '#db/schema/identity.ts'
import { LABEL_MAX, LINK_URL_MAX, LINKS_MAX } from '#features/core/identity/inputs.ts'
import type { ShellText } from '#features/core/shell/text.ts'
import type { AdminIdentityText } from '#features/operations/admin/identity/text.ts'
import { ApiForm } from '#web/components/api-form.tsx'
import { Field } from '#web/components/field.tsx'
import { Icon } from '#web/components/icon.tsx'

interface LinksProps {
  links: FooterLink[]
  text: AdminIdentityText
  shell: ShellText
}

export function LinksCard({ links, text, shell }: LinksProps) {
  return (
    <section class="card" id="links" aria-labelledby="links-heading">
      <header>
        <h2 id="links-heading">{text.links}</h2>
        <p>{text.linksLead(LINKS_MAX)}</p>
      </header>
      {links.length > 0 && (
        <ul class="own-list">
          {links.map(({ id, label, url }) => (
            <li class="own-item">
              <span class="own-words">
                <strong>{label}</strong> <span class="soft">{url}</span>
              </span>
              <ApiForm api={`DELETE /api/admin/identity/links/${id}`} after="reload" toast={text.removed} class="">
                <button type="submit" class="button quiet icon needs-script" aria-label={text.remove(label)}>
                  <Icon name="trash" />
                </button>
              </ApiForm>
            </li>
          ))}
        </ul>
      )}
      {links.length < LINKS_MAX && (
        <ApiForm
          api="POST /api/admin/identity/links"
          after="reload"
          toast={text.added}
          text={shell}
          class="form narrow"
        >
          <Field name="label" label={text.label} maxlength={LABEL_MAX} autocomplete="off" required />
          <Field name="url" label={text.url} hint={text.urlHint} maxlength={LINK_URL_MAX} autocomplete="off" required />
          <div class="form-actions needs-script">
            <button type="submit" class="button">
              {text.add}
            </button>
          </div>
        </ApiForm>
      )}
    </section>
  )
}
