import { REPLY_KINDS } from '#db/values.ts'
import { shellTexts } from '#features/core/shell/text.ts'
import { inBothLanguages } from '#features/operations/admin/frame/canned-reasons.ts'
import { adminTexts } from '#features/operations/admin/frame/text.ts'
import { AdminRow, RowAction } from '#features/operations/admin/frame/views-list.tsx'
import { REPLIES_MAX, REPLY_MAX, type SavedReply } from '#features/operations/admin/reports/replies.ts'
import { bilingual, type Language } from '#kernel/i18n.ts'
import { Badge, Card, EmptyState } from '#web/components/elements.tsx'
import { Field, SelectField } from '#web/components/fields.tsx'
import { ApiForm, Submit } from '#web/components/form.tsx'
import { optional } from '#web/components/hooks.ts'

/** The saved replies of all admins: a form for a new one, and the list by kind. */
export function RepliesView({ replies, language }: { replies: SavedReply[]; language: Language }) {
  const text = replyTexts[language]
  const texts = [
    ['text_zh', text.chinese],
    ['text_en', text.english],
  ] as const
  return (
    <div class="stack">
      <Card heading="new-reply" title={text.heading} lead={text.lead(REPLIES_MAX)}>
        <ApiForm api="POST /api/admin/saved-replies" after="reload" toast={text.added} class="form narrow">
          <SelectField name="kind" label={text.kind} options={REPLY_KINDS.map((kind) => [kind, text.kinds[kind]])} />
          {texts.map(([name, label]) => (
            <Field
              {...{ name, label, aside: shellTexts[language].optional, maxlength: REPLY_MAX }}
              hooks={optional()}
            />
          ))}
          <p class="field-hint">{text.hint}</p>
          <Submit label={text.add} />
        </ApiForm>
      </Card>
      {replies.length === 0 ? (
        <EmptyState icon="comment" title={text.none} hint={text.noneHint} />
      ) : (
        <ul class="admin-list" id="admin-list">
          {REPLY_KINDS.flatMap((kind) => replies.filter((reply) => reply.kind === kind)).map((reply) => (
            <ReplyRow reply={reply} language={language} />
          ))}
        </ul>
      )}
    </div>
  )
}

function ReplyRow({ reply: { id, kind, text_zh, text_en }, language }: { reply: SavedReply; language: Language }) {
  const text = replyTexts[language]
  const { remove, removeOf } = adminTexts[language]
  const name = inBothLanguages({ 'zh-CN': text_zh, en: text_en })
  return (
    <AdminRow
      title={name}
      actions={
        <RowAction
          api={`DELETE /api/admin/saved-replies/${id}`}
          toast={text.removed}
          confirm={{ title: text.removeTitle, body: text.removeBody, button: remove }}
          label={remove}
          name={removeOf(name)}
          kind="quiet danger"
        />
      }
    >
      <Badge>{text.kinds[kind]}</Badge>
    </AdminRow>
  )
}

const replyTexts = bilingual({
  heading: ['新的常用回复', 'New reply'],
  lead: [
    (max: number) =>
      `常用回复会出现在填写理由的对话框里，所有管理员都可以使用，每类最多 ${max} 条。在对话框里写好理由后，也可以直接存为常用回复。`,
    (max: number) =>
      `Saved replies appear in the dialogs that ask for a reason, for all admins. There can be ${max} of each kind. You can also save a reason in the dialog where you wrote it.`,
  ],
  kind: ['用于', 'Used for'],
  kinds: {
    post: ['退回、锁定或删除文章', 'Rejecting, locking or deleting a post'],
    comment: ['删除评论', 'Deleting a comment'],
    user: ['封禁或禁言', 'Bans and silences'],
    profile: ['退回资料', 'Rejecting a profile'],
    kept: ['保留被举报的内容', 'Keeping reported content'],
  },
  chinese: ['中文', 'Chinese'],
  english: ['英文', 'English'],
  hint: [
    '至少填写一种语言。对方会看到所填的全部语言，因为无法确定对方使用哪种语言。',
    'Fill in at least one language. The person sees every language you fill in, because theirs is not known.',
  ],
  add: ['添加回复', 'Add reply'],
  added: ['已添加，所有管理员都可以使用。', 'Added. All admins can use it.'],
  none: ['还没有常用回复', 'No saved replies yet'],
  noneHint: [
    '常见的理由已经内置。这里可以添加适合本站的回复，例如引用社区规则。',
    'Common reasons are built in. Add replies that fit your site, such as a reference to your rules.',
  ],
  removeTitle: ['移除这条常用回复？', 'Remove this reply?'],
  removeBody: ['已经发出的理由不受影响。', 'Reasons that were already sent stay as they are.'],
  removed: ['已移除。', 'Removed.'],
})
