import { ENERGIZE_CAP, ENERGIZE_COST } from '#features/community/energize/energize.ts'
import {
  energizeButton,
  energizePanel,
  energizeSentence,
  energizeStateOf,
  energizeThanks,
  postEnergy,
} from '#features/community/energize/hooks.ts'
import type { Viewer } from '#features/core/people/viewer.ts'
import { type PostCard, postPath } from '#features/publishing/posts/post.ts'
import { bilingual, filled, type Language } from '#kernel/i18n.ts'
import { loginPath } from '#kernel/next-path.ts'
import { compact } from '#web/components/compact.ts'
import { Icon, ProgressRing } from '#web/components/elements.tsx'
import { menu, shortCount } from '#web/components/hooks.ts'

interface EnergizeMenuProps {
  post: PostCard
  viewer: Viewer | null
  /** The energy that the viewer gave the post; null if anonymous. */
  given: number | null
  language: Language
}

/**
 * The energy of the post. For members, a menu to give some; client/behaviors/posts/energize.ts
 * handles its buttons.
 */
export function EnergizeMenu({ post, viewer, given, language }: EnergizeMenuProps) {
  const text = energizeTexts[language]
  const label = <Total post={post} language={language} />
  if (viewer === null || given === null)
    return (
      <a class="button reaction energize" href={loginPath(postPath(post.id))} title={text.lead}>
        {label}
      </a>
    )
  const isOwn = viewer.uid === post.author.uid
  return (
    <details class="menu" {...menu()} {...(isOwn ? {} : panelOf(post, viewer, language))}>
      <summary class="button reaction energize" title={text.label}>
        {label}
      </summary>
      <div class="menu-panel energize-panel stack loose">
        {isOwn ? <p>{text.own}</p> : <Panel viewer={viewer} given={given} language={language} />}
      </div>
    </details>
  )
}

function panelOf(post: PostCard, { energy }: Viewer, language: Language) {
  const { given, question, below, thanks, exp } = energizeTexts[language]
  const text = { given, question, below, thanks: thanks(post.author.display_name), exp }
  return energizePanel({ post: post.id, cap: ENERGIZE_CAP, energy, text })
}

/** The panel has the texts of all states and shows one. The ring fills up to the cap. */
function Panel({ viewer, given, language }: { viewer: Viewer; given: number; language: Language }) {
  const text = energizeTexts[language]
  const state = energizeStateOf(viewer.energy, given, ENERGIZE_CAP)
  const facts = {
    energy: viewer.energy,
    spent_on_post: given,
    remaining_on_post: ENERGIZE_CAP - given,
  }
  return (
    <>
      <p>{text.lead}</p>
      <div class="line loose tabular">
        <span class="energize-ring">
          <ProgressRing value={given} max={ENERGIZE_CAP} label={filled(text.given, facts)} />
          <Icon name="bolt" />
        </span>
        {(['open', 'full', 'negative'] as const).map((each) => (
          <p
            class="faint"
            {...energizeSentence({ state: each, template: text[each] })}
            hidden={each !== state}
          >
            {filled(text[each], facts)}
          </p>
        ))}
      </div>
      <div class="energize-forms needs-script">
        {(['light', 'heavy'] as const).map((form) => (
          <button
            type="button"
            class={form === 'heavy' ? 'button small primary' : 'button small'}
            {...energizeButton({ form, cost: ENERGIZE_COST[form] })}
            disabled={viewer.energy < 0 || given + ENERGIZE_COST[form] > ENERGIZE_CAP}
          >
            {text.give(ENERGIZE_COST[form])}
          </button>
        ))}
      </div>
      <p class="thanks" role="status" {...energizeThanks()} />
    </>
  )
}

function Total({ post, language }: { post: PostCard; language: Language }) {
  const text = energizeTexts[language]
  return (
    <>
      <Icon name="bolt" />
      <span {...postEnergy()} {...shortCount({ count: post.energy })}>
        {compact(post.energy, language)}
      </span>
      <span class="visually-hidden"> {text.energy} </span>
      <span class="energize-label">{text.label}</span>
    </>
  )
}

/** `{name}` is a field of the API's response: server and browser fill in the same sentences. */
const energizeTexts = bilingual({
  label: ['充能', 'Energize'],
  energy: ['点能量', 'energy'],
  lead: [
    '喜欢就为它充能，作者会得到等量的能量。',
    'Like this post? Give it energy, and the author gets the same amount.',
  ],
  given: [
    `你已送出 {spent_on_post} 点，最多 ${ENERGIZE_CAP} 点`,
    `You gave {spent_on_post} of ${ENERGIZE_CAP}`,
  ],
  open: [
    '还能送 {remaining_on_post} 点 · 你有 {energy} 点能量',
    'You can give {remaining_on_post} more · you have {energy} energy',
  ],
  full: [
    `你已送满 ${ENERGIZE_CAP} 点，谢谢！`,
    `You gave the maximum of ${ENERGIZE_CAP}. Thank you!`,
  ],
  negative: [
    '你有 {energy} 点能量。签到或收到能量，回到 0 后就能继续充能。',
    'You have {energy} energy. Check in or receive energy: at 0 or more you can give again.',
  ],
  own: ['这是你的文章，读者可以为它充能。', 'This is your post. Readers can energize it.'],
  give: [(cost: number) => `送 ${cost} 点`, (cost: number) => `Give ${cost}`],
  question: {
    title: ['为这篇文章充能？', 'Energize this post?'],
    body: [
      '将消耗 {cost} 点能量，你还剩 {left} 点。作者得到等量的能量，送出后不能收回。在本页再次充能时不再询问。',
      'This costs {cost} energy and leaves you {left}. The author gets the same amount. This cannot be undone. You will not be asked again on this page.',
    ],
    button: ['送出 {cost} 点能量', 'Give {cost} energy'],
  },
  below: [
    '这样你的能量会低于 0，回到 0 之前不能再充能或改名。',
    'This takes you below 0. Until you are back at 0, you cannot energize posts or change your username.',
  ],
  thanks: [
    (name: string) => `${name} 收到了你的 {cost} 点能量，谢谢你！`,
    (name: string) => `${name} received {cost} energy. Thank you!`,
  ],
  exp: ['经验 +{exp_gained}', '+{exp_gained} exp'],
})
