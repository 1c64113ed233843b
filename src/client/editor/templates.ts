import type { Editor } from '@tiptap/core'
import { isRecord } from '#client/api-error.ts'
import { editorApi } from '#client/editor/parts.ts'

/** A draft with one of these tags is a template of its author. */
const TAGS = ['模板', 'template']
/** Of the newest drafts. */
const DRAFTS_MAX = 200

interface Template {
  id: number
  title: string
}

export async function templates(): Promise<Template[]> {
  const drafts: (Template & { tags: string[] })[] = []
  let cursor = ''
  do {
    const page = await editorApi.get(`/api/studio/posts?status=draft&limit=50${cursor && `&cursor=${cursor}`}`)
    if (!isRecord(page) || !Array.isArray(page.items)) break
    drafts.push(...page.items)
    cursor = typeof page.next_cursor === 'string' ? encodeURIComponent(page.next_cursor) : ''
  } while (cursor !== '' && drafts.length < DRAFTS_MAX)
  return drafts.filter(({ tags }) => tags.some((tag) => TAGS.includes(tag.toLowerCase())))
}

/** Inserts the text of a template at the caret. */
export async function insertTemplate(editor: Editor, id: number): Promise<void> {
  const post = await editorApi.get(`/api/studio/posts/${id}`)
  if (isRecord(post)) editor.chain().focus().insertContent(String(post.body)).run()
}
