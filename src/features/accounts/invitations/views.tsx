import {
  INVITATION_DAYS_MAX,
  INVITATION_USES_MAX,
  INVITER_LEVEL,
  type Invitation,
  type InvitationState,
  OPEN_INVITATIONS_MAX,
} from '#features/accounts/invitations/invitations.ts'
import { type InvitationText, invitationTexts } from '#features/accounts/invitations/text.ts'
import { userPath } from '#features/core/shell/navigation.ts'
import { shellTexts } from '#features/core/shell/text.ts'
import type { Language } from '#kernel/i18n.ts'
import type { Page } from '#kernel/paging.ts'
import { Badge, Button, Card, ItemRow, Notice } from '#web/components/elements.tsx'
import { ApiButton, ApiForm, Field, Submit } from '#web/components/form.tsx'
import { copyButton } from '#web/components/hooks.ts'
import { PagedList } from '#web/components/lists.tsx'
import { LabelledTime } from '#web/components/time.tsx'

interface InvitationsProps {
  invitations: Page<Invitation>
  openCount: number
  mayInvite: boolean
  language: Language
}

/** Suggested in the form. */
const USUAL_DAYS = 7

export function InvitationsTab({ invitations, openCount, mayInvite, language }: InvitationsProps) {
  const text = invitationTexts[language]
  return (
    <>
      <Card heading="invite-heading" title={text.heading} lead={text.lead}>
        {!mayInvite ? (
          <Notice>{text.tooLow(INVITER_LEVEL)}</Notice>
        ) : openCount >= OPEN_INVITATIONS_MAX ? (
          <Notice>{text.tooMany(OPEN_INVITATIONS_MAX)}</Notice>
        ) : (
          <NewInvitation language={language} />
        )}
      </Card>
      {(mayInvite || invitations.items.length > 0) && (
        <Card heading="invitations-heading" title={text.listHeading}>
          <PagedList
            page={invitations}
            path="/settings?tab=invitations"
            empty={{ icon: 'person', title: text.none, hint: text.noneHint }}
            language={language}
          >
            <ul class="devices" id="invitations">
              {invitations.items.map((invitation) => (
                <InvitationItem {...{ invitation, text, language }} />
              ))}
            </ul>
          </PagedList>
        </Card>
      )}
    </>
  )
}

function NewInvitation({ language }: { language: Language }) {
  const text = invitationTexts[language]
  return (
    <ApiForm
      api="POST /api/invitations"
      after="reload"
      toast={text.created}
      text={shellTexts[language]}
      class="form narrow"
    >
      <Field
        name="uses"
        type="number"
        label={text.uses}
        value="1"
        hint={text.range(1, INVITATION_USES_MAX)}
        autocomplete="off"
        required
      />
      <Field
        name="days"
        type="number"
        label={text.days}
        value={String(USUAL_DAYS)}
        hint={text.range(1, INVITATION_DAYS_MAX)}
        autocomplete="off"
        required
      />
      <Submit label={text.create} />
    </ApiForm>
  )
}

const TONES: Partial<Record<InvitationState, 'good'>> = { open: 'good' }

interface InvitationItemProps {
  invitation: Invitation
  text: InvitationText
  language: Language
}

function InvitationItem({ invitation, text, language }: InvitationItemProps) {
  const { code, url, state, uses, used, created_at, expires_at, joined } = invitation
  return (
    <ItemRow
      icon="person"
      title={
        <>
          <code>{code}</code> <Badge tone={TONES[state]}>{text.states[state]}</Badge>
        </>
      }
      details={
        <>
          {state === 'open' && <Actions {...{ code, url, text }} />}
          {joined.length > 0 && (
            <p>
              <span>
                {text.joined}
                {joined.map(({ uid, display_name }, at) => (
                  <>
                    {at > 0 && text.between}
                    <a href={userPath(uid)}>{display_name}</a>
                  </>
                ))}
              </span>
            </p>
          )}
        </>
      }
    >
      <span>{text.used(used, uses)}</span>
      <LabelledTime label={text.createdAt} value={created_at} language={language} show="day" />
      <LabelledTime label={text.expires} value={expires_at} language={language} />
    </ItemRow>
  )
}

function Actions({ code, url, text }: Pick<Invitation, 'code' | 'url'> & { text: InvitationText }) {
  const id = `link-${code}`
  return (
    <>
      <p>
        <a id={id} href={url}>
          {url}
        </a>
      </p>
      <div class="device-actions">
        <Button
          {...copyButton({ of: id, copied: text.copied, failed: text.notCopied })}
          kind="small needs-script"
          aria-label={text.copyOf(code)}
          label={text.copy}
        />
        <ApiButton
          api={`DELETE /api/invitations/${code}`}
          after="reload"
          toast={text.revoked}
          confirm={{ title: text.revokeTitle, body: text.revokeBody, button: text.revoke }}
          label={text.revokeOf(code)}
        >
          {text.revoke}
        </ApiButton>
      </div>
    </>
  )
}
