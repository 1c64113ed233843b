import type { Viewer } from '#features/core/people/viewer.ts'
import { mayDeleteNote, NOTE_MAX, NOTES_MAX, type Note } from '#features/operations/notes/notes.ts'
import { bilingual, type Language } from '#kernel/i18n.ts'
import { Card } from '#web/components/elements.tsx'
import { Counter, TextField } from '#web/components/fields.tsx'
import { ApiButton, ApiForm, Submit } from '#web/components/form.tsx'
import { Time } from '#web/components/time.tsx'

interface NotesCardProps {
  uid: number
  notes: Note[]
  /** False for a deleted account: notes about it can be read, but not added. */
  mayWrite: boolean
  viewer: Viewer
  language: Language
}

export function NotesCard({ uid, notes, mayWrite, viewer, language }: NotesCardProps) {
  const text = noteTexts[language]
  return (
    <Card heading="notes-heading" title={text.title} lead={text.lead}>
      {notes.length > 0 && (
        <ol class="notes stack loose">
          {notes.map((note) => (
            <li class="note line loose apart">
              <NoteText note={note} language={language} />
              {mayDeleteNote(viewer, note.author.uid) && (
                <ApiButton
                  api={`DELETE /api/admin/users/${uid}/notes/${note.id}`}
                  after="remove:.note"
                  toast={text.deleted}
                  confirm={{ title: text.deleteTitle, body: text.deleteBody, button: text.delete }}
                  class="row-form"
                  button="button small quiet danger"
                  label={text.deleteOf(note.author.display_name)}
                >
                  {text.delete}
                </ApiButton>
              )}
            </li>
          ))}
        </ol>
      )}
      {mayWrite && notes.length < NOTES_MAX && (
        <ApiForm api={`POST /api/admin/users/${uid}/notes`} after="reload" toast={text.saved}>
          <TextField
            name="text"
            label={text.label}
            aside={<Counter of="text" value="" max={NOTE_MAX} />}
            rows={2}
            hint={text.hint}
            required
          />
          <Submit label={text.save} tone="" />
        </ApiForm>
      )}
    </Card>
  )
}

export function NoteLines({
  uid,
  notes,
  language,
}: Pick<NotesCardProps, 'uid' | 'notes' | 'language'>) {
  if (notes.length === 0) return null
  const text = noteTexts[language]
  return (
    <div class="note-lines">
      <p class="faint">
        <a href={`/admin/users/${uid}#notes-heading`}>{text.title}</a>
      </p>
      <ol class="notes stack loose">
        {notes.map((note) => (
          <li class="note line loose apart">
            <NoteText note={note} language={language} />
          </li>
        ))}
      </ol>
    </div>
  )
}

function NoteText({
  note: { author, text, created_at },
  language,
}: {
  note: Note
  language: Language
}) {
  return (
    <div>
      <p class="note-text breaks">{text}</p>
      <small class="faint">
        {author.display_name} · <Time value={created_at} language={language} />
      </small>
    </div>
  )
}

const noteTexts = bilingual({
  title: ['管理备注', 'Notes'],
  lead: [
    '只有管理员能看到，对方不会收到通知。关于管理员的备注只有站长能看到。',
    'Only admins see these, and the person is not notified. Only owners see notes about admins.',
  ],
  label: ['新备注', 'New note'],
  hint: [
    '写下事实和来源，不要写猜测：对方有权要求查看。用户名会替换为 UID。账号清除时，备注一并删除。',
    'Write facts and where they come from: the person has a right to ask for them. Usernames become UIDs. Notes are deleted when the account is erased.',
  ],
  save: ['添加备注', 'Add note'],
  saved: ['已添加备注。', 'Note added.'],
  delete: ['删除', 'Delete'],
  deleteOf: [
    (name: string) => `删除 ${name} 的备注`,
    (name: string) => `Delete the note by ${name}`,
  ],
  deleteTitle: ['删除这条备注？', 'Delete this note?'],
  deleteBody: ['无法恢复。', 'This cannot be undone.'],
  deleted: ['已删除备注。', 'Note deleted.'],
})
