import { RENAME_COST } from '#features/accounts/profiles/review.ts'
import {
  ENERGIZE_CAP,
  ENERGIZE_COST,
  EXP_PER_ENERGY,
} from '#features/community/energize/energize.ts'
import { CHECK_IN_ENERGY, CHECK_IN_EXP, LEVEL_FLOORS } from '#features/core/people/level.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { type ShellText, shellTexts } from '#features/core/shell/text.ts'
import { ExpBar, LevelBadge } from '#features/core/shell/user.tsx'
import {
  ACTIVITY_MAX,
  ADMIN_ACTIVITY_MAX,
  ADMIN_STORAGE_MAX,
  STORAGE_MAX,
} from '#features/core/storage/quotas.ts'
import { ENERGIZE_EXP_CAP } from '#features/economy/energy/account.ts'
import { type LevelInfo, TASK_EXP, TASKS } from '#features/economy/levels/tasks.ts'
import { type HelpText, helpTexts, unlockedAt } from '#features/economy/levels/text.ts'
import { TOPIC_NAMES, TOPICS, type Topic } from '#features/pages/help/topic-names.ts'
import { findHelp, topicTexts } from '#features/pages/help/topics.ts'
import { DELETE_POST_COST } from '#features/publishing/posts/bin.ts'
import type { Language } from '#kernel/i18n.ts'
import { Badge, Button, Card, Facts, Icon, LinkButton } from '#web/components/elements.tsx'
import { ApiForm } from '#web/components/form.tsx'
import { Table } from '#web/components/lists.tsx'

export { topicTexts }

interface HelpProps {
  viewer: Viewer | null
  /** Null for an anonymous reader. */
  info: LevelInfo | null
  language: Language
}

export function HelpView({ viewer, info, language }: HelpProps) {
  const text = helpTexts[language]
  return (
    <article class="help stack">
      <header>
        <h1>{text.title}</h1>
        <p class="soft">{text.topicsLead}</p>
      </header>
      <HelpSearch query="" text={text} />
      <TopicList language={language} />
      <header>
        <h2 id="levels-and-energy">{text.levelsAndEnergy}</h2>
        <p class="soft">{text.lead}</p>
      </header>
      {viewer && info && (
        <Progress viewer={viewer} info={info} text={text} shell={shellTexts[language]} />
      )}
      <LevelsExplained text={text} />
      <ExpExplained text={text} />
      <EnergyExplained text={text} />
    </article>
  )
}

export function FoundView({ query, language }: { query: string; language: Language }) {
  const text = helpTexts[language]
  return (
    <article class="help stack">
      <h1>{text.title}</h1>
      <HelpSearch query={query} text={text} />
      <FoundHelp query={query} language={language} />
    </article>
  )
}

function HelpSearch({ query, text }: { query: string; text: HelpText }) {
  return (
    <search aria-label={text.search}>
      <form class="help-search" action="/help">
        <input
          class="input"
          type="search"
          name="q"
          value={query}
          maxlength={HELP_QUERY_MAX}
          placeholder={text.search}
          aria-label={text.search}
        />
        <Button type="submit" kind="primary" label={text.find} />
      </form>
    </search>
  )
}

const HELP_QUERY_MAX = 100

