import { RENAME_COST } from '#features/accounts/profiles/rename.ts'
import { ENERGIZE_CAP, ENERGIZE_COST, EXP_PER_ENERGY } from '#features/community/energize/cost.ts'
import { CHECK_IN_ENERGY, CHECK_IN_EXP, LEVEL_FLOORS } from '#features/core/people/level.ts'
import { LevelBadge } from '#features/core/shell/level-badge.tsx'
import { ENERGIZE_EXP_CAP } from '#features/economy/energy/account.ts'
import { TASK_EXP } from '#features/economy/levels/tasks.ts'
import { type HelpText, unlockedAt } from '#features/economy/levels/text.ts'
import type { ImportText } from '#features/pages/studio/import/text-import.ts'
import { DELETE_POST_COST } from '#features/publishing/posts/cost.ts'
import { Table } from '#web/components/lists.tsx'

/** Explains the levels. All numbers come from the constants of the rules. */
export function LevelsExplained({ text }: { text: HelpText }) {
  return (
    <section>
      <h2 id="levels">{text.levels}</h2>
      <Table label={text.levels} columns={[text.level, text.needs, text.unlocks]}>
        {LEVEL_FLOORS.map((floor, level) => (
          <tr>
            <td>
              <LevelBadge level={level} />
            </td>
            <td>{floor}</td>
            <td>{unlockedAt(level, text) ?? text.newBadge}</td>
          </tr>
        ))}
      </Table>
    </section>
  )
}

export function ExpExplained({ text }: { text: HelpText }) {
  const gains: Change[] = [
    [text.gainsExp.checkIn, `+${CHECK_IN_EXP}`],
    [text.gainsExp.task, `+${TASK_EXP}`],
    [text.gainsExp.energize(ENERGIZE_EXP_CAP), `+${EXP_PER_ENERGY}`],
  ]
  return <Changes id="exp" title={text.exp} changes={gains} text={text} />
}

export function EnergyExplained({ text }: { text: HelpText }) {
  const { light, heavy } = ENERGIZE_COST
  const moves: Change[] = [
    [text.movesEnergy.checkIn, `+${CHECK_IN_ENERGY}`],
    [text.movesEnergy.energized, `+${light} / +${heavy}`],
    [text.movesEnergy.energize(ENERGIZE_CAP), `−${light} / −${heavy}`],
    [text.movesEnergy.rename, `−${RENAME_COST}`],
    [text.movesEnergy.deletePost, `−${DELETE_POST_COST}`],
  ]
  return (
    <>
      <Changes id="energy" title={text.energy} changes={moves} text={text} />
      <p class="notice">{text.negative}</p>
      <p class="soft">{text.days}</p>
    </>
  )
}

export function ImportExplained({ text }: { text: ImportText['help'] }) {
  return (
    <section>
      <h2 id="import">{text.title}</h2>
      <p>
        {text.body} <a href="/studio/import">{text.link}</a>
      </p>
    </section>
  )
}

type Change = [what: string, change: string]

function Changes({ id, title, changes, text }: { id: string; title: string; changes: Change[]; text: HelpText }) {
  return (
    <section>
      <h2 id={id}>{title}</h2>
      <Table label={title} columns={[text.event, text.change]}>
        {changes.map(([what, change]) => (
          <tr>
            <td>{what}</td>
            <td>{change}</td>
          </tr>
        ))}
      </Table>
    </section>
  )
}
