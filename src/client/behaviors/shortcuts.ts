import { suggestions } from '#client/behaviors/suggestions.ts'
import { button, element } from '#client/elements.ts'
import { find } from '#client/hooks.ts'
import { pageLanguage } from '#client/text.ts'
import { shortcutSwitch } from '#features/operations/admin/frame/hooks.ts'
import { bilingual } from '#kernel/i18n.ts'

const texts = bilingual({
  title: ['键盘快捷键', 'Keyboard shortcuts'],
  close: ['关闭', 'Close'],
  everywhere: {
    '/': ['搜索', 'Search'],
    '?': ['显示快捷键', 'Show keyboard shortcuts'],
    Esc: ['关闭菜单和对话框', 'Close menus and dialogs'],
  },
  writing: {
    'Ctrl+Enter': ['发表评论', 'Post a comment'],
    'Ctrl+S': ['保存文章', 'Save a post'],
    'Alt+F10': ['从正文切换到工具栏', 'Move from the text to the toolbar'],
    'Ctrl+K': ['给选中的文字加链接', 'Add a link to the selection'],
  },
  review: {
    A: ['通过', 'Approve'],
    R: ['驳回', 'Reject'],
    L: ['锁定', 'Lock'],
    J: ['下一篇', 'Next'],
    K: ['上一篇', 'Previous'],
  },
})

/** For the search field that has the focus. */
export function suggest(): void {
  const field = document.activeElement
  if (field instanceof HTMLInputElement) suggestions(field)
}

export function listKeys(): void {
  const { title, close, everywhere, writing, review } = texts[pageLanguage()]
  const list = element('dl')
  const closer = button(close, 'button', () => dialog.close())
  const dialog = element('dialog', { className: 'card keys', ariaLabel: title }, element('h2', {}, title), list, closer)
  // Inline, because the reader stylesheet has no dialog styles.
  dialog.style.margin = 'auto'
  Object.assign(list.style, {
    display: 'grid',
    gridTemplateColumns: 'auto 1fr',
    gap: '0.5rem 1.5rem',
    marginBlock: '1rem',
  })
  const keys = { ...everywhere, ...writing, ...(find(shortcutSwitch) && review) }
  for (const [key, does] of Object.entries(keys)) {
    const shown = /Mac|iP(hone|ad|od)/.test(navigator.platform) ? key.replace('Ctrl', '⌘') : key
    list.append(element('dt', {}, element('kbd', {}, shown)), element('dd', {}, does))
  }
  dialog.addEventListener('close', () => dialog.remove())
  document.body.append(dialog)
  dialog.showModal()
}
