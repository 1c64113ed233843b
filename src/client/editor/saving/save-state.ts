import type { notices } from '#client/editor/notices.ts'
import type { Saver } from '#client/editor/saving/saver.ts'
import type { SaveState } from '#client/editor/saving/saving.ts'
import { editorText } from '#client/editor/text.ts'
import { write } from '#client/hooks.ts'
import { pageLanguage } from '#client/text.ts'
import { viewerZone } from '#client/time-zone.ts'
import { saveStateLine } from '#features/pages/studio/hooks.ts'
import { wallTime } from '#kernel/time-zone.ts'

interface StateOptions {
  line: HTMLElement
  shown: ReturnType<typeof notices>
  saver(): Saver
  problems(fields: Record<string, string>): string[]
  loadTheirs(): void
}

/** Shows the save state: a line that is always visible, and a notice if the author must decide something. */
export function saveState({ line, shown, saver, problems, loadTheirs }: StateOptions) {
  return (state: SaveState): void => {
    const text = editorText()
    write(saveStateLine, line, { state: state.is })
    const words = state.is === 'saved' ? text.state.saved(timeOf(state.at)) : text.state[state.is]
    // Every key shows the state; the same text again would repeat the layout of the bar.
    if (line.textContent !== words) line.textContent = words
    if (state.is === 'saved' || state.is === 'refused') {
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

/** Hours and minutes if today, else also the date. */
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
