import { hasShortcuts, turnShortcuts } from '#client/behaviors/shortcut-switch.ts'
import { suggestions } from '#client/behaviors/suggestions.ts'
import { button, element } from '#client/elements.ts'
import { findAll, read } from '#client/hooks.ts'
import { pageLanguage } from '#client/text.ts'
import { bilingual } from '#kernel/i18n.ts'
import { pressedByKey } from '#web/components/hooks.ts'

const texts = bilingual({
  title: ['键盘快捷键', 'Keyboard shortcuts'],
  close: ['关闭', 'Close'],
  turn: ['启用单键快捷键', 'Use single-key shortcuts'],
  page: ['当前页面', 'This page'],
  groups: {
    everywhere: {
      name: ['所有页面', 'Every page'],
      keys: {
        '/': ['搜索', 'Search'],
        N: ['写文章', 'Write a post'],
        'G H': ['前往首页', 'Go to the home page'],
        'G M': ['前往通知', 'Go to notifications'],
        '?': ['显示快捷键', 'Show keyboard shortcuts'],
        Esc: ['关闭菜单和对话框', 'Close menus and dialogs'],
      },
    },
    lists: {
      name: ['列表和评论', 'Lists and comments'],
      keys: {
        J: ['下一项', 'Next item'],
        K: ['上一项', 'Previous item'],
        Enter: ['打开', 'Open'],
        'Ctrl+Enter': ['发表评论', 'Post a comment'],
      },
    },
    writing: {
      name: ['写文章', 'Write page'],
      keys: {
        'Ctrl+S': ['保存文章', 'Save a post'],
        'Ctrl+K': ['给选中的文字加链接', 'Add a link to the selection'],
        'Alt+F10': ['从正文切换到工具栏', 'Move from the text to the toolbar'],
      },
    },
  },
})

/** Starts the suggestions of the search field that has the focus. */
export function suggest(): void {
  const field = document.activeElement
  if (field instanceof HTMLInputElement) suggestions(field)
}

/** The maximum time between the two keys of a sequence, in milliseconds. */
const SEQUENCE_MS = 1500

let before = { key: '', at: 0 }

const ACTIONS: Record<string, () => void> = {
  'g h': () => follow('/'),
  'g m': () => follow('/messages'),
  n: () => follow('/studio/write'),
  j: () => step(1),
  k: () => step(-1),
  '?': listKeys,
}

/** `at` is the time of the event, because the code may be loaded later. */
export function press(key: string, at: number): void {
  const isSecond = before.key === 'g' && at - before.at < SEQUENCE_MS
  before = { key, at }
  ACTIONS[isSecond ? `g ${key}` : key]?.()
}

/** Presses the link in the bar. Visitors do not have a link for every page. */
function follow(href: string): void {
  document.querySelector<HTMLElement>(`.top-bar a[href="${href}"]`)?.click()
}

const ITEMS = `main :is(.post-list > li, .comment, .studio-post, .notice-item, .people > li, .folder, .admin-row,
  .log-entry, .pager)`
const MAIN_LINK = ':is(h2, h3) a, .notice-words a, .person, .pager a'

/**
 * Moves the focus to the next or previous item of the list. If no item has the focus, begins with
 * the first one on the screen.
 */
function step(by: 1 | -1): void {
  const items = [...document.querySelectorAll<HTMLElement>(ITEMS)].filter((item) =>
    item.checkVisibility(),
  )
  const current = items.findLastIndex((item) => item.contains(document.activeElement))
  const first = items.findIndex((item) => item.getBoundingClientRect().top >= 0)
  const item = items[current < 0 ? first : current + by]
  if (!item) return
  const isComment = item.matches('.comment')
  const target = (!isComment && item.querySelector<HTMLElement>(MAIN_LINK)) || item
  if (target === item) item.tabIndex = -1
  target.focus({ preventScroll: true })
  item.scrollIntoView({ block: 'nearest' })
}

export function listKeys(): void {
  const { title, close, turn, page, groups } = texts[pageLanguage()]
  const closer = button(close, 'button', () => dialog.close())
  closer.autofocus = true
  const box = element('input', { type: 'checkbox', checked: hasShortcuts() })
  box.addEventListener('change', () => turnShortcuts(box.checked))
  const label = element('label', { className: 'check beside' }, box, turn)
  const own = [...findAll(pressedByKey)]
    .filter((control) => control.checkVisibility())
    .map(
      (control) =>
        [
          read(pressedByKey, control).key.toUpperCase(),
          control.ariaLabel ?? control.innerText,
        ] as const,
    )
  // A control of the page that names the same key has priority.
  const isFree = ([key]: [string, string]) => own.every(([other]) => other !== key)
  const lists = [
    ...(own.length > 0 ? [group(page, own)] : []),
    ...Object.values(groups).map(({ name, keys }) =>
      group(name, Object.entries(keys).filter(isFree)),
    ),
  ]
  const columns = element('div', {}, ...lists)
  const end = element('div', {}, label, closer)
  const heading = element('h2', {}, title)
  const dialog = element(
    'dialog',
    { className: 'card keys', ariaLabel: title },
    heading,
    columns,
    end,
  )
  // The styles are inline, because the stylesheet of readers has none for dialogs.
  Object.assign(dialog.style, {
    margin: 'auto',
    width: 'min(46rem, 100% - 2rem)',
    maxHeight: '90dvh',
    overflow: 'auto',
  })
  Object.assign(columns.style, { columns: '19rem', columnGap: '2.5rem', marginBlock: '1rem' })
  Object.assign(end.style, {
    display: 'flex',
    flexWrap: 'wrap',
    justifyContent: 'space-between',
    gap: '0.5rem',
  })
  dialog.addEventListener('close', () => dialog.remove())
  document.body.append(dialog)
  dialog.showModal()
}

function group(name: string, keys: readonly (readonly [key: string, does: string])[]): HTMLElement {
  const list = element('dl')
  Object.assign(list.style, {
    display: 'grid',
    gridTemplateColumns: '6rem 1fr',
    gap: '0.375rem',
    margin: '0.5rem 0',
  })
  for (const [key, does] of keys) {
    const shown = /Mac|iP(hone|ad|od)/.test(navigator.platform) ? key.replace('Ctrl', '⌘') : key
    list.append(element('dt', {}, element('kbd', {}, shown)), element('dd', {}, does))
  }
  const section = element('section', {}, element('h3', {}, name), list)
  Object.assign(section.style, { breakInside: 'avoid', marginBlockEnd: '1rem' })
  return section
}
