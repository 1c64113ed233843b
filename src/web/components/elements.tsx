import { raw } from 'hono/html'
import type { Child, PropsWithChildren } from 'hono/jsx'
import type { JSX } from 'hono/jsx/jsx-runtime'
import type { HtmlEscapedString } from 'hono/utils/html'
import type { Attributes } from '#kernel/hooks.ts'
import { Drawing } from '#web/components/drawing.tsx'
import { dialogCloser } from '#web/components/hooks.ts'

// Drawn on a 24 px grid with a round 1.75 px line, which fits both Latin and Chinese text.
const PATHS = {
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13Zm4.8-1.7L20 20',
  pen: 'M4 20l1-4.5L15.6 4.9a2 2 0 0 1 2.8 0l.7.7a2 2 0 0 1 0 2.8L8.5 19 4 20Zm9.5-13 3.5 3.5',
  bell: 'M6 16.5V11a6 6 0 1 1 12 0v5.5l1.5 1.5h-15L6 16.5ZM10 21h4',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-7.5 8a7.5 7.5 0 0 1 15 0',
  studio: 'M4 5h7v6H4V5Zm0 10h7v4H4v-4ZM15 5h5v3h-5V5Zm0 7h5v7h-5v-7Z',
  settings:
    'M4 7h9m5 0h2M4 17h3m5 0h8M15.5 9.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Zm-6 10a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5Z',
  home: 'M4 11.5 12 4.5l8 7M6 10v9.5h12V10M10 19.5v-5h4v5',
  shield: 'M12 3.5 5 6v5.5c0 4.2 2.9 7.4 7 9 4.1-1.6 7-4.8 7-9V6l-7-2.5Zm-3 8.5 2.2 2.2L15.5 10',
  mail: 'M3.5 6h17v12.5h-17V6Zm0 1 8.5 6.5L20.5 7',
  page: 'M6 3.5h8l4 4v13H6v-17Zm3 8h6m-6 4h6',
  help: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Zm-2.5-11.2a2.5 2.5 0 1 1 3.6 2.2c-.8.4-1.1.9-1.1 1.7m0 3.1v.1',
  feed: 'M5 12a7 7 0 0 1 7 7M5 5a14 14 0 0 1 14 14M6 18.2v.1',
  code: 'm8.5 7-5 5 5 5m7-10 5 5-5 5',
  exit: 'M10 4H5v16h5m4-12 4 4-4 4m4-4H9',
  bolt: 'M13 3 5 13.5h6L10.5 21 19 10h-6.2L13 3Z',
  desktop: 'M3.5 5h17v11h-17V5ZM9 20h6m-3-4v4',
  mobile: 'M7.5 3h9v18h-9V3ZM11 18h2',
  tablet: 'M5 3.5h14v17H5v-17ZM11 17.5h2',
  globe:
    'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18ZM3.5 9.5h17m-17 5h17M12 3c5 5 5 13 0 18-5-5-5-13 0-18Z',
  key: 'M8 20a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm2.8-6.8L20 4m-4.5 4.5L19 12',
  trash: 'M5 7h14M9.5 7V4h5v3m-8 0 1 13h9l1-13M10.5 11v5m3-5v5',
  download: 'M12 4v11m-4.5-4.5L12 15l4.5-4.5M4.5 19.5h15',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm0-13.5v2m0 15v2M2.5 12h2m15 0h2M5.3 5.3l1.4 1.4m10.6 10.6 1.4 1.4m0-13.4-1.4 1.4M6.7 17.3l-1.4 1.4',
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5Z',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12ZM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z',
  eyeShut: 'M2.5 9.5S6 15.5 12 15.5s9.5-6 9.5-6M12 15.5v3.5m-5.5-5L4.5 17m13-3 2 3',
  play: 'M8 5.5v13l10.5-6.5L8 5.5Z',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Zm0-10v5.5m0-9v.1',
  warning: 'M12 4 2.5 20h19L12 4Zm0 6v4.5m0 2.9v.1',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  picture: 'M4 5h16v14H4V5Zm0 11.5 4.5-4.5 4 4 2.5-2.5 5 5M15.5 9.5v.1',
  heart: 'M12 20S4 15.3 4 9.5A4.5 4.5 0 0 1 12 7a4.5 4.5 0 0 1 8 2.5C20 15.3 12 20 12 20Z',
  dislike:
    'M8 4.5v9.5l4 6.5h.5a1.7 1.7 0 0 0 1.7-2l-.7-4h4a2 2 0 0 0 2-2.4l-1.1-6a2 2 0 0 0-2-1.6H8Zm0 0H4.5V14H8',
  comment: 'M4 5.5h16v11h-9l-4.5 4v-4H4v-11Zm4.5 5.5h7',
  reply: 'M9 6 4 11l5 5m-5-5h9.5a6 6 0 0 1 6 6v1.5',
  at: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm4-8v5.5a2.5 2.5 0 0 0 4.7 1.2A9 9 0 1 0 16.5 19.8',
  follow: 'M10 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-7 8a7 7 0 0 1 14 0m1.5-12v6m-3-3h6',
  levelUp: 'm5.5 12 6.5-6.5 6.5 6.5m-13 7 6.5-6.5 6.5 6.5',
  bellOff: 'M8 6.5a6 6 0 0 1 10 4.5v5.5M17 18H4.5L6 16.5V11c0-.5 0-1 .2-1.5M10 21h4M4 4l16 16',
  chevron: 'm9 5 7 7-7 7',
  draft: 'M18 11V7.5l-4-4H6v17h5m3 0 .6-2.7 4.6-4.6 2.1 2.1-4.6 4.6-2.7.6Z',
  lock: 'M6 11h12v9H6v-9Zm2.5 0V8a3.5 3.5 0 0 1 7 0v3',
  plus: 'M12 5v14M5 12h14',
  close: 'm6 6 12 12m0-12L6 18',
  undo: 'M8.5 5 4.5 9l4 4m-4-4H14a5 5 0 0 1 0 10h-4',
  redo: 'm15.5 5 4 4-4 4m4-4H10a5 5 0 0 0 0 10h4',
  bold: 'M7 5h6a3.5 3.5 0 0 1 0 7H7V5Zm0 7h7a3.5 3.5 0 0 1 0 7H7v-7Z',
  italic: 'M10 5h7M7 19h7M14 5l-4 14',
  strike:
    'M4 12h16m-3.5-4c-.4-1.8-2-3-4.5-3-2.7 0-4.5 1.3-4.5 3.3 0 .9.3 1.6.9 2.2M7 16c.4 1.8 2.2 3 5 3 3 0 5-1.4 5-3.6 0-.5-.1-1-.3-1.4',
  link: 'M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1.2 1.2M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1.2-1.2',
  bullets: 'M9.5 6H20M9.5 12H20M9.5 18H20M4.5 6v.1m0 5.9v.1m0 5.9v.1',
  numbers:
    'M10.5 6H20m-9.5 6H20m-9.5 6H20M4 4.7 5.5 4v5M4 15.3c.3-1.4 2.7-1.3 2.6.2C6.5 16.7 4 18 4 19.5h2.8',
  tasks: 'M12.5 7H20m-7.5 10.5H20M4 7l1.8 1.8L9 5.5m-5 12 1.8 1.8L9 16',
  quote: 'M5 17.5c2.6-1 4-3 4-6V7H4.5v4.5H9m5.5 6c2.6-1 4-3 4-6V7H14v4.5h4.5',
  codeBlock: 'M4 5h16v14H4V5Zm6 4.5L7.5 12l2.5 2.5m4-5 2.5 2.5-2.5 2.5',
  table: 'M4 5h16v14H4V5Zm0 4.7h16M4 14.3h16M12 9.7V19',
  markdown: 'M4 6h16v12H4V6Zm3 9V9l2.5 3L12 9v6m4.5-6v5.5m-2-2 2 2 2-2',
  columns: 'M4 5h7v14H4V5Zm9 0h7v14h-7V5Z',
  footnote: 'M4 7h9M8.5 7v11M17 5.5l2-1v5',
  sum: 'M17.5 8V5H6.5l6 7-6 7h11v-3',
  rule: 'M4 12h16M8 6.5h8m-8 11h8',
  rowAbove: 'M4 12.5h16v7H4v-7ZM12 3v6M9 6h6',
  rowBelow: 'M4 4.5h16v7H4v-7ZM12 15v6m-3-3h6',
  rowRemove: 'M4 4.5h16v6H4v-6Zm5.5 10 5 5m0-5-5 5',
  columnLeft: 'M12.5 4h7v16h-7V4ZM3 12h6M6 9v6',
  columnRight: 'M4.5 4h7v16h-7V4ZM15 12h6m-3-3v6',
  columnRemove: 'M4.5 4h6v16h-6V4Zm10 5.5 5 5m0-5-5 5',
  headerRow: 'M4 5h16v14H4V5Zm0 5.5h16M7.5 7.8h9',
  bookmark: 'M7 4h10v16l-5-4-5 4V4Z',
  chart: 'M4 4v16h16M8 15l3.5-4.5 3.5 3L20 8',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Zm0-14v5.5l3.5 2',
  flame:
    'M12 21a6.5 6.5 0 0 0 6.5-6.5c0-3-1.6-5-3.2-6.8-.3 1.7-1.3 2.6-1.3 2.6S14.2 5.8 10.7 3c.3 3.8-5.2 6-5.2 11.5A6.5 6.5 0 0 0 12 21Z',
  flag: 'M6 21V4.5c4-2 7 2 12 0v9c-5 2-8-2-12 0',
  menu: 'M4 6.5h16M4 12h16M4 17.5h16',
  keyboard: 'M3 6.5h18v11H3zM7 10v.1m3.3-.1v.1m3.4-.1v.1m3.3-.1v.1M8 14h8',
  more: 'M5.5 12v.1m6.5-.1v.1m6.5-.1v.1',
  textSize: 'M3 18.5 8 6l5 12.5m-8.3-4h6.6M14 18.5l3-7.5 3 7.5m-5.1-2.5h4.2',
  share: 'M12 15V4M8 7.5l4-4 4 4M6 12v7.5h12V12',
} as const

