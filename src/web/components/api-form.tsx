import type { PropsWithChildren } from 'hono/jsx'
import { apiForm, formError, type Question } from '#web/components/hooks.ts'
import type { ComponentText } from '#web/components/text.ts'

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
  text?: ComponentText
  /** The label of a button for browsers without scripts: they post the fields to the address of the page, which must take them. */
  plain?: string
  /** What is wrong with what such a browser has sent. */
  problem?: string | undefined
  class?: string
  id?: string
}

/** A form that speaks to the JSON API; the browser's side of it is client/behaviors/forms/api-form.ts. */
export function ApiForm({
  api,
  after,
  toast,
  confirm,
  text,
  plain,
  problem,
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
      <div class="notice danger" role="alert" {...formError()} hidden={problem === undefined}>
        {problem}
      </div>
      {children}
      {plain && (
        <noscript>
          <button type="submit" class="button primary wide">
            {plain}
          </button>
        </noscript>
      )}
      {text && (
        <noscript>
          <p class="notice">{text.needsScript}</p>
        </noscript>
      )}
    </form>
  )
}
