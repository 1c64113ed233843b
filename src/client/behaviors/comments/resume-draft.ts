import { toast } from '#client/behaviors/toast.ts'
import { find, findAll, read, where } from '#client/hooks.ts'
import { pageLanguage } from '#client/text.ts'
import { commentItem, composerForm, editButton, replyButton } from '#features/community/comments/hooks.ts'

const TEXTS = {
  'zh-CN': '欢迎回来。你刚才写的内容还在，可以继续发表。',
  en: 'Welcome back. Your comment is still here, ready to post.',
}

/** After a login that interrupted a comment: scrolls to its form and says that the draft is still there. */
export function resumeDraft(section: HTMLElement, path: string): void {
  toast(TEXTS[pageLanguage()])
  const [, id, isReply] = /^\/api\/comments\/(\d+)(\/reply)?$/.exec(path) ?? []
  const form = [...findAll(composerForm, section)].find((one) => read(composerForm, one).path === path)
  if (id === undefined) form?.querySelector('textarea')?.focus()
  else openAgain(section, Number(id), isReply !== undefined)
}

/** Focusing the button loads its code; the click waits until the code has loaded. */
function openAgain(section: HTMLElement, id: number, isReply: boolean): void {
  const item = find(where(commentItem, { id }), section)
  const button = item && find(isReply ? replyButton : editButton, item)
  button?.focus()
  button?.click()
}
