import { RESTRICTION_DAYS_MAX } from '#features/accounts/status/status-and-role.ts'
import {
  CANNED_REASONS,
  inBothLanguages,
  type ReplyKind,
} from '#features/operations/admin/frame/canned-reasons.ts'
import {
  batchBar,
  batchChoice,
  batchClearer,
  batchCount,
  batchDialog,
  batchForm,
  batchOpener,
  batchOption,
  batchPart,
  cannedList,
  cannedReason,
  dialogTitle,
  insteadButton,
  optionalReason,
  reasonOpener,
} from '#features/operations/admin/frame/hooks.ts'
import { REASON_MAX } from '#features/operations/admin/frame/inputs.ts'
import {
  adminTexts,
  banTexts,
  batchTexts,
  savedReplyTexts,
} from '#features/operations/admin/frame/text.ts'
import { type ErrorCode, errorMessage } from '#kernel/errors.ts'
import type { Attributes } from '#kernel/hooks.ts'
import type { Language } from '#kernel/i18n.ts'
import { Button, DialogActions, type IconName } from '#web/components/elements.tsx'
import { Counter, Field } from '#web/components/fields.tsx'
import { ApiForm } from '#web/components/form.tsx'
import {
  dialogOpener,
  fieldError,
  formError,
  optional,
  pressedByKey,
} from '#web/components/hooks.ts'

/**
 * A second submit button that sends the same reason to another move, such as `lock` in place of
 * `reject`.
 */
export interface Instead {
  move: string
  label: string
  toast: string
}

interface ReasonDialogProps {
  id: string
  /** `{target}` is replaced by the item of the button that opens the dialog. */
  title: string
  /** One or more paragraphs. */
  lead: string | readonly string[]
  button: string
  /** The kind of the common reasons and saved replies that the dialog offers, or null for none. */
  reasons: ReplyKind | null
  /** The maximum length of the reason in characters. */
  max?: number
  /** The name of the reason in the request. */
  name?: 'reason' | 'note'
  isOptional?: boolean
  danger?: boolean
  after?: Parameters<typeof ApiForm>[0]['after']
  toast?: string
  /** The dialog asks for a number of days, up to this one. */
  days?: number | undefined
  /** A checkbox. */
  choice?: { name: string; label: string; hint: string } | undefined
  /** Further fields of the request. */
  body?: Record<string, string | boolean>
  instead?: Instead | undefined
  language: Language
}

/**
 * One dialog for all buttons of a page that ask for a reason. client/admin/approval.ts fills in the
 * endpoint, the target and the version of the button that was pressed.
 */
export function ReasonDialog(props: ReasonDialogProps) {
  const {
    id,
    title,
    lead,
    button,
    after,
    toast,
    days,
    choice,
    body = {},
    instead,
    language,
  } = props
  return (
    <dialog class="dialog reason-dialog" id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} {...dialogTitle({ template: title })}>
        {title}
      </h2>
      {[lead].flat().map((paragraph) => (
        <p>{paragraph}</p>
      ))}
      <ApiForm api="POST /api/admin" {...(after && { after })} {...(toast && { toast })}>
        <ReasonField {...props} id={`${id}-reason`} />
        {days && <DaysField id={`${id}-days`} max={days} language={language} />}
        {choice && <Choice {...choice} />}
        <FixedFields body={body} />
        <input type="number" name="version" hidden {...optional()} />
        <DialogActions
          cancel={adminTexts[language].cancel}
          submit={button}
          danger={props.danger ?? false}
        >
          {instead && <InsteadButton instead={instead} />}
        </DialogActions>
      </ApiForm>
    </dialog>
  )
}

type BanDialogProps = Omit<
  ReasonDialogProps,
  'title' | 'lead' | 'button' | 'reasons' | 'days' | 'danger'
> & {
  /** A second paragraph. */
  note?: string
  /**
   * `hide` also hides all content of the user. The acts that begin with `delete` also remove the
   * reported content.
   */
  act?: keyof (typeof banTexts)['en']['acts']
  /**
   * For a user who is banned already: the dialog asks for no days, because the ban stays as it is.
   */
  isBanned?: boolean
}

/** Bans a user, on their page or as the decision on a report. */
export function BanDialog({ note, act = 'ban', isBanned = false, ...dialog }: BanDialogProps) {
  const { title, lead, button } = banTexts[dialog.language].acts[act]
  return (
    <ReasonDialog
      {...{ title, button, ...dialog }}
      lead={[lead, ...(note ? [note] : [])]}
      reasons="user"
      days={isBanned ? undefined : RESTRICTION_DAYS_MAX}
      danger
    />
  )
}

export interface BatchAction {
  name: string
  label: string
  needsReason?: boolean
  /** Shown in the dialog of this action. */
  warning?: string
  /** Another action that the dialog offers in place of this one. */
  instead?: Instead
  /** For actions without a batch endpoint: called once per item, with `{id}` in the path. */
  each?: { api: `${'POST' | 'PUT'} /api/admin/${string}`; body?: Record<string, string | boolean> }
}

interface BatchBarProps extends Pick<ReasonDialogProps, 'reasons' | 'max' | 'days' | 'language'> {
  /** The batch endpoint. An action without one has `each`. */
  api?: `POST /api/admin/${string}`
  actions: readonly BatchAction[]
}

