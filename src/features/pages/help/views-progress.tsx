import type { Viewer } from '#features/core/people/viewer.ts'
import { ExpBar } from '#features/core/shell/exp-bar.tsx'
import { LevelBadge } from '#features/core/shell/level-badge.tsx'
import type { ShellText } from '#features/core/shell/text.ts'
import type { LevelInfo } from '#features/economy/levels/progress.ts'
import { TASK_EXP, TASKS } from '#features/economy/levels/tasks.ts'
import type { HelpText } from '#features/economy/levels/text.ts'
import { Badge, Button, Card } from '#web/components/elements.tsx'
import { ApiForm } from '#web/components/form.tsx'

interface ProgressProps {
  viewer: Viewer
  info: LevelInfo
  text: HelpText
  shell: ShellText
}

/** The viewer's level, check-in and tasks. */
export function Progress({ viewer, info, text, shell }: ProgressProps) {
  return (
    <Card heading="progress" title={text.progress} aside={<LevelBadge level={info.level} />}>
      <div class="stack">
        <ExpBar viewer={viewer} text={shell} />
        {info.level === 0 ? <p class="notice">{text.lv0}</p> : <CheckIn info={info} text={text} />}
        <Tasks info={info} text={text} />
        <p class="faint">{text.energizeToday(info.energize_exp_today, info.energize_exp_cap)}</p>
      </div>
    </Card>
  )
}

function CheckIn({ info, text }: Pick<ProgressProps, 'info' | 'text'>) {
  if (info.checked_in_today) return <Badge tone="good">{text.checkedIn}</Badge>
  return (
    <ApiForm api="POST /api/level/checkin" after="reload">
      <p>{text.notCheckedIn}</p>
      <Button type="submit" kind="primary needs-script" label={text.checkIn} />
    </ApiForm>
  )
}

function Tasks({ info, text }: Pick<ProgressProps, 'info' | 'text'>) {
  return (
    <div>
      <h3>{text.tasks(TASK_EXP)}</h3>
      <ul class="tasks">
        {TASKS.map((task) => (
          <li>
            {text.task[task]}
            {info.tasks[task] ? (
              <Badge tone="good">{text.done}</Badge>
            ) : (
              <a href="/settings?tab=profile">{text.toDo}</a>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}