export type IconName = keyof typeof PATHS

/**
 * An icon is always decoration: the text beside it, or the label of the control, has the meaning.
 * The page refers to the drawing of an icon; `drawings` adds the drawing of each used icon once.
 */
export function Icon({
  name,
  class: className,
}: {
  name: IconName
  class?: string
}): HtmlEscapedString {
  return className === undefined ? PLAIN[name] : use(name, `icon ${className}`)
}

/** The drawings of all icons that this HTML uses, once each. */
export function drawings(html: string): HtmlEscapedString {
  const symbols = [...iconsIn(html)].map((name) => SYMBOLS[name])
  return raw(
    symbols.length === 0 ? '' : `<svg id="icons" style="display:none">${symbols.join('')}</svg>`,
  )
}

/** Searches with `indexOf`: a page has a hundred icons, and a regex makes an object for each. */
function iconsIn(html: string): Set<IconName> {
  const names = new Set<IconName>()
  for (let at = html.indexOf(USE); at >= 0; at = html.indexOf(USE, at + 1)) {
    const start = at + USE.length
    const name = html.slice(start, html.indexOf('"', start))
    if (isIconName(name)) names.add(name)
  }
  return names
}

const USE = '<use href="#i-'

const PLAIN = each((name) => use(name, 'icon'))
const SYMBOLS = each(
  (name) => `<symbol id="i-${name}" viewBox="0 0 24 24"><path d="${PATHS[name]}"/></symbol>`,
)