/** The reasons for which an item of a batch is often refused. The page contains their messages. */
const REFUSALS: readonly ErrorCode[] = [
  'invalid_transition',
  'not_found',
  'version_conflict',
  'forbidden',
]

export function refusalsIn(language: Language): Record<string, string> {
  return Object.fromEntries(REFUSALS.map((code) => [code, errorMessage(code, language)]))
}

/** Appears when rows are selected. Its dialog asks for one reason for all of them. */
export function BatchBar({ api, actions, language, ...asked }: BatchBarProps) {
  const text = batchTexts[language]
  const refusals = refusalsIn(language)
  const only = actions.length > 1 ? undefined : actions[0]?.label
  return (
    <section
      class="batch-bar box row needs-script"
      aria-label={text.bar}
      {...batchBar({ ...text, call: api ?? '', refusals })}
      hidden
    >
      <p role="status" {...batchCount({ template: text.selected })} />
      {only === undefined && (
        <select class="input" aria-label={text.action} {...batchChoice()}>
          {actions.map(({ name, label, needsReason = false, each }) => (
            <option
              value={name}
              {...batchOption({ needsReason, each: each?.api, body: each?.body })}
            >
              {label}
            </option>
          ))}
        </select>
      )}
      <Button {...batchOpener({ action: only ?? '' })} kind="primary" label={only ?? text.apply} />
      <Button {...batchClearer()} kind="quiet" label={text.clear} />
      <BatchDialog {...asked} actions={actions} language={language} />
    </section>
  )
}

function BatchDialog({ actions, days, language, ...field }: Omit<BatchBarProps, 'api'>) {
  const text = batchTexts[language]
  return (
    <dialog class="dialog reason-dialog" aria-labelledby="batch-title" {...batchDialog()}>
      <h2 id="batch-title" {...dialogTitle({ template: text.title })}>
        {text.title}
      </h2>
      <p>{text.lead}</p>
      {actions.map(
        ({ name, warning }) => warning && <p {...batchPart({ action: name })}>{warning}</p>,
      )}
      <form class="form" {...batchForm()} novalidate>
        <div class="notice danger" role="alert" {...formError()} hidden />
        <ReasonField {...field} id="batch-reason" isOptional language={language} />
        {days && <DaysField id="batch-days" max={days} language={language} />}
        <DialogActions cancel={adminTexts[language].cancel} submit={text.apply} danger>
          {actions.map(
            ({ name, instead }) =>
              instead && <InsteadButton instead={instead} hooks={batchPart({ action: name })} />,
          )}
        </DialogActions>
      </form>
    </dialog>
  )
}

function InsteadButton({ instead, hooks }: { instead: Instead; hooks?: Attributes }) {
  const { move, label, toast } = instead
  return (
    <Button
      type="submit"
      kind="danger"
      {...insteadButton({ move, toast })}
      {...hooks}
      label={label}
    />
  )
}

function Choice({ name, label, hint }: { name: string; label: string; hint: string }) {
  return (
    <div class="field">
      <label class="check beside">
        <input type="checkbox" name={name} /> {label}
      </label>
      <p class="field-hint">{hint}</p>
    </div>
  )
}

/** Booleans are checkboxes, because the form sends every other hidden field as a text. */
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

/** The number of days after which a ban or a silence ends by itself. */
function DaysField({ id, max, language }: { id: string; max: number; language: Language }) {
  const { days, daysHint } = adminTexts[language]
  const range = { min: 1, max, inputmode: 'numeric' } as const
  return (
    <Field
      {...{ id, name: 'days', type: 'number', label: days, hint: daysHint(max), ...range }}
      hooks={optional()}
    />
  )
}

function ReasonField(
  props: Pick<ReasonDialogProps, 'id' | 'name' | 'reasons' | 'max' | 'isOptional' | 'language'>,
) {
  const { id, name = 'reason', reasons, max = REASON_MAX, isOptional = false, language } = props
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
      {reasons && (
        // client/admin/saved-replies.ts adds the saved replies and the text to save.
        <fieldset
          class="canned row"
          aria-label={text.canned}
          {...cannedList({ kind: reasons, text: savedReplyTexts[language] })}
        >
          {CANNED_REASONS[reasons].map((reason) => (
            <button
              type="button"
              class="canned-reason soft small"
              {...cannedReason({ reason: inBothLanguages(reason) })}
            >
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

export interface OpensDialogProps {
  dialog: string
  to: `${'POST' | 'PUT' | 'DELETE'} /api/admin/${string}`
  target: string
  version?: number
  label: string
  /** The accessible name, for example if several rows have a button with the same label. */
  name?: string
  icon?: IconName
  kind?: string
  /** The key that presses the button. */
  shortcut?: string
}

/** A button that opens a `ReasonDialog` for one item. */
export function OpensDialog(props: OpensDialogProps) {
  const { dialog, to, target, version, name, shortcut, kind = 'small', ...look } = props
  return (
    <Button
      {...{ kind, ...look }}
      {...dialogOpener({ dialog })}
      {...reasonOpener({ call: to, target, version })}
      {...(shortcut && pressedByKey({ key: shortcut }))}
      aria-keyshortcuts={shortcut}
      aria-label={name}
      aria-haspopup="dialog"
    />
  )
}
