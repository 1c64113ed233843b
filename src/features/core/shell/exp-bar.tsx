import { LEVEL_FLOORS, levelOf } from '#features/core/people/level.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import type { ShellText } from '#features/core/shell/text.ts'
import { Icon, ProgressBar } from '#web/components/elements.tsx'
import { viewerEnergy } from '#web/components/hooks.ts'

/** Progress to the next level, and the viewer's energy. */
export function ExpBar({ viewer, text }: { viewer: Pick<Viewer, 'exp' | 'energy'>; text: ShellText }) {
  const level = levelOf(viewer.exp)
  const floor = LEVEL_FLOORS[level] ?? 0
  const next = LEVEL_FLOORS[level + 1]
  return (
    <div class="exp">
      <ProgressBar
        value={next === undefined ? 1 : viewer.exp - floor}
        max={next === undefined ? 1 : next - floor}
        label={text.expLabel(level)}
      />
      <p>
        <span>
          {text.exp} {next === undefined ? text.maxLevel(viewer.exp) : text.expOf(viewer.exp, next)}
        </span>
        <span class="energy">
          <Icon name="bolt" />
          {text.energy} <span {...viewerEnergy()}>{viewer.energy}</span>
        </span>
      </p>
    </div>
  )
}