function use(name: IconName, classes: string): HtmlEscapedString {
  return raw(`<svg class="${classes}">${USE}${name}"/></svg>`)
}

function each<T>(make: (name: IconName) => T): Record<IconName, T> {
  const names = Object.keys(PATHS).filter(isIconName)
  return Object.fromEntries(names.map((name) => [name, make(name)])) as Record<IconName, T>
}

function isIconName(name: string | undefined): name is IconName {
  return name !== undefined && Object.hasOwn(PATHS, name)
}

interface Look {
  label: string
  icon?: IconName
  /** Further classes, such as `primary small`. */
  kind?: string
}

export function Button({
  label,
  icon,
  kind,
  ...rest
}: Look & Omit<JSX.IntrinsicElements['button'], 'class'>) {
  return (
    <button type="button" class={classOf(kind)} {...rest}>
      {icon && <Icon name={icon} />}
      {label}
    </button>
  )
}

/** A button that shows only an icon. The label is its tooltip and its name for screen readers. */
export function IconButton({
  label,
  icon,
  kind,
  ...rest
}: Required<Look> & JSX.IntrinsicElements['button']) {
  return (
    <button
      type="button"
      class={classOf(`icon ${kind}`)}
      {...rest}
      aria-label={label}
      title={label}
    >
      <Icon name={icon} />
    </button>
  )
}

/** A link that looks like a button. */
export function LinkButton({
  label,
  icon,
  kind,
  ...rest
}: Look & Omit<JSX.IntrinsicElements['a'], 'class'>) {
  return (
    <a class={classOf(kind)} {...rest}>
      {icon && <Icon name={icon} />}
      {label}
    </a>
  )
}

function classOf(kind: string | undefined): string {
  return kind ? `button ${kind}` : 'button'
}

export function Badge({
  tone,
  children,
}: PropsWithChildren<{ tone?: 'accent' | 'good' | 'danger' | 'info' | undefined }>) {
  return <span class={['badge', tone].filter(Boolean).join(' ')}>{children}</span>
}

const ICONS = { info: 'info', good: 'check', warm: 'bolt', danger: 'warning' } as const

export function Notice({
  tone = 'info',
  banner,
  children,
}: PropsWithChildren<{ tone?: keyof typeof ICONS; banner?: boolean }>) {
  return (
    <div class={['notice', tone, banner && 'banner'].filter(Boolean).join(' ')}>
      <Icon name={ICONS[tone]} />
      <div>{children}</div>
    </div>
  )
}

/** A note that browsers show only without JavaScript. */
export function NeedsScript({ text }: { text: { needsScript: string } }) {
  return (
    <noscript>
      <p class="notice">{text.needsScript}</p>
    </noscript>
  )
}

