import { button, element } from '#client/elements.ts'
import { at, onPress, partOf } from '#client/import/page-parts.ts'
import { isSelectable, ROW_STATES, type Row, type RowState, stateOf } from '#client/import/rows.ts'
import { dated, importText, noteText, numbered, sized } from '#client/import/text.ts'

/** With more rows at once the page becomes slow on phones. */
const PAGE_ROWS = 100

const TONES: Record<RowState, string> = {
  new: 'good',
  changed: 'accent',
  imported: 'info',
  refused: 'danger',
}

/**
 * The table of the items with filters, pages and selection. The rows store whether they are
 * selected.
 */
export class PlanTable {
  #rows: readonly Row[] = []
  #filter: RowState | 'all' = 'all'
  #page = 0

  constructor() {
    onPress('select-all', () => this.#select(() => true))
    onPress('select-new', () => this.#select((row) => stateOf(row) === 'new'))
    onPress('select-none', () => this.#select(() => false))
    at('rows').addEventListener('change', ({ target }) => {
      const row = target instanceof HTMLInputElement && this.#rows[Number(target.value)]
      if (!row) return
      row.isChosen = target.checked
      this.#showSelected()
    })
  }

  show(rows: readonly Row[]): void {
    this.#rows = rows
    this.#filter = 'all'
    this.#page = 0
    this.#draw()
  }

  get #filtered(): Row[] {
    return this.#rows.filter((row) => this.#filter === 'all' || stateOf(row) === this.#filter)
  }

  #select(isWanted: (row: Row) => boolean): void {
    for (const row of this.#rows) row.isChosen = isSelectable(row) && isWanted(row)
    this.#draw()
  }

  #draw(): void {
    const filtered = this.#filtered
    const first = this.#page * PAGE_ROWS
    const index = new Map(this.#rows.map((row, at) => [row, at]))
    const shown = filtered.slice(first, first + PAGE_ROWS)
    at('rows').replaceChildren(...shown.map((row) => tableRow(row, index.get(row) ?? 0)))
    this.#drawFilters()
    this.#drawPager(Math.ceil(filtered.length / PAGE_ROWS))
    this.#showSelected()
  }

  #drawFilters(): void {
    const text = importText()
    const counts = Map.groupBy(this.#rows, stateOf)
    const choices = [
      ['all', this.#rows.length] as const,
      ...ROW_STATES.map((state) => [state, counts.get(state)?.length ?? 0] as const).filter(
        ([, count]) => count > 0,
      ),
    ]
    const buttons = choices.map(([name, count]) => {
      const button = element('button', {
        type: 'button',
        ariaPressed: String(name === this.#filter),
      })
      button.append(`${name === 'all' ? text.all : text.status[name]} ${numbered(count)}`)
      button.addEventListener('click', () => {
        this.#filter = name
        this.#page = 0
        this.#draw()
        // The buttons were replaced, so the focus moves to the new one.
        at('filters').querySelector<HTMLElement>('[aria-pressed="true"]')?.focus()
      })
      return button
    })
    at('filters').replaceChildren(...buttons)
  }

  #drawPager(pages: number): void {
    const text = importText()
    const pager = at('pager')
    pager.hidden = pages < 2
    const to = (page: number, label: string) => {
      const step = button(label, 'button small', () => {
        this.#page = page
        this.#draw()
        at('plan').scrollIntoView()
        // The pressed button was replaced, and the new one may be disabled.
        pager.querySelector<HTMLElement>('button:enabled')?.focus({ preventScroll: true })
      })
      step.disabled = page < 0 || page >= pages
      return step
    }
    const place = element('span', {}, text.page(this.#page + 1, pages))
    pager.replaceChildren(to(this.#page - 1, text.previous), place, to(this.#page + 1, text.next))
  }

  #showSelected(): void {
    const text = importText()
    const count = this.#rows.filter(({ isChosen }) => isChosen).length
    at('selected').textContent = text.selected(count)
    const start = partOf('start', HTMLButtonElement)
    start.textContent = count === 0 ? text.startNone : text.start(count)
    start.disabled = count === 0
  }
}

function tableRow(row: Row, index: number): HTMLElement {
  const text = importText()
  const state = stateOf(row)
  const title = row.title || text.untitled
  const line = element('tr', { role: 'row' })
  line.append(
    cell('import-select', isSelectable(row) ? [checkbox(row, index, text.select(title))] : []),
    titleCell(row, title),
    cell(
      'import-date',
      row.date === null ? [] : [element('time', { dateTime: row.date }, dated(row.date))],
    ),
    cell(
      'import-images',
      row.refused === null ? [text.images(row.imagesInFile, row.imagesOnWeb)] : [],
    ),
    cell('import-size number', row.bytes > 0 ? [sized(row.bytes)] : []),
    cell('import-status', [
      element('span', { className: `badge ${TONES[state]}` }, text.status[state]),
    ]),
  )
  return line
}

function cell(className: string, content: (Node | string)[]): HTMLElement {
  return element('td', { role: 'cell', className }, ...content)
}

function checkbox(row: Row, index: number, label: string): HTMLElement {
  return element('input', {
    type: 'checkbox',
    value: String(index),
    checked: row.isChosen,
    ariaLabel: label,
  })
}

function titleCell(row: Row, title: string): HTMLElement {
  const text = importText()
  const { post, notes } = row
  const name =
    post && post.deleted_at === null
      ? element(
          'a',
          { href: `/studio/write?id=${post.post_id}`, target: '_blank', rel: 'noopener' },
          title,
        )
      : element('span', {}, title)
  const head = element('th', { role: 'rowheader', scope: 'row', className: 'import-title' }, name)
  const why = whyOf(row)
  if (why !== null) head.append(element('p', { className: 'soft' }, why))
  if (notes.length > 0) {
    const list = element('ul', {}, ...notes.map((note) => element('li', {}, noteText(note))))
    head.append(element('details', {}, element('summary', {}, text.notes(notes.length)), list))
  }
  return head
}

function whyOf(row: Row): string | null {
  const text = importText()
  if (row.refused !== null) return text.refusal[row.refused]
  if (row.post?.deleted_at) return text.inBin
  if (stateOf(row) !== 'changed') return null
  return isSelectable(row) ? text.changedDraft : text.changedPublished
}
