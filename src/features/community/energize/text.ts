import { ENERGIZE_CAP } from '#features/community/energize/cost.ts'
import { bilingual } from '#kernel/i18n.ts'

/** `{name}` is a field of the API's answer: server and browser fill in the same sentences. */
export const energizeTexts = bilingual({
  'zh-CN': {
    label: '充能',
    energy: '点能量',
    lead: '喜欢就为它充能，作者会得到等量的能量。',
    given: `你已送出 {spent_on_post} 点，最多 ${ENERGIZE_CAP} 点`,
    open: '还能送 {remaining_on_post} 点 · 你有 {energy} 点能量',
    full: `你已送满 ${ENERGIZE_CAP} 点，谢谢！`,
    negative: '你有 {energy} 点能量。签到或收到能量，回到 0 后就能继续充能。',
    own: '这是你的文章，读者可以为它充能。',
    give: (cost: number) => `送 ${cost} 点`,
    question: {
      title: '为这篇文章充能？',
      body: '将消耗 {cost} 点能量，你还剩 {left} 点。作者得到等量的能量，送出后不能收回。在本页再次充能时不再询问。',
      button: '送出 {cost} 点能量',
    },
    below: '这样你的能量会低于 0，回到 0 之前不能再充能或改名。',
    thanks: (name: string) => `${name} 收到了你的 {cost} 点能量，谢谢你！`,
    exp: '经验 +{exp_gained}',
  },
  en: {
    label: 'Energize',
    energy: 'energy',
    lead: 'Like this post? Give it energy, and the author gets the same amount.',
    given: `You gave {spent_on_post} of ${ENERGIZE_CAP}`,
    open: 'You can give {remaining_on_post} more · you have {energy} energy',
    full: `You gave the maximum of ${ENERGIZE_CAP}. Thank you!`,
    negative: 'You have {energy} energy. Check in or receive energy: at 0 or more you can give again.',
    own: 'This is your post. Readers can energize it.',
    give: (cost: number) => `Give ${cost}`,
    question: {
      title: 'Energize this post?',
      body: 'This costs {cost} energy and leaves you {left}. The author gets the same amount. This cannot be undone. You will not be asked again on this page.',
      button: 'Give {cost} energy',
    },
    below: 'This takes you below 0. Until you are back at 0, you cannot energize posts or change your username.',
    thanks: (name: string) => `${name} received {cost} energy. Thank you!`,
    exp: '+{exp_gained} exp',
  },
})
