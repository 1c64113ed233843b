import { attach } from '#client/attach.ts'
import { button, element } from '#client/elements.ts'
import { find, read } from '#client/hooks.ts'
import {
  type Entry,
  HISTORY,
  HISTORY_OFF,
  isKept,
  isUnfinished,
  readHistory,
} from '#client/reading-history.ts'
import { inBrowser } from '#client/storage.ts'
import { pageLanguage } from '#client/text.ts'
import { historyPage } from '#features/pages/reading/hooks.ts'

function history(): void {
  const part = find(historyPage)
  const keep = part?.querySelector<HTMLInputElement>('#keep-history')
  const [unfinished, all] = part?.querySelectorAll<HTMLElement>('section') ?? []
  const empty = part?.querySelector<HTMLElement>(':scope > :last-child')
  const clear = all?.querySelector(':scope > button')
  if (!part || !keep || !unfinished || !all || !empty) return
  const facts = read(historyPage, part)
  const show = () => {
    const entries = readHistory()
    keep.checked = isKept()
    fill(unfinished, entries.filter(isUnfinished))
    fill(all, entries)
    empty.hidden = entries.length > 0
  }
  const fill = (section: HTMLElement, entries: Entry[]) => {
    section.hidden = entries.length === 0
    section.querySelector('ul')?.replaceChildren(...entries.map(row))
  }
  const row = ([id, title, percent, at]: Entry) => {
    const day = new Intl.DateTimeFormat(pageLanguage(), { dateStyle: 'medium' }).format(at)
    const remove = button('×', 'button small quiet icon', () => {
      removeEntry(id)
      show()
    })
    remove.ariaLabel = facts.remove.replace('{title}', () => title)
    const link = element('a', { href: `/posts/${id}`, dir: 'auto' }, title)
    const read = `${day} · ${facts.part.replace('{part}', String(percent))}`
    return element(
      'li',
      { className: 'line apart' },
      element('div', {}, link, element('p', { className: 'faint' }, read)),
      remove,
    )
  }
  keep.addEventListener('change', () => {
    keepHistory(keep.checked)
    show()
  })
  clear?.addEventListener('click', () => {
    inBrowser.remove(HISTORY)
    show()
  })
  // Another tab reads a post.
  addEventListener('storage', show)
  addEventListener('pageshow', show)
}

/** Turning the history off also deletes it. */
function keepHistory(isOn: boolean): void {
  if (isOn) inBrowser.remove(HISTORY_OFF)
  else {
    inBrowser.write(HISTORY_OFF, '1')
    inBrowser.remove(HISTORY)
  }
}

function removeEntry(id: number): void {
  inBrowser.write(HISTORY, JSON.stringify(readHistory().filter(([other]) => other !== id)))
}

attach(history)
