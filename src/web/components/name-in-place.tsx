import { ApiForm } from '#web/components/api-form.tsx'
import { Button } from '#web/components/button.tsx'

interface NameInPlaceProps {
  api: `PUT /api/${string}`
  name: string
  value: string
  maxlength: number
  label: string
  placeholder?: string
  required?: boolean
  toast: string
  save: string
  /** Style the name as a heading. */
  titled?: boolean
}

/** An inline-editable name. It looks like text; the save button appears while the name is being edited. */
export function NameInPlace({ api, toast, save, label, titled, ...field }: NameInPlaceProps) {
  return (
    <ApiForm api={api} toast={toast} class={`remark ${titled ? 'titled ' : ''}needs-script`}>
      <input class="input" {...field} aria-label={label} autocomplete="off" />
      {/* Safari focuses a clicked button only if it has a tabindex. Without it the button would hide before the click. */}
      <Button type="submit" tabindex={0} kind="small" label={save} />
    </ApiForm>
  )
}
