import {
  INVITATION_DAYS_MAX,
  INVITATION_USES_MAX,
  INVITER_LEVEL,
  type Invitation,
  type InvitationState,
  OPEN_INVITATIONS_MAX,
} from '#features/accounts/invitations/invitations.ts'
import { userPath } from '#features/core/shell/navigation.ts'
import { shellTexts } from '#features/core/shell/text.ts'
import { bilingual, type Language } from '#kernel/i18n.ts'
import type { Page } from '#kernel/paging.ts'
import { Badge, Card, ItemRow, Notice } from '#web/components/elements.tsx'
import { Field } from '#web/components/fields.tsx'
import { ApiForm, CopyButton, EndItem, Submit } from '#web/components/form.tsx'
import { PagedList } from '#web/components/lists.tsx'
import { ItemTime } from '#web/components/time.tsx'

interface InvitationsProps {
  invitations: Page<Invitation>
  openCount: number
  mayInvite: boolean
  language: Language
}

/** The lifetime of an invitation that the form suggests. */
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
        required
      />
      <Field
        name="days"
        type="number"
        label={text.days}
        value={String(USUAL_DAYS)}
        hint={text.range(1, INVITATION_DAYS_MAX)}
        required
      />
      <Submit label={text.create} />
    </ApiForm>
  )
}

const TONES: Partial<Record<InvitationState, 'good'>> = { open: 'good' }

interface InvitationItemProps {
  invitation: Invitation
  text: (typeof invitationTexts)['en']
  language: Language
}

function InvitationItem({ invitation, text, language }: InvitationItemProps) {
  const { code, state, uses, used, created_at, expires_at, joined } = invitation
  return (
    <ItemRow
      icon="person"
      title={<code>{code}</code>}
      badge={<Badge tone={TONES[state]}>{text.states[state]}</Badge>}
      details={
        <>
          {state === 'open' && <Actions {...{ invitation, text, language }} />}
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
      <ItemTime fact="created" value={created_at} language={language} show="day" />
      <ItemTime fact="expires" value={expires_at} language={language} />
    </ItemRow>
  )
}

function Actions({ invitation: { code, url }, text, language }: InvitationItemProps) {
  const id = `link-${code}`
  return (
    <>
      <p>
        <a id={id} href={url}>
          {url}
        </a>
      </p>
      <div class="device-actions row">
        <CopyButton
          of={id}
          kind="small"
          label={text.copy}
          name={text.copyOf(code)}
          language={language}
        />
        <EndItem api={`DELETE /api/invitations/${code}`} after="reload" name={code} text={text} />
      </div>
    </>
  )
}

export const invitationTexts = bilingual({
  heading: ['邀请朋友', 'Invite people'],
  lead: [
    '把链接发给朋友，对方用它注册后，你可以在这里看到。',
    'Send the link to a friend. You can see here who joined with it.',
  ],
  tooLow: [
    (level: number) => `Lv${level} 及以上的成员可以邀请朋友。`,
    (level: number) => `Members from Lv${level} can invite people.`,
  ],
  tooMany: [
    (max: number) => `你已有 ${max} 个有效的邀请。撤销一个，或等它用完或过期，就可以再创建。`,
    (max: number) =>
      `You have ${max} open invitations. Revoke one, or wait until one is used up or expires.`,
  ],
  uses: ['可用次数', 'Number of uses'],
  days: ['有效天数', 'Valid for days'],
  range: [
    (min: number, max: number) => `${min} 到 ${max}。`,
    (min: number, max: number) => `${min} to ${max}.`,
  ],
  create: ['创建邀请', 'Create invitation'],
  created: ['邀请已创建，复制链接发给朋友吧。', 'Invitation created. Copy the link and send it.'],
  listHeading: ['你的邀请', 'Your invitations'],
  none: ['还没有邀请', 'No invitations yet'],
  noneHint: ['创建的邀请会显示在这里。', 'Invitations that you create appear here.'],
  states: {
    open: ['有效', 'Open'],
    used_up: ['已用完', 'Used up'],
    expired: ['已过期', 'Expired'],
    revoked: ['已撤销', 'Revoked'],
  },
  used: [
    (used: number, uses: number) => `已用 ${used} / ${uses} 次`,
    (used: number, uses: number) => `${used} of ${uses} used`,
  ],
  joined: ['已加入：', 'Joined: '],
  between: ['、', ', '],
  copy: ['复制链接', 'Copy link'],
  copyOf: [
    (code: string) => `复制邀请 ${code} 的链接`,
    (code: string) => `Copy the link of invitation ${code}`,
  ],
  end: ['撤销', 'Revoke'],
  endOf: [(code: string) => `撤销邀请 ${code}`, (code: string) => `Revoke invitation ${code}`],
  endTitle: ['撤销这个邀请？', 'Revoke this invitation?'],
  endBody: [
    '链接将立即失效，已经加入的人不受影响。',
    'The link stops working immediately. People who have joined are not affected.',
  ],
  ended: ['邀请已撤销。', 'Invitation revoked.'],
  // These texts are on the registration page.
  code: ['邀请码', 'Invitation code'],
  codeHint: ['填写邀请人发给你的邀请码。', 'The code from the person who invited you.'],
  required: [
    '本站仅限受邀注册。如果你收到了邀请链接，直接打开它即可。',
    'You need an invitation to join. If you have an invitation link, open it.',
  ],
  invitedBy: [
    (name: string) => `${name} 邀请你加入。`,
    (name: string) => `${name} invites you to join.`,
  ],
  notValid: ['邀请码无效、已过期或已用完。', 'This invitation is wrong, expired or used up. '],
  stillOpen: ['你仍然可以直接注册。', 'You can sign up without it.'],
  askAgain: ['请向邀请人索要新的邀请。', 'Please ask the person who invited you for a new one.'],
})
