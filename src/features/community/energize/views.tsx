import type { Child } from 'hono/jsx'
import { ENERGIZE_CAP, ENERGIZE_COST } from '#features/community/energize/cost.ts'
import type { Form } from '#features/community/energize/energize.ts'
import {
  energizeButton,
  energizePanel,
  energizeSentence,
  energizeThanks,
  postEnergy,
} from '#features/community/energize/hooks.ts'
import { energizeTexts } from '#features/community/energize/text.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { postPath } from '#features/publishing/posts/paths.ts'
import type { PostCard } from '#features/publishing/posts/shapes.ts'
import { filled, type Language } from '#kernel/i18n.ts'
import { loginPath } from '#kernel/next-path.ts'
import { Icon } from '#web/components/icon.tsx'
import { ProgressRing } from '#web/components/progress.tsx'

interface EnergizePanelProps {
  post: PostCard
  viewer: Viewer | null
  /** The energy that the viewer gave the post; null if anonymous. */
  given: number | null
  language: Language
}

export function EnergizePanel({ post, viewer, given, language }: EnergizePanelProps) {
  if (viewer === null || given === null) return <Invitation post={post} language={language} />
  const text = energizeTexts[language]
  if (viewer.uid === post.author.uid)
    return (
      <div class="energize">
        <Total post={post} language={language} />
        <p class="faint">{text.own}</p>
      </div>
    )
  return <Panel post={post} viewer={viewer} given={given} language={language} />
}

function Invitation({ post, language }: Pick<EnergizePanelProps, 'post' | 'language'>) {
  const text = energizeTexts[language]
  return (
    <div class="energize">
      <Total post={post} language={language} />
      <p class="faint">{text.lead}</p>
      <div class="energize-forms">
        {FORMS.map((form) => (
          <a class={classOf(form)} href={loginPath(postPath(post.id))}>
            {text.give(ENERGIZE_COST[form])}
          </a>
        ))}
      </div>
    </div>
  )
}

interface PanelProps {
  post: PostCard
  viewer: Viewer
  given: number
  language: Language
}

/** The ring fills up to the cap. client/behaviors/posts/energize.ts handles a press, with the texts given here. */
function Panel({ post, viewer, given, language }: PanelProps) {
  const text = energizeTexts[language]
  const state = viewer.energy < 0 ? 'negative' : given >= ENERGIZE_CAP ? 'full' : 'open'
  const facts = { energy: viewer.energy, spent_on_post: given, remaining_on_post: ENERGIZE_CAP - given }
  const sentences = {
    ...{ total: text.total, given: text.given, question: text.question, below: text.below },
    ...{ thanks: text.thanks(post.author.display_name), exp: text.exp },
  }
  return (
    <div
      class="energize"
      {...energizePanel({ post: post.id, cap: ENERGIZE_CAP, energy: viewer.energy, text: sentences })}
    >
      <Total post={post} language={language}>
        <ProgressRing value={given} max={ENERGIZE_CAP} label={filled(text.given, facts)} />
      </Total>
      {(['open', 'full', 'negative'] as const).map((each) => (
        <p class="faint" {...energizeSentence({ state: each, template: text[each] })} hidden={each !== state}>
          {filled(text[each], facts)}
        </p>
      ))}
      <div class="energize-forms needs-script">
        {FORMS.map((form) => (
          <button
            type="button"
            class={classOf(form)}
            {...energizeButton({ form, cost: ENERGIZE_COST[form] })}
            disabled={viewer.energy < 0 || given + ENERGIZE_COST[form] > ENERGIZE_CAP}
          >
            {text.give(ENERGIZE_COST[form])}
          </button>
        ))}
      </div>
      <p class="thanks" role="status" {...energizeThanks()} />
    </div>
  )
}

const FORMS = ['light', 'heavy'] as const

const classOf = (form: Form) => (form === 'heavy' ? 'button small primary' : 'button small')

function Total({ post, language, children }: { post: PostCard; language: Language; children?: Child }) {
  return (
    <p class="energize-total">
      <span class="energize-ring">
        {children}
        <Icon name="bolt" />
      </span>
      <strong {...postEnergy()}>{filled(energizeTexts[language].total, { post_energy: post.energy })}</strong>
    </p>
  )
}
