import { suggestions } from '#client/behaviors/suggestions.ts'
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
  const dialog = document.createElement('dialog')
  dialog.className = 'card keys'
  dialog.setAttribute('aria-label', title)
  const heading = element('h2', title)
  const list = document.createElement('dl')
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
    const name = document.createElement('dt')
    name.append(element('kbd', /Mac|iP(hone|ad|od)/.test(navigator.platform) ? key.replace('Ctrl', '⌘') : key))
    list.append(name, element('dd', does))
  }
  const button = element('button', close)
  button.className = 'button'
  button.addEventListener('click', () => dialog.close())
  dialog.append(heading, list, button)
  dialog.addEventListener('close', () => dialog.remove())
  document.body.append(dialog)
  dialog.showModal()
}

function element(tag: string, text: string): HTMLElement {
  return Object.assign(document.createElement(tag), { textContent: text })
}
