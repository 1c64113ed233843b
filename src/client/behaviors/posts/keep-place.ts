import { OWNER } from '#client/app/user-data.ts'
import { toast } from '#client/behaviors/toast.ts'
import { button } from '#client/elements.ts'
import { read } from '#client/hooks.ts'
import { type Entry, HISTORY, isKept, isUnfinished, readHistory } from '#client/reading-history.ts'
import { inBrowser } from '#client/storage.ts'
import { pageLanguage } from '#client/text.ts'
import { appOwner } from '#features/core/shell/hooks.ts'
import { bilingual } from '#kernel/i18n.ts'

const texts = bilingual({
  stopped: [(part: number) => `上次读到 ${part}%`, (part: number) => `You stopped at ${part}%`],
  continue: ['接着读', 'Continue'],
})

/**
 * Offers to continue at the place where the reader stopped, and stores the new place when the page
 * is left. `text` is the body of the post. `tell` reports the tenth of the text that was reached to
 * the site, for the figures of the post.
 */
export function keepPlace(text: HTMLElement, id: number, tell: (what: string) => void): void {
  const before = readHistory().find(([other]) => other === id)
  if (before && isUnfinished(before) && scrollY === 0 && location.hash === '')
    offer(text, before[2])
  const title = document.querySelector('.post-head h1')?.textContent ?? ''
  // A reader who opens the post and does not scroll keeps the place.
  const { owner } = read(appOwner, document.body)
  // client/app/forget.ts deletes the history after a logout. A page that is still open in another
  // tab must not write its entry again.
  const note = () => {
    if (!owner || inBrowser.read(OWNER) === owner)
      noteReading(id, title, before && scrollY === 0 ? before[2] : partAbove(text), Date.now())
  }
  if (owner && isKept()) inBrowser.write(OWNER, owner)
  note()
  let reported = 0
  const leave = () => {
    note()
    const tenth = Math.min(9, Math.floor(partAbove(text) / 10))
    if (tenth > reported) tell(`depth=${tenth}`)
    reported = Math.max(tenth, reported)
  }
  // Mobile browsers may end a hidden page without another event.
  document.addEventListener('visibilitychange', () => document.hidden && leave())
  addEventListener('pagehide', leave)
}

const HISTORY_MAX = 200

function noteReading(...[id, title, part, at]: Entry): void {
  if (!isKept()) return
  const others = readHistory().filter(([other]) => other !== id)
  inBrowser.write(HISTORY, JSON.stringify([[id, title, part, at], ...others].slice(0, HISTORY_MAX)))
}

function offer(text: HTMLElement, part: number): void {
  const { stopped, continue: label } = texts[pageLanguage()]
  const said = toast(stopped(part))
  said.append(
    button(label, 'undo', () => {
      said.remove()
      const { top, height } = text.getBoundingClientRect()
      scrollTo({ top: scrollY + top + (height * part) / 100 - innerHeight })
    }),
  )
}

function partAbove(text: HTMLElement): number {
  const { top, height } = text.getBoundingClientRect()
  return Math.round(Math.min(1, Math.max(0, (innerHeight - top) / height)) * 100)
}