function FoundHelp({ query, language }: { query: string; language: Language }) {
  const text = helpTexts[language]
  const found = findHelp(query.slice(0, HELP_QUERY_MAX), language)
  if (found.length === 0)
    return (
      <>
        <p class="notice">{text.nothingFound}</p>
        <TopicList language={language} />
      </>
    )
  return (
    <ul class="help-found stack">
      {found.map((part) => (
        <li>
          <a href={`/help/${part.topic}${part.id === null ? '' : `#${part.id}`}`}>{part.heading}</a>
          <p class="soft">{part.text}</p>
        </li>
      ))}
    </ul>
  )
}

/** Explains the levels. All numbers come from the constants of the rules. */
function LevelsExplained({ text }: { text: HelpText }) {
  return (
    <>
      <section>
        <h3 id="levels">{text.levels}</h3>
        <Table
          label={text.levels}
          columns={[text.level, text.needs, text.commentsADay, text.unlocks]}
          rows={LEVEL_FLOORS.map((floor, level) => [
            <LevelBadge level={level} />,
            floor,
            (ACTIVITY_MAX[level] ?? ADMIN_ACTIVITY_MAX).comments_of_day,
            <>
              {unlockedAt(level, text) ?? text.newBadge}
              {level > 0 && <p class="soft small">{storageOf(level, text)}</p>}
            </>,
          ])}
        />
      </section>
      <p class="soft">{text.trust}</p>
    </>
  )
}

/** Lv0 cannot create posts, so its storage is not named. */
function storageOf(level: number, text: HelpText): string {
  const { posts, image_bytes } = STORAGE_MAX[level] ?? ADMIN_STORAGE_MAX
  return text.storage(posts, image_bytes / 1024 / 1024)
}

function ExpExplained({ text }: { text: HelpText }) {
  const gains: Change[] = [
    [text.gainsExp.checkIn, `+${CHECK_IN_EXP}`],
    [text.gainsExp.task, `+${TASK_EXP}`],
    [text.gainsExp.energize(ENERGIZE_EXP_CAP), `+${EXP_PER_ENERGY}`],
  ]
  return <Changes id="exp" title={text.exp} changes={gains} text={text} />
}

function EnergyExplained({ text }: { text: HelpText }) {
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

function TopicList({ current, language }: { current?: Topic; language: Language }) {
  return (
    <nav aria-label={helpTexts[language].topics}>
      <ul class="help-topics">
        {TOPIC_NAMES.filter((topic) => topic !== current).map((topic) => {
          const { title, lead } = topicTexts[language][topic]
          return (
            <li class="card link-card beside">
              <Icon name={TOPICS[topic].icon} />
              <a class="card-link" href={`/help/${topic}`}>
                {title}
              </a>
              <p class="soft small">{lead}</p>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

export function TopicView({
  topic,
  site,
  language,
}: {
  topic: Topic
  site: string
  language: Language
}) {
  const { title, lead, parts, link } = topicTexts[language][topic]
  const { title: help } = helpTexts[language]
  return (
    <article class="help stack">
      <header>
        <p>
          <a href="/help">{help}</a>
        </p>
        <h1>{title}</h1>
        <p class="soft">{lead}</p>
      </header>
      {Object.entries(parts).map(([id, { heading, text }]) => (
        <section>
          <h2 id={id}>{heading}</h2>
          <p>{text}</p>
          {topic === 'mcp' && <Commands part={id} address={`${site}/mcp`} />}
        </section>
      ))}
      <p class="form-actions">
        <LinkButton
          href={TOPICS[topic].path}
          kind="primary"
          icon={TOPICS[topic].icon}
          label={link}
        />
      </p>
      <hr />
      <TopicList current={topic} language={language} />
    </article>
  )
}

function Commands({ part, address }: { part: string; address: string }) {
  const add = `claude mcp add --transport http joule ${address}`
  const bearer = 'Authorization: Bearer <token>'
  const headers = { Authorization: 'Bearer <token>' }
  const commands: Record<string, [program: string, command: string][]> = {
    consent: [
      ['URL', address],
      ['Claude Code', add],
      [
        'VS Code',
        `code --add-mcp '${JSON.stringify({ name: 'joule', type: 'http', url: address })}'`,
      ],
    ],
    token: [
      ['Claude Code', `${add} --header "${bearer}"`],
      ['Cursor (mcp.json)', JSON.stringify({ mcpServers: { joule: { url: address, headers } } })],
      ['stdio', `npx -y mcp-remote ${address} --header "${bearer}"`],
    ],
  }
  return (
    <Facts
      facts={(commands[part] ?? []).map(([program, command]) => [program, <code>{command}</code>])}
    />
  )
}

type Change = [what: string, change: string]

function Changes({
  id,
  title,
  changes,
  text,
}: {
  id: string
  title: string
  changes: Change[]
  text: HelpText
}) {
  return (
    <section>
      <h3 id={id}>{title}</h3>
      <Table label={title} columns={[text.event, { number: text.change }]} rows={changes} />
    </section>
  )
}

interface ProgressProps {
  viewer: Viewer
  info: LevelInfo
  text: HelpText
  shell: ShellText
}

/** The viewer's level, check-in and tasks. */
function Progress({ viewer, info, text, shell }: ProgressProps) {
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
      <ul class="tasks hairlines">
        {TASKS.map((task) => (
          <li class="row apart">
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
