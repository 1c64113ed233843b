import type { PropsWithChildren } from 'hono/jsx'
import { apiForm, formError, type Question } from '#web/components/hooks.ts'
import type { ShellText } from '#web/text.ts'

interface ApiFormProps {
  /** Where it is sent: `PUT /api/settings/password`. */
  api: `${'POST' | 'PUT' | 'DELETE'} /api/${string}`
  /** What follows a success: `goto:/path`, `reload`, `reset`, or `remove:<selector of an element around the form>`. */
  after?: 'reload' | 'reset' | `goto:${string}` | `remove:${string}`
  /** The toast after a success. `{name}` stands for a member of the answer, `{name:date}` for a member that is a date. */
  toast?: string
  /** The question asked before anything is sent. */
  confirm?: Question
  /** Whether the form says that it needs a script; a form that is only a button does not. */
  text?: ShellText
  class?: string
  id?: string
}

/** A form that speaks to the JSON API; the browser's side of it is client/behaviors/api-form.ts. */
export function ApiForm({
  api,
  after,
  toast,
  confirm,
  text,
  class: className,
  id,
  children,
}: PropsWithChildren<ApiFormProps>) {
  return (
    <form
      id={id}
      class={className ?? 'form'}
      // Never GET: without a script a password must not end up in an address.
      method="post"
      novalidate
      {...apiForm({ call: api, after, toast, confirm })}
    >
      <div class="notice danger" role="alert" {...formError()} hidden />
      {children}
      {text && (
        <noscript>
          <p class="notice">{text.needsScript}</p>
        </noscript>
      )}
    </form>
  )
}
