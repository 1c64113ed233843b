import { bilingual } from '#kernel/i18n.ts'

export const profileReviewsTexts = bilingual({
  'zh-CN': {
    title: '资料审核',
    lead: '审核开启时，成员修改用户名和签名需要通过审核，先提交的先处理。',
    username: '用户名',
    signature: '签名',
    empty: '（空）',
    cost: (cost: number) => `已付 ${cost} 点能量，退回时返还`,
    free: '首次设置，免费',
    approve: '通过',
    reject: '退回',
    approved: '已通过，新资料已生效。',
    rejected: '已退回，能量已返还。',
    dialogTitle: '退回 {target} 的资料修改',
    dialogLead: '对方会收到通知。改名花费的能量会返还。',
    dialogButton: '退回修改',
    none: '没有待审核的资料',
    noneHint: '成员提交的新用户名和签名会出现在这里。',
  },
  en: {
    title: 'Profiles',
    lead: 'While review is on, new usernames and signatures wait for a decision, the oldest first.',
    username: 'Username',
    signature: 'Signature',
    empty: '(empty)',
    cost: (cost: number) => `${cost} energy paid, given back if turned down`,
    free: 'First one, free',
    approve: 'Accept',
    reject: 'Refuse',
    approved: 'Accepted. The new profile counts.',
    rejected: 'Refused. The energy was given back.',
    dialogTitle: 'Refuse the change of {target}',
    dialogLead: 'They are told. What the rename cost is given back.',
    dialogButton: 'Refuse the change',
    none: 'No profiles to review',
    noneHint: 'New usernames and signatures of members show up here.',
  },
})

export type ProfileReviewsText = (typeof profileReviewsTexts)['en']
