import { part } from '#client/editor/parts.ts'
import { find, where } from '#client/hooks.ts'
import { importPart } from '#features/pages/studio/import/hooks.ts'

type Name = Parameters<typeof importPart>[0]['name']

export function at(name: Name): HTMLElement {
  return partOf(name, HTMLElement)
}

export function partOf<E extends HTMLElement>(name: Name, kind: new () => E): E {
  return part(document, where(importPart, { name }).selector, kind)
}

export function onPress(name: Name, act: () => void): void {
  at(name).addEventListener('click', act)
}

const STEPS = ['choose', 'reading', 'plan', 'run'] as const

/**
 * Shows one step and moves the focus to its heading or first button, because the pressed control is
 * gone.
 */
export function showStep(step: (typeof STEPS)[number]): void {
  for (const name of STEPS) at(name).hidden = name !== step
  find({ selector: step === 'choose' ? 'button' : 'h2' }, at(step))?.focus({ preventScroll: true })
  scrollTo({ top: 0 })
}

/**
 * The dropped files. The files of a folder get the path in `webkitRelativePath`, as from a folder
 * dialog.
 */
export async function droppedFiles(data: DataTransfer): Promise<File[]> {
  // Entries are available only during the event, so take them before the first await.
  const entries = [...data.items].map((item) => item.webkitGetAsEntry())
  const files = [...data.files]
  if (!entries.some((entry) => entry?.isDirectory)) return files
  const found: File[] = []
  for (const entry of entries) if (entry) await collect(entry, found)
  return found
}

async function collect(entry: FileSystemEntry, found: File[]): Promise<void> {
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject))
    found.push(
      Object.defineProperty(file, 'webkitRelativePath', { value: entry.fullPath.slice(1) }),
    )
  } else if (isFolder(entry)) {
    const reader = entry.createReader()
    // A call returns only some of the entries.
    for (let some = await next(reader); some.length > 0; some = await next(reader)) {
      for (const inner of some) await collect(inner, found)
    }
  }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory

function next(reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> {
  return new Promise((resolve, reject) => reader.readEntries(resolve, reject))
}
