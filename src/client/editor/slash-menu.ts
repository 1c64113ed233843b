import type { Editor } from '@tiptap/core'
import { isRecord } from '#client/api-error.ts'
import { toast, toastProblem } from '#client/behaviors/toast.ts'
import { COMMANDS } from '#client/editor/commands.ts'
import type { Command } from '#client/editor/dialogs.ts'
import { part } from '#client/editor/parts.ts'
import { editorText } from '#client/editor/text.ts'
import { element } from '#client/elements.ts'
import { find, findAll, read } from '#client/hooks.ts'
import { quietApi } from '#client/http.ts'
import { choiceList } from '#client/lookup.ts'
import { insertItem, slashItem, toolbarFrame } from '#features/pages/studio/hooks.ts'

interface Choice {
  option: HTMLElement
  run(): void
}

/**
 * A typed slash opens the menu, and letters after it filter it in both languages. `insert` opens it
 * without a slash, on phones as a sheet at the bottom. The entry `template` replaces the entries by
 * the templates of the author.
 */
export function slashMenu(editor: Editor, own: Record<string, Command>): Record<'insert', Command> {
  const commands: Record<string, Command> = {
    ...COMMANDS,
    ...own,
    template: { run: () => void showTemplates().catch(toastProblem) },
  }
  const list = part(document, '#slash-menu', HTMLElement)
  const field = editor.view.dom
  const items = [...findAll(slashItem, list)].map((option) => ({
    option: Object.assign(option, { role: 'option' }),
    ...read(slashItem, option),
  }))
  const menu = choiceList(field, list, {
    take(index) {
      menu.close()
      choices[index]?.run()
    },
    accepts: ({ key }) => key === 'Enter' || key === 'Tab',
  })
  let choices: Choice[] = []
  // The position where the menu was opened last. After Escape it stays closed there until the slash
  // is gone.
  let openedAt = -1
  field.parentElement?.append(list)
  field.setAttribute('aria-controls', list.id)

  const show = (shown: Choice[], at: number) => {
    choices = shown
    menu.show(
      shown.map(({ option }) => option),
      0,
    )
    place(editor, list, at)
  }
  const close = () => {
    openedAt = -1
    menu.close()
  }
  const look = (isTyping: boolean) => {
    const typed = typedIn(editor)
    if (typed === null) {
      if (openedAt !== -1 || (isTyping && !list.hidden)) close()
      return
    }
    if (list.hidden && (!isTyping || openedAt === typed.from)) return
    const fitting = items.filter(
      ({ name, words }) =>
        words.includes(typed.query) && commands[name]?.isPossible?.(editor) !== false,
    )
    if (fitting.length === 0) return close()
    openedAt = typed.from
    const run = (name: string) => () => {
      editor
        .chain()
        .focus()
        .deleteRange(typedIn(editor) ?? typed)
        .run()
      commands[name]?.run(editor)
    }
    show(
      fitting.map(({ option, name }) => ({ option, run: run(name) })),
      typed.from,
    )
  }

  async function showTemplates(): Promise<void> {
    const found = await templates()
    if (found.length === 0) {
      toast(editorText().noTemplates)
      return
    }
    show(
      found.map(({ id, title }) => ({
        option: element('div', { role: 'option' }, title || editorText().untitled),
        run: () => void insertTemplate(editor, id).catch(toastProblem),
      })),
      editor.state.selection.from,
    )
  }

  editor.on('transaction', ({ transaction }) => {
    if (transaction.docChanged || transaction.selectionSet) look(transaction.docChanged)
  })
  editor.on('blur', close)
  const isPossible = (name: string) => commands[name]?.isPossible?.(editor) !== false
  const openSheet = insertSheet(isPossible, (name) => commands[name]?.run(editor))
  // The menu of a typed slash is filtered by typing. The one of the button has no slash, so closing
  // it leaves nothing in the text.
  const insert: Command = {
    run() {
      if (matchMedia(PHONE).matches) return openSheet()
      editor.view.focus()
      show(
        items
          .filter(({ name }) => isPossible(name))
          .map(({ option, name }) => ({ option, run: () => commands[name]?.run(editor) })),
        editor.state.selection.from,
      )
    },
    isPossible: () => !editor.isActive('codeBlock'),
  }
  return { insert }
}

