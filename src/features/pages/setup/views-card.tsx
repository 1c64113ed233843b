import { SETUP_PATH, SETUP_STEPS, type Setup, type SetupStep } from '#features/core/site/setup.ts'
import { bilingual, type Language } from '#kernel/i18n.ts'
import { asset } from '#web/assets.ts'
import { Card, Icon, LinkButton, ProgressBar } from '#web/components/elements.tsx'
import { ApiButton } from '#web/components/form.tsx'

/** The set-up list in short, on the home page and in Admin, until the owner closes it. */
export function SetupCard({ setup, language }: { setup: Setup; language: Language }) {
  const text = setupTexts[language]
  const { steps, next, finished, isEmpty } = setup
  const all = SETUP_STEPS.length
  const openTitle = isEmpty ? text.ready : text.title
  const title = next === null ? text.done : openTitle
  return (
    <>
      <link rel="stylesheet" href={asset('setup.css')} />
      <Card
        heading="setup-card"
        class="card setup-card"
        title={title}
        lead={
          next === null
            ? text.doneLead
            : `${text.progress(finished, all)}. ${text.next(text.steps[next])}`
        }
      >
        <ProgressBar value={finished} max={all} label={text.progress(finished, all)} />
        {next !== null && (
          <ul class="setup-links">
            {SETUP_STEPS.map((step) => (
              <li>
                <a class={steps[step] === 'open' ? 'line' : 'line finished'} href={stepPath(step)}>
                  <StepMark state={steps[step]} />
                  {text.steps[step]}
                  <span class="visually-hidden"> ({text.states[steps[step]]})</span>
                </a>
              </li>
            ))}
          </ul>
        )}
        <div class="form-actions">
          <LinkButton
            href={stepPath(next)}
            kind={next === null ? '' : 'primary'}
            label={next === null ? text.view : text.continue}
          />
          <ApiButton
            api="POST /api/admin/checklist/dismiss"
            after="remove:.setup-card"
            toast={text.closed}
            button={next === null ? 'button primary' : 'button quiet'}
          >
            {text.close}
          </ApiButton>
        </div>
      </Card>
    </>
  )
}

export function StepMark({ state }: { state: Setup['steps'][SetupStep] }) {
  return <span class={`setup-mark ${state}`}>{state !== 'open' && <Icon name="check" />}</span>
}

export function stepPath(step: SetupStep | null): string {
  return step === null ? SETUP_PATH : `${SETUP_PATH}?step=${step}`
}

export const setupTexts = bilingual({
  ready: ['你的站点已经就绪', 'Your site is ready'],
  title: ['完成站点设置', 'Set up your site'],
  done: ['完成：这是你的站点', 'Done: this is your site'],
  doneLead: [
    '设置已经完成，之后随时可以在管理后台修改。',
    'Everything is set up. You can change it in Admin at any time.',
  ],
  progress: [
    (finished: number, all: number) => `已完成 ${finished} / ${all} 步`,
    (finished: number, all: number) => `${finished} of ${all} steps done`,
  ],
  next: [(step: string) => `下一步：${step}`, (step: string) => `Next: ${step}`],
  continue: ['继续设置', 'Continue'],
  view: ['查看清单', 'Show the list'],
  close: ['关闭清单', 'Close the list'],
  closed: [
    '清单已关闭。所有设置都在管理后台。',
    'The list is closed. You find all settings in Admin.',
  ],
  states: {
    done: ['已完成', 'done'],
    settled: ['保持现状', 'kept as it is'],
    open: ['未完成', 'to do'],
  },
  steps: {
    language: ['选择站点的语言', 'Choose the language of your site'],
    username: ['设置你的用户名', 'Choose your username'],
    name: ['给站点起名', 'Name your site'],
    post: ['发布第一篇文章', 'Publish the first post'],
    registration: ['决定谁可以注册', 'Decide who may register'],
    mail: ['配置邮件', 'Set up mail'],
    backup: ['每日备份', 'Daily backups'],
    domain: ['站点地址', 'The address of your site'],
    invite: ['邀请大家', 'Invite people'],
  },
})