export function PageHead({
  title,
  lead,
  children,
}: PropsWithChildren<{ title: Child; lead?: string | undefined }>) {
  return (
    <header class="page-head">
      <h1>{title}</h1>
      {lead && <p>{lead}</p>}
      {children}
    </header>
  )
}

interface CardProps {
  /** The id of the heading. */
  heading: string
  title: Child
  lead?: Child
  /** Beside the heading: a link or a button. */
  aside?: Child
  class?: string
  id?: string
  hooks?: Attributes
}

export function Card(props: PropsWithChildren<CardProps>) {
  const { heading, title, lead, aside, class: className = 'card', id, hooks, children } = props
  return (
    <section class={className} id={id} aria-labelledby={heading} {...hooks}>
      <header>
        <h2 id={heading}>{title}</h2>
        {aside}
        {lead && <p>{lead}</p>}
      </header>
      {children}
    </section>
  )
}

export function SideCard({
  heading,
  title,
  children,
}: PropsWithChildren<Pick<CardProps, 'heading' | 'title'>>) {
  return (
    <section class="card side-card" aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      {children}
    </section>
  )
}

export type Fact = readonly [label: string, value: Child]

export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl class="facts">
      {facts.map(([label, value]) => (
        <>
          <dt class="faint">{label}</dt>
          <dd>{value}</dd>
        </>
      ))}
    </dl>
  )
}

/** Short values with labels, side by side. */
export function Figures({
  figures,
  class: className = 'totals',
}: {
  figures: readonly Fact[]
  class?: string
}) {
  return (
    <dl class={className}>
      {figures.map(([label, value]) => (
        <div>
          <dt class="soft small">{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

interface EmptyStateProps {
  icon: IconName
  title: string
  hint: Child
  /** One or two buttons for what the reader can do now. */
  actions?: Child
}

export function EmptyState({ icon, title, hint, actions }: EmptyStateProps) {
  return (
    <div class="empty centred">
      <Icon name={icon} />
      <h2>{title}</h2>
      <p>{hint}</p>
      {actions && <div class="form-actions">{actions}</div>}
    </div>
  )
}

interface ItemRowProps {
  icon?: IconName
  /** An image in place of the icon. */
  picture?: Child
  title?: Child
  badge?: Child
  /** A heading with more than text, in place of the title. */
  head?: Child
  details?: Child
  /** At the end of the row: a button, or a form with a button. */
  action?: Child
}

/**
 * A row of a settings list, such as a device or an access token. The children are short facts in
 * one line.
 */
export function ItemRow(props: PropsWithChildren<ItemRowProps>) {
  const { icon, picture, title, badge, head, details, action, children } = props
  return (
    <li class="device">
      {picture}
      {icon && (
        <span class="device-icon">
          <Icon name={icon} />
        </span>
      )}
      <div class="device-facts">
        {title && (
          <h3 class="row">
            {title}
            {badge && <> {badge}</>}
          </h3>
        )}
        {head}
        <p class="row faint small">{children}</p>
        {details}
      </div>
      {action}
    </li>
  )
}

/** A native dialog, opened by a button with the hook `dialogOpener`. */
interface DialogProps {
  id: string
  title: string
  class?: string
}

export function Dialog({ id, title, class: look, children }: PropsWithChildren<DialogProps>) {
  return (
    <dialog class={look ? `dialog ${look}` : 'dialog'} id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      {children}
    </dialog>
  )
}

interface DialogActionsProps {
  cancel: string
  submit: string
  danger?: boolean
}

/** The buttons of a form in a dialog. The children come before them. */
export function DialogActions({
  cancel,
  submit,
  danger = false,
  children,
}: PropsWithChildren<DialogActionsProps>) {
  return (
    <div class="dialog-actions">
      {children}
      <Button {...dialogCloser()} label={cancel} />
      <Button type="submit" kind={danger ? 'danger primary' : 'primary'} label={submit} />
    </div>
  )
}

interface Progress {
  value: number
  max: number
  label: string
}

export function ProgressBar({ value, max, label }: Progress) {
  return <progress class="bar" value={Math.min(value, max)} max={max} aria-label={label} />
}

/**
 * A ring that shows how much of a limit is used. `pathLength` makes the length of the dash a
 * percentage, so no style attribute is needed.
 */
export function ProgressRing({ value, max, label }: Progress) {
  const percent = Math.round((100 * Math.min(value, max)) / max)
  return (
    <Drawing class="ring" viewBox="0 0 40 40" label={label}>
      <circle cx="20" cy="20" r="17" />
      <path
        d="M37 20a17 17 0 1 1-34 0 17 17 0 1 1 34 0"
        pathLength="100"
        stroke-dasharray={`${percent} 100`}
      />
    </Drawing>
  )
}
