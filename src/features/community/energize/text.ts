import { ENERGIZE_CAP } from '#features/community/energize/cost.ts'
import { bilingual } from '#kernel/i18n.ts'

/** `{name}` is a field of the API's answer: server and browser fill in the same sentences. */
export const energizeTexts = bilingual({
  'zh-CN': {
    label: '充能',
    total: '{post_energy} 点能量',
    lead: '喜欢就给它充能，作者会得到同样多的能量。',
    given: `你给了 {spent_on_post} 点，最多 ${ENERGIZE_CAP} 点`,
    open: '还能给 {remaining_on_post} 点 · 你有 {energy} 点能量',
    full: `你已经给满 ${ENERGIZE_CAP} 点，谢谢！`,
    negative: '你有 {energy} 点能量。签到或得到别人的能量，回到 0 以上就能继续。',
    own: '这是你的文章，读者可以为它充能。',
    give: (cost: number) => `送 ${cost} 点`,
    question: {
      title: '为这篇文章充能？',
      body: '会用掉你 {cost} 点能量，你还剩 {left} 点。作者得到同样多，送出后不能收回。在本页再次充能时不再询问。',
      button: '送出 {cost} 点能量',
    },
    below: '这样你的能量会低于 0：回到 0 以上之前，不能再充能或改名。',
    thanks: (name: string) => `${name} 收到了你的 {cost} 点能量，谢谢你！`,
    exp: '经验 +{exp_gained}',
  },
  en: {
    label: 'Energize',
    total: '{post_energy} energy',
    lead: 'Like it? Give it energy, and its author gets the same.',
    given: `You gave {spent_on_post} of ${ENERGIZE_CAP} at most`,
    open: '{remaining_on_post} more to give · you have {energy} energy',
    full: `You gave all ${ENERGIZE_CAP} you can. Thank you!`,
    negative: 'You have {energy} energy. Check in, or be energized: from 0 on you can give again.',
    own: 'This is your post. Its readers can energize it.',
    give: (cost: number) => `Give ${cost}`,
    question: {
      title: 'Energize this post?',
      body: 'It costs you {cost} energy and leaves you {left}. Its author gets the same, and it cannot be taken back. This page will not ask again.',
      button: 'Give {cost} energy',
    },
    below: 'That is below 0: until you are back at 0 you can neither energize nor rename yourself.',
    thanks: (name: string) => `${name} got your {cost} energy. Thank you!`,
    exp: '+{exp_gained} exp',
  },
})