/** The screens on which the blocks to insert are a sheet at the bottom. */
const PHONE = '(width < 48rem)'

/**
 * The sheet of the blocks to insert, for phones. The caret stays where it was. Returns the function
 * that opens the sheet.
 */
function insertSheet(isPossible: (name: string) => boolean, run: (name: string) => void) {
  const sheet = part(document, '#insert-sheet', HTMLDialogElement)
  const blocks = [...findAll<HTMLButtonElement>(insertItem, sheet)]
  for (const block of blocks)
    block.addEventListener('click', () => {
      sheet.close()
      // In the click itself, because the browser opens a file dialog only there.
      run(read(insertItem, block).name)
    })
  sheet.addEventListener('click', ({ target }) => target === sheet && sheet.close())
  return () => {
    for (const block of blocks) block.disabled = !isPossible(read(insertItem, block).name)
    sheet.showModal()
  }
}

/**
 * The slash before the caret and the letters after it. With the same key, Chinese input methods
 * type `、`.
 */
function typedIn({ state }: Editor): { from: number; to: number; query: string } | null {
  const { $from, empty, from: to } = state.selection
  if (!empty || !$from.parent.isTextblock || $from.parent.type.spec.code) return null
  const start = Math.max(0, $from.parentOffset - QUERY_MAX)
  const [found, query = ''] =
    TYPED.exec($from.parent.textBetween(start, $from.parentOffset, undefined, '\ufffc')) ?? []
  return found === undefined
    ? null
    : { from: to - query.length - 1, to, query: query.toLowerCase() }
}

const QUERY_MAX = 20
const TYPED = /(?:^、|(?:^|\s)[/／])([\p{L}\p{N}]*)$/u

/**
 * The list is below the line, or above it if there is more room. Above, it ends at the sticky
 * toolbar, which would cover it.
 */
function place({ view }: Editor, list: HTMLElement, at: number): void {
  const line = view.coordsAtPos(at)
  const frame = list.offsetParent?.getBoundingClientRect() ?? new DOMRect()
  const above = line.top - (find(toolbarFrame)?.getBoundingClientRect().bottom ?? 0)
  const below = (visualViewport?.height ?? innerHeight) - line.bottom
  list.style.maxHeight = ''
  const isAbove = below < list.offsetHeight && above > below
  const room = Math.max(isAbove ? above : below, LIST_MIN) - LIST_GAP
  if (list.offsetHeight > room) list.style.maxHeight = `${room}px`
  list.style.top = `${isAbove ? line.top - frame.top - list.offsetHeight : line.bottom - frame.top}px`
  list.style.left = `${Math.max(0, Math.min(line.left - frame.left, frame.width - list.offsetWidth))}px`
}

/** The list is at least this high, so that two entries are visible. */
const LIST_MIN = 96
/** The distance to the toolbar or to the edge of the screen. */
const LIST_GAP = 8

/** A draft with one of these tags is a template of its author. */
const TAGS = ['模板', 'template']
/** Templates are searched among this number of the newest drafts. */
const DRAFTS_MAX = 200

interface Template {
  id: number
  title: string
}

async function templates(): Promise<Template[]> {
  const drafts: (Template & { tags: string[] })[] = []
  let cursor = ''
  do {
    const page = await quietApi.get(
      `/api/studio/posts?status=draft&limit=50${cursor && `&cursor=${cursor}`}`,
    )
    if (!isRecord(page) || !Array.isArray(page.items)) break
    drafts.push(...page.items)
    cursor = typeof page.next_cursor === 'string' ? encodeURIComponent(page.next_cursor) : ''
  } while (cursor !== '' && drafts.length < DRAFTS_MAX)
  return drafts.filter(({ tags }) => tags.some((tag) => TAGS.includes(tag.toLowerCase())))
}

/** Inserts the text of a template at the caret. */
async function insertTemplate(editor: Editor, id: number): Promise<void> {
  const post = await quietApi.get(`/api/studio/posts/${id}`)
  if (isRecord(post)) editor.chain().focus().insertContent(String(post.body)).run()
}
