import type { Editor } from '@tiptap/core'
import { COMMANDS } from '#client/editor/commands.ts'
import { type Command, linkCommand } from '#client/editor/dialogs.ts'
import { imageCommands } from '#client/editor/extensions/uploads.ts'
import { findBar } from '#client/editor/find-bar.ts'
import { delayed, part } from '#client/editor/parts.ts'
import { slashMenu } from '#client/editor/slash-menu.ts'
import { sourceView } from '#client/editor/source-view.ts'
import { findAll, read } from '#client/hooks.ts'
import { imageInput, toolButton, toolbarFrame } from '#features/pages/studio/hooks.ts'

export function editorTools(form: HTMLFormElement, editor: Editor): void {
  const images = imageCommands(editor, part(form, imageInput.selector, HTMLInputElement))
  toolbar(part(form, toolbarFrame.selector, HTMLElement), editor, {
    find: findBar(editor),
    link: linkCommand(editor),
    markdown: sourceView(editor),
    ...images,
    ...slashMenu(editor, images),
  })
}

/**
 * The toolbar is one tab stop, and arrow keys move between its tools. Alt+F10 moves from the text
 * to the toolbar, and Escape back.
 */
function toolbar(bar: HTMLElement, editor: Editor, own: Record<string, Command>): void {
  // Small screens hide the rare tools at first.
  const more: Command = {
    run() {
      const isOpen = String(bar.classList.toggle('all'))
      for (const tool of tools) if (tool.ariaExpanded !== null) tool.ariaExpanded = isOpen
    },
  }
  const commands: Record<string, Command> = { ...COMMANDS, ...own, more }
  const tools = [...findAll<HTMLButtonElement>(toolButton, bar)]

  const show = () => {
    for (const tool of tools) {
      const command = commands[read(toolButton, tool).name]
      const isOn = String(command?.isOn?.(editor) ?? false)
      const isImpossible = String(!(command?.isPossible?.(editor) ?? true))
      if (tool.ariaPressed !== null && tool.ariaPressed !== isOn) tool.ariaPressed = isOn
      // The tool is not `disabled`, because it would lose the focus.
      if (tool.ariaDisabled !== isImpossible) tool.ariaDisabled = isImpossible
    }
  }

  for (const tool of tools) {
    tool.disabled = false
    tellKeys(tool)
    // A press on a tool must keep the selection.
    tool.addEventListener('mousedown', (event) => event.preventDefault())
    tool.addEventListener('click', () => {
      if (tool.ariaDisabled !== 'true') commands[read(toolButton, tool).name]?.run(editor)
    })
  }
  roving(bar, tools, () => editor.commands.focus())
  editor.view.dom.addEventListener('keydown', (event) => {
    if (event.key === 'F10' && event.altKey) tools.find(({ tabIndex }) => tabIndex === 0)?.focus()
  })
  // In a task of its own, because it takes a third of the time of a key.
  const showing = delayed(show)
  editor.on('transaction', () => showing.in(0))
  show()
}

function roving(bar: HTMLElement, tools: HTMLButtonElement[], leave: () => void): void {
  const choose = (chosen: HTMLButtonElement | undefined) => {
    if (!chosen) return
    for (const tool of tools) tool.tabIndex = tool === chosen ? 0 : -1
  }
  choose(tools[0])
  bar.addEventListener('focusin', ({ target }) => choose(tools.find((tool) => tool === target)))
  bar.addEventListener('keydown', (event) => {
    const there = tools.filter((tool) => tool.offsetParent !== null)
    const here = there.indexOf(document.activeElement as HTMLButtonElement)
    const last = there.length - 1
    const next = {
      ArrowRight: here < last ? here + 1 : 0,
      ArrowLeft: here > 0 ? here - 1 : last,
      Home: 0,
      End: last,
    }
    if (event.key === 'Escape') leave()
    const index = next[event.key as keyof typeof next]
    if (index === undefined) return
    event.preventDefault()
    there[index]?.focus()
  })
}

/**
 * Shows keys such as `Mod-Shift-Z` in the notation of the keyboard of the author, in the tooltip
 * and for screen readers.
 */
function tellKeys(tool: HTMLButtonElement): void {
  const { keys } = read(toolButton, tool)
  const label = tool.getAttribute('aria-label') ?? ''
  const isMac = /Mac|iP(hone|ad|od)/.test(navigator.platform)
  if (keys === undefined) {
    tool.title = label
    return
  }
  const names = isMac
    ? { Mod: '⌘', Shift: '⇧', Alt: '⌥' }
    : { Mod: 'Ctrl', Shift: 'Shift', Alt: 'Alt' }
  const parts = keys.split('-').map((name) => (names as Record<string, string>)[name] ?? name)
  tool.title = `${label} (${parts.join(isMac ? '' : '+')})`
  tool.setAttribute(
    'aria-keyshortcuts',
    keys.replace('Mod', isMac ? 'Meta' : 'Control').replaceAll('-', '+'),
  )
}
