import { mayChangeStatus, RESTRICTION_DAYS_MAX } from '#features/accounts/accounts/status-and-role.ts'
import { TOKEN_LIFETIME } from '#features/accounts/accounts/tokens.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { BAN_REASONS } from '#features/operations/admin/frame/canned-reasons.ts'
import { adminTexts, banTexts } from '#features/operations/admin/frame/text.ts'
import { BanDialog, HideDialog } from '#features/operations/admin/frame/views-ban.tsx'
import { OpensDialog, ReasonDialog } from '#features/operations/admin/frame/views-dialogs.tsx'
import type { AdminPerson } from '#features/operations/admin/people/person.ts'
import type { AdminPeopleText } from '#features/operations/admin/people/text.ts'
import { MINUTE } from '#kernel/clock.ts'
import type { Language } from '#kernel/i18n.ts'
import { isOwner } from '#kernel/roles.ts'
import { ApiForm } from '#web/components/api-form.tsx'
import { Button } from '#web/components/button.tsx'
import { SelectField } from '#web/components/field.tsx'
import { formAnswer } from '#web/components/hooks.ts'
import { Icon } from '#web/components/icon.tsx'

interface PersonActionsProps {
  person: AdminPerson
  viewer: Viewer
  text: AdminPeopleText['person']
  language: Language
}

/** Ban and unban buttons, and the role form for owners. Hides actions that the API would refuse. */
export function PersonActions({ person, viewer, text, language }: PersonActionsProps) {
  if (person.status === 'deleted') return null
  return (
    <section class="card person-actions needs-script" aria-label={text.ban}>
      {mayChangeStatus(viewer, person) ? (
        <>
          <StatusAction person={person} text={text} language={language} />
          <SilenceAction person={person} text={text} language={language} />
          <HideAction person={person} text={text} language={language} />
        </>
      ) : (
        <p class="faint">{text.protectedNote}</p>
      )}
      {isOwner(viewer) && <RoleForm person={person} text={text} language={language} />}
      {isOwner(viewer) && <ResetLink person={person} text={text} />}
      {isOwner(viewer) && <RemoveFactor person={person} text={text} />}
    </section>
  )
}

function StatusAction({ person, text, language }: Omit<PersonActionsProps, 'viewer'>) {
  const isBanned = person.status === 'banned'
  const shared = { id: 'status-dialog', after: 'reload', isOptional: true, language } as const
  return (
    <>
      <OpensDialog
        dialog="status-dialog"
        to={`PUT /api/admin/users/${person.uid}/status`}
        target={person.display_name}
        class={isBanned ? 'button wide' : 'button danger wide'}
      >
        <Icon name={isBanned ? 'check' : 'lock'} />
        {isBanned ? text.unban : text.ban}
      </OpensDialog>
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

function SilenceAction({ person, text, language }: Omit<PersonActionsProps, 'viewer'>) {
  const isSilenced = person.silence !== null
  return (
    <>
      <OpensDialog
        dialog="silence-dialog"
        to={`PUT /api/admin/users/${person.uid}/silence`}
        target={person.display_name}
        class="button wide"
      >
        <Icon name={isSilenced ? 'check' : 'comment'} />
        {isSilenced ? text.unsilence : text.silence}
      </OpensDialog>
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
function HideAction({ person, text, language }: Omit<PersonActionsProps, 'viewer'>) {
  const api = `/api/admin/users/${person.uid}/hide` as const
  if (person.hiding?.state === 'restoring') return null
  if (person.hiding) {
    const confirm = {
      title: text.restoreTitle(person.display_name),
      body: text.restoreBody,
      button: text.restore,
      calm: true,
    }
    return (
      <ApiForm api={`DELETE ${api}`} after="reload" toast={text.restoreStarted} confirm={confirm}>
        <Button type="submit" icon="undo" kind="wide" label={text.restore} />
      </ApiForm>
    )
  }
  return (
    <>
      <OpensDialog dialog="hide-dialog" to={`POST ${api}`} target={person.display_name} class="button danger wide">
        <Icon name="lock" />
        {banTexts[language].hide}
      </OpensDialog>
      <HideDialog
        id="hide-dialog"
        isBanned={person.status === 'banned'}
        after="reload"
        toast={text.hideStarted}
        language={language}
      />
    </>
  )
}

function RoleForm({ person, text, language }: Omit<PersonActionsProps, 'viewer'>) {
  const confirm = {
    title: text.roleTitle(person.display_name),
    body: text.roleBody,
    button: text.roleButton,
    calm: true,
  }
  return (
    <ApiForm api={`PUT /api/admin/users/${person.uid}/role`} after="reload" toast={text.roleChanged} confirm={confirm}>
      <SelectField
        name="role"
        label={text.role}
        value={person.role}
        options={Object.entries(adminTexts[language].roles)}
        hint={text.roleHint}
      />
      <Button type="submit" label={text.roleButton} />
    </ApiForm>
  )
}

/** Creates a password reset link for users who cannot receive mail. */
function ResetLink({ person, text }: Pick<PersonActionsProps, 'person' | 'text'>) {
  const confirm = { title: text.linkTitle(person.display_name), body: text.linkBody, button: text.linkButton }
  return (
    <ApiForm api={`POST /api/admin/users/${person.uid}/reset-link`} confirm={confirm}>
      <p class="field-hint">{text.linkHint(TOKEN_LIFETIME.reset / MINUTE)}</p>
      <Button type="submit" icon="key" label={text.linkButton} />
      <output class="reset-link" {...formAnswer({ template: '{url}' })} />
    </ApiForm>
  )
}

/** For users who have lost their phone and their recovery codes. */
function RemoveFactor({ person, text }: Pick<PersonActionsProps, 'person' | 'text'>) {
  const confirm = { title: text.factorTitle(person.display_name), body: text.factorBody, button: text.factorButton }
  return (
    <ApiForm
      api={`DELETE /api/admin/users/${person.uid}/second-factor`}
      after="reload"
      toast={text.factorRemoved}
      confirm={confirm}
    >
      <p class="field-hint">{text.factorHint}</p>
      <Button type="submit" icon="lock" label={text.factorButton} />
    </ApiForm>
  )
}
