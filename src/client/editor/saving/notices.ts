import { confirmed } from '#client/behaviors/forms/dialogs.ts'
import { type Facts, savesItself } from '#client/editor/content.ts'
import {
  type LocalCopies,
  type LocalCopy,
  rememberSlot,
} from '#client/editor/saving/local-copies.ts'
import type { Saver } from '#client/editor/saving/saver.ts'
import type { SaveState } from '#client/editor/saving/server-copy.ts'
import { editorText } from '#client/editor/text.ts'
import { button, element } from '#client/elements.ts'
import { write } from '#client/hooks.ts'
import { pageLanguage } from '#client/text.ts'
import { viewerZone } from '#client/time-zone.ts'
import { saveStateLine } from '#features/pages/studio/hooks.ts'
import { wallTime } from '#kernel/time-zone.ts'

interface NoticeAction {
  label: string
  isPrimary?: boolean
  /** The target of a link. Without it, the action is a button. */
  href?: string
  run?(): void
}

export interface Notices {
  show(
    name: string,
    tone: 'info' | 'danger' | 'warm',
    message: string,
    actions?: NoticeAction[],
  ): void
  clear(name: string): void
}

/**
 * Messages below the bar, each with a name. A new message replaces the old one of the same name.
 */
export function notices(region: HTMLElement): Notices {
  const shown = new Map<string, HTMLElement>()

  function clear(name: string): void {
    shown.get(name)?.remove()
    shown.delete(name)
  }

  function show(
    name: string,
    tone: 'info' | 'danger' | 'warm',
    message: string,
    actions: NoticeAction[] = [],
  ): void {
    clear(name)
    const buttons = element('div', { className: 'form-actions' }, ...actions.map(buttonOf))
    const notice = element(
      'div',
      { className: `notice ${tone}` },
      element('p', {}, message),
      buttons,
    )
    notice.setAttribute('role', tone === 'danger' ? 'alert' : 'status')
    shown.set(name, notice)
    region.append(notice)
  }

  return { show, clear }
}

function buttonOf({ label, isPrimary, href, run }: NoticeAction): HTMLElement {
  const className = isPrimary ? 'button small primary' : 'button small'
  if (href !== undefined) return element('a', { className, href }, label)
  return button(label, className, () => run?.())
}

interface StateOptions {
  line: HTMLElement
  shown: Notices
  saver(): Saver
  problems(fields: Record<string, string>): string[]
  loadTheirs(): void
}

/**
 * Returns the function that shows a save state: in a line that is always visible, and in a notice
 * if the author must decide something.
 */
export function saveState({
  line,
  shown,
  saver,
  problems,
  loadTheirs,
}: StateOptions): (state: SaveState) => void {
  // Problems that a button has found stay when a draft is saved.
  let isRefused = false
  return (state) => {
    const text = editorText()
    write(saveStateLine, line, { state: state.is })
    const words = state.is === 'saved' ? text.state.saved(timeOf(state.at)) : text.state[state.is]
    // Every key shows the state. Setting the same text again would repeat the layout of the bar.
    if (line.textContent !== words) line.textContent = words
    if (state.is === 'refused' || (state.is === 'saved' && isRefused)) {
      isRefused = state.is === 'refused'
      const error = state.is === 'refused' ? state.error : null
      const homeless = problems(error?.fields ?? {})
      const isSaid = error === null || Object.keys(error.fields).length > homeless.length
      if (isSaid) shown.clear('refused')
      else shown.show('refused', 'danger', [error?.message, ...homeless].join(' '))
    }
    if (state.is === 'saved' || state.is === 'saving') shown.clear('halt')
    if (state.is === 'conflict') {
      shown.show('halt', 'danger', text.conflict, [
        { label: text.keepMine, isPrimary: true, run: () => void saver().keepMine() },
        { label: text.loadTheirs, run: loadTheirs },
        { label: text.seeTheirs, run: () => void open(`/studio/preview/${saver().id}`, '_blank') },
      ])
    }
    if (state.is === 'signedOut') {
      const href = `/login?next=${encodeURIComponent(location.pathname + location.search)}`
      shown.show('halt', 'danger', text.signedOut, [{ label: text.login, isPrimary: true, href }])
    }
    if (state.is === 'closed') {
      const href = `/studio/write?id=${saver().id}`
      shown.show('halt', 'danger', text.closed, [{ label: text.seeWhy, isPrimary: true, href }])
    }
    if (state.is === 'gone') {
      const run = () => void saver().saveAsNew()
      shown.show('halt', 'danger', text.gone, [{ label: text.saveAsNew, isPrimary: true, run }])
    }
  }
}

