import { TOKEN_LIFETIME } from '#features/accounts/recovery/tokens.ts'
import { mayChangeStatus, RESTRICTION_DAYS_MAX } from '#features/accounts/status/status-and-role.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { BAN_REASONS } from '#features/operations/admin/frame/canned-reasons.ts'
import { adminTexts, banTexts } from '#features/operations/admin/frame/text.ts'
import { BanDialog, OpensDialog, ReasonDialog } from '#features/operations/admin/frame/views-dialogs.tsx'
import type { AdminPerson } from '#features/operations/admin/people/person.ts'
import { adminPeopleTexts } from '#features/operations/admin/people/text.ts'
import { MINUTE } from '#kernel/clock.ts'
import type { Language } from '#kernel/i18n.ts'
import { isOwner } from '#kernel/roles.ts'
import { Button } from '#web/components/elements.tsx'
import { ApiForm, SelectField } from '#web/components/form.tsx'
import { formAnswer } from '#web/components/hooks.ts'

interface PersonProps {
  person: AdminPerson
  language: Language
}

/** Ban and unban buttons, and the role form for owners. Hides actions that the API would refuse. */
export function PersonActions({ person, viewer, language }: PersonProps & { viewer: Viewer }) {
  const text = adminPeopleTexts[language].person
  const part = { person, language }
  if (person.status === 'deleted') return null
  return (
    <section class="card person-actions needs-script" aria-label={text.ban}>
      {mayChangeStatus(viewer, person) ? (
        <>
          <StatusAction {...part} />
          <SilenceAction {...part} />
          <HideAction {...part} />
        </>
      ) : (
        <p class="faint">{text.protectedNote}</p>
      )}
      {isOwner(viewer) && <OwnerActions {...part} />}
    </section>
  )
}

function StatusAction({ person, language }: PersonProps) {
  const text = adminPeopleTexts[language].person
  const isBanned = person.status === 'banned'
  const shared = { id: 'status-dialog', after: 'reload', isOptional: true, language } as const
  return (
    <>
      <OpensDialog
        dialog="status-dialog"
        to={`PUT /api/admin/users/${person.uid}/status`}
        target={person.display_name}
        kind={isBanned ? 'wide' : 'danger wide'}
        icon={isBanned ? 'check' : 'lock'}
        label={isBanned ? text.unban : text.ban}
      />
      {isBanned ? (
        <ReasonDialog
          {...shared}
          title={text.unbanTitle}
          lead={[text.unbanLead]}
          button={text.unbanButton}
          reasons={[]}
          toast={text.unbanned}
          body={{ status: 'active' }}
        />
      ) : (
        <BanDialog {...shared} toast={text.banned} body={{ status: 'banned' }} />
      )}
    </>
  )
}

function SilenceAction({ person, language }: PersonProps) {
  const text = adminPeopleTexts[language].person
  const isSilenced = person.silence !== null
  return (
    <>
      <OpensDialog
        dialog="silence-dialog"
        to={`PUT /api/admin/users/${person.uid}/silence`}
        target={person.display_name}
        kind="wide"
        icon={isSilenced ? 'check' : 'comment'}
        label={isSilenced ? text.unsilence : text.silence}
      />
      <ReasonDialog
        id="silence-dialog"
        title={isSilenced ? text.unsilenceTitle : text.silenceTitle}
        lead={[isSilenced ? text.unsilenceLead : text.silenceLead]}
        button={isSilenced ? text.unsilence : text.silenceButton}
        reasons={isSilenced ? [] : BAN_REASONS}
        isOptional
        danger={!isSilenced}
        after="reload"
        toast={isSilenced ? text.unsilenced : text.silenced}
        days={isSilenced ? undefined : RESTRICTION_DAYS_MAX}
        language={language}
        body={{ silenced: !isSilenced }}
      />
    </>
  )
}

/** "Ban and hide all content", and its undo. */
function HideAction({ person, language }: PersonProps) {
  const text = adminPeopleTexts[language].person
  const api = `/api/admin/users/${person.uid}/hide` as const
  if (person.hiding?.state === 'restoring') return null
  if (person.hiding) {
    const { restoreTitle, restoreBody: body, restore: button } = text
    const confirm = { title: restoreTitle(person.display_name), body, button, calm: true }
    return (
      <ApiForm api={`DELETE ${api}`} after="reload" toast={text.restoreStarted} confirm={confirm}>
        <Button type="submit" icon="undo" kind="wide" label={text.restore} />
      </ApiForm>
    )
  }
  return (
    <>
      <OpensDialog
        dialog="hide-dialog"
        to={`POST ${api}`}
        target={person.display_name}
        kind="danger wide"
        icon="lock"
        label={banTexts[language].hide.open}
      />
      <BanDialog
        id="hide-dialog"
        hides
        isBanned={person.status === 'banned'}
        after="reload"
        toast={text.hideStarted}
        language={language}
      />
    </>
  )
}

/** The role, a reset link for users who cannot receive mail, and help for users who have lost their second factor. */
function OwnerActions({ person, language }: PersonProps) {
  const text = adminPeopleTexts[language].person
  const { uid, display_name: name } = person
  const role = { title: text.roleTitle(name), body: text.roleBody, button: text.roleButton, calm: true }
  const link = { title: text.linkTitle(name), body: text.linkBody, button: text.linkButton }
  const factor = { title: text.factorTitle(name), body: text.factorBody, button: text.factorButton }
  const removal = { api: `DELETE /api/admin/users/${uid}/second-factor`, toast: text.factorRemoved } as const
  return (
    <>
      <ApiForm api={`PUT /api/admin/users/${uid}/role`} after="reload" toast={text.roleChanged} confirm={role}>
        <SelectField
          name="role"
          label={text.role}
          value={person.role}
          options={Object.entries(adminTexts[language].roles)}
          hint={text.roleHint}
        />
        <Button type="submit" label={text.roleButton} />
      </ApiForm>
      <ApiForm api={`POST /api/admin/users/${uid}/reset-link`} confirm={link}>
        <p class="field-hint">{text.linkHint(TOKEN_LIFETIME.reset / MINUTE)}</p>
        <Button type="submit" icon="key" label={text.linkButton} />
        <output class="reset-link" {...formAnswer({ template: '{url}' })} />
      </ApiForm>
      <ApiForm {...removal} after="reload" confirm={factor}>
        <p class="field-hint">{text.factorHint}</p>
        <Button type="submit" icon="lock" label={text.factorButton} />
      </ApiForm>
    </>
  )
}
