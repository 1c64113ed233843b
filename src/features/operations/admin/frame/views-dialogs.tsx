import type { PropsWithChildren } from 'hono/jsx'
import { type CannedReason, inBothLanguages } from '#features/operations/admin/frame/canned-reasons.ts'
import {
  cannedReason,
  dialogTitle,
  insteadButton,
  optionalReason,
  reasonOpener,
} from '#features/operations/admin/frame/hooks.ts'
import { REASON_MAX } from '#features/operations/admin/frame/inputs.ts'
import { adminTexts } from '#features/operations/admin/frame/text.ts'
import type { Attributes } from '#kernel/hooks.ts'
import type { Language } from '#kernel/i18n.ts'
import { ApiForm } from '#web/components/api-form.tsx'
import { DialogActions } from '#web/components/dialog.tsx'
import { Counter } from '#web/components/field.tsx'
import { dialogOpener, fieldError, optional, pressedByKey } from '#web/components/hooks.ts'

/** A second submit button that sends the same reason to another move, such as `lock` in place of `reject`. */
export interface Instead {
  move: string
  label: string
  toast: string
}

export interface ReasonDialogProps {
  id: string
  /** `{target}` is replaced by the item of the button that opens the dialog. */
  title: string
  /** Paragraphs. */
  lead: readonly string[]
  button: string
  reasons: readonly CannedReason[]
  /** Maximum length of the reason in characters. */
  max?: number
  /** Name of the reason field in the request. */
  name?: 'reason' | 'note'
  isOptional?: boolean
  danger?: boolean
  after?: Parameters<typeof ApiForm>[0]['after']
  toast?: string
  /** Asks for the number of days, up to this. */
  days?: number | undefined
  /** Further fields of the request. */
  body?: Record<string, string | boolean>
  instead?: Instead | undefined
  language: Language
}

/**
 * One dialog for all buttons of a page that ask for a reason. client/admin/reason-dialog.ts fills in the endpoint, the target and
 * the version of the pressed button.
 */
export function ReasonDialog(props: ReasonDialogProps) {
  const {
    id,
    title,
    lead,
    button,
    reasons,
    max,
    name = 'reason',
    isOptional = false,
    danger = false,
    after,
    toast,
    days,
    body = {},
    instead,
    language,
  } = props
  const text = adminTexts[language]
  return (
    <dialog class="dialog reason-dialog" id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} {...dialogTitle({ template: title })}>
        {title}
      </h2>
      {lead.map((paragraph) => (
        <p>{paragraph}</p>
      ))}
      <ApiForm api="POST /api/admin" {...(after && { after })} {...(toast && { toast })}>
        <ReasonField id={`${id}-reason`} {...{ name, reasons, isOptional, language }} {...(max && { max })} />
        {days && <DaysField id={`${id}-days`} max={days} language={language} />}
        <FixedFields body={body} />
        <input type="number" name="version" hidden {...optional()} />
        <DialogActions cancel={text.cancel} submit={button} danger={danger}>
          {instead && <InsteadButton instead={instead} />}
        </DialogActions>
      </ApiForm>
    </dialog>
  )
}

export function InsteadButton({ instead, hooks }: { instead: Instead; hooks?: Attributes }) {
  const { move, label, toast } = instead
  return (
    <button type="submit" class="button danger" {...insteadButton({ move, toast })} {...hooks}>
      {label}
    </button>
  )
}

/** Booleans are checkboxes, because the form sends other hidden fields as texts. */
function FixedFields({ body }: { body: Record<string, string | boolean> }) {
  return (
    <>
      {Object.entries(body).map(([field, value]) =>
        typeof value === 'boolean' ? (
          <input type="checkbox" name={field} checked={value} hidden />
        ) : (
          <input type="hidden" name={field} value={value} />
        ),
      )}
    </>
  )
}

/** After these days a ban or silence ends by itself. */
export function DaysField({ id, max, language }: { id: string; max: number; language: Language }) {
  const text = adminTexts[language]
  return (
    <div class="field">
      <label for={id}>{text.days}</label>
      <input
        class="input"
        id={id}
        type="number"
        name="days"
        min={1}
        max={max}
        inputmode="numeric"
        autocomplete="off"
        {...optional()}
        aria-describedby={`${id}-hint ${id}-error`}
      />
      <p class="field-hint" id={`${id}-hint`}>
        {text.daysHint(max)}
      </p>
      <p class="field-error" id={`${id}-error`} {...fieldError({ field: 'days' })} hidden />
    </div>
  )
}

interface ReasonFieldProps {
  id: string
  name?: 'reason' | 'note'
  reasons: readonly CannedReason[]
  max?: number
  isOptional: boolean
  language: Language
}

export function ReasonField(props: ReasonFieldProps) {
  const { id, name = 'reason', reasons, max = REASON_MAX, isOptional, language } = props
  const text = adminTexts[language]
  return (
    <div class="field">
      <label for={id}>
        <span>
          {text.reason}
          {isOptional && <span {...optionalReason()}>{text.optional}</span>}
        </span>
        <Counter of={name} value="" max={max} />
      </label>
      {reasons.length > 0 && (
        <fieldset class="canned" aria-label={text.canned}>
          {reasons.map((reason) => (
            <button type="button" class="canned-reason" {...cannedReason({ reason: inBothLanguages(reason) })}>
              {reason[language]}
            </button>
          ))}
        </fieldset>
      )}
      <textarea
        class="input"
        id={id}
        name={name}
        rows={3}
        required={!isOptional}
        {...(isOptional && optional())}
        aria-describedby={`${id}-hint ${id}-error`}
      />
      <p class="field-hint" id={`${id}-hint`}>
        {text.reasonHint(max)}
      </p>
      <p class="field-error" id={`${id}-error`} {...fieldError({ field: name })} hidden />
    </div>
  )
}

interface OpensDialogProps {
  dialog: string
  to: `${'POST' | 'PUT' | 'DELETE'} /api/admin/${string}`
  target: string
  version?: number
  class?: string
  /** Keyboard shortcut of the button. */
  shortcut?: string
  label?: string
}

/** A button that opens a `ReasonDialog` for one item. */
export function OpensDialog(props: PropsWithChildren<OpensDialogProps>) {
  const { dialog, to, target, version, class: className = 'button small', shortcut, label, children } = props
  return (
    <button
      type="button"
      class={className}
      {...dialogOpener({ dialog })}
      {...reasonOpener({ call: to, target, version })}
      {...(shortcut && pressedByKey({ key: shortcut }))}
      aria-keyshortcuts={shortcut}
      aria-label={label}
      aria-haspopup="dialog"
    >
      {children}
    </button>
  )
}