/** Hours and minutes if the moment is today, and otherwise also the date. */
export function timeOf(moment: number): string {
  const zone = viewerZone()
  const dayIn = (date: Date) => wallTime(date, zone).slice(0, 10)
  const isToday = dayIn(new Date(moment)) === dayIn(new Date())
  const format: Intl.DateTimeFormatOptions = {
    ...(isToday ? {} : { dateStyle: 'medium' }),
    timeStyle: 'short',
    timeZone: zone,
  }
  return new Intl.DateTimeFormat(pageLanguage(), format).format(moment)
}

interface OffersOptions {
  facts: Facts
  opening: Opening
  copies: LocalCopies
  shown: Notices
  /** Stops storing and sending the content of the page. */
  abandon(): void
}

/**
 * Says that a copy was restored which autosave does not send, and offers the other copies in this
 * browser.
 */
export function offers({ facts, opening, copies, shown, abandon }: OffersOptions): void {
  const text = editorText()

  const discard = async (afterwards: () => void) => {
    const question = { title: text.discardTitle, body: text.discardBody, button: text.discard }
    if (await confirmed(question)) afterwards()
  }

  const forget = (slot: string) => {
    copies.remove(slot)
    shown.clear(slot)
  }

  if (opening.restored && !savesItself(facts.status)) {
    const [, { at }] = opening.restored
    const openAnew = () => {
      abandon()
      location.reload()
    }
    const run = () => void discard(openAnew)
    shown.show('restored', 'info', text.restored(timeOf(at)), [{ label: text.discard, run }])
  }
  for (const [slot, copy] of opening.offered) {
    const title = copy.written.title || text.untitled
    shown.show(slot, 'warm', text.offered(title, timeOf(copy.at)), [
      {
        label: text.openIt,
        isPrimary: true,
        run() {
          // The author wants the copy to replace the server's current version.
          copies.write(slot, {
            ...copy,
            version: facts.version,
            setAside: undefined,
            at: Date.now(),
          })
          rememberSlot(slot)
          location.reload()
        },
      },
      { label: text.discard, run: () => void discard(() => forget(slot)) },
    ])
  }
}

interface Opening {
  /** The copy to restore. Null if there is none. */
  restored: [slot: string, copy: LocalCopy] | null
  /** Other copies that the author may open or discard. */
  offered: [slot: string, copy: LocalCopy][]
}

/**
 * Chooses the copy to restore, among the copies that no other tab has open. A copy of the current
 * version of the server has newer text, so it is restored. So is a copy with an unanswered request,
 * which the next save resolves.
 *
 * The author decides if the server has a newer version, and if a new post is started while an older
 * attempt exists. `lastSlot` is the slot that this tab used before it was reloaded.
 */
export function openingOf(
  copies: Opening['offered'],
  facts: Facts,
  lastSlot: string | null,
): Opening {
  const restored =
    facts.id === null
      ? copies.find(([slot]) => slot === lastSlot)
      : copies.find(([, copy]) => !copy.setAside && isOfVersion(copy, facts.version))
  return { restored: restored ?? null, offered: copies.filter((copy) => copy !== restored) }
}

function isOfVersion({ version, sent }: LocalCopy, current: number | null): boolean {
  return version === current || (sent !== undefined && version !== null && version + 1 === current)
}

export interface PendingPublish {
  /** Call when publishing failed because the server was unreachable. */
  make(): void
  /** Call when publishing starts again or is no longer wanted. */
  drop(): void
  /** Call with each save state: after a successful save the server is reachable again. */
  follow(state: SaveState): void
}

/**
 * If publishing failed because the server was unreachable: says so, and offers it again when the
 * network is back.
 */
export function pendingPublish(shown: Notices, publish: () => void): PendingPublish {
  const text = editorText()
  let isOpen = false
  let isOffered = false

  function offer(): void {
    // A second notice would replace the button, and a press on the first button would do nothing.
    if (!isOpen || isOffered) return
    isOffered = true
    shown.show('publish', 'warm', text.backOnline, [
      { label: text.publishNow, isPrimary: true, run: publish },
    ])
  }

  addEventListener('online', offer)
  return {
    make(): void {
      isOpen = true
      isOffered = false
      shown.show('publish', 'warm', text.publishLater)
    },
    drop(): void {
      isOpen = false
      shown.clear('publish')
    },
    follow(state: SaveState): void {
      if (state.is === 'saved') offer()
    },
  }
}
