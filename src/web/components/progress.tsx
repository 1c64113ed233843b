import { Drawing } from '#web/components/drawing.tsx'

interface Progress {
  value: number
  max: number
  label: string
}

export function ProgressBar({ value, max, label }: Progress) {
  return <progress class="bar" value={Math.min(value, max)} max={max} aria-label={label} />
}

/** A ring for a limit. `pathLength` makes the dash a percentage, so no style attribute is needed. */
export function ProgressRing({ value, max, label }: Progress) {
  const percent = Math.round((100 * Math.min(value, max)) / max)
  return (
    <Drawing class="ring" viewBox="0 0 40 40" label={label}>
      <circle cx="20" cy="20" r="17" />
      <path d="M37 20a17 17 0 1 1-34 0 17 17 0 1 1 34 0" pathLength="100" stroke-dasharray={`${percent} 100`} />
    </Drawing>
  )
}
