import type { REPLY_KINDS } from '#db/values.ts'

export type ReplyKind = (typeof REPLY_KINDS)[number]

/**
 * Common reasons. Users see them in both languages, because the language of the recipient is
 * unknown.
 */
export interface CannedReason {
  'zh-CN': string
  en: string
}

export const CANNED_REASONS: Record<ReplyKind, readonly CannedReason[]> = {
  post: [
    { 'zh-CN': '广告或推广', en: 'Advertising' },
    { 'zh-CN': '与他人作品重复，请注明来源', en: 'Copied from another source; please credit it' },
    { 'zh-CN': '内容太少或不完整', en: 'Too short or incomplete' },
    { 'zh-CN': '人身攻击或骚扰', en: 'Personal attack or harassment' },
    { 'zh-CN': '泄露他人隐私', en: 'Reveals private information about others' },
    { 'zh-CN': '内容与事实不符', en: 'Inaccurate content' },
    { 'zh-CN': '违反法律法规', en: 'Illegal content' },
  ],
  comment: [
    { 'zh-CN': '广告或推广', en: 'Advertising' },
    { 'zh-CN': '人身攻击或骚扰', en: 'Personal attack or harassment' },
    { 'zh-CN': '泄露他人隐私', en: 'Reveals private information about others' },
    { 'zh-CN': '与文章无关', en: 'Off topic' },
  ],
  user: [
    { 'zh-CN': '反复发布广告', en: 'Repeated advertising' },
    { 'zh-CN': '骚扰其他成员', en: 'Harassing other members' },
    { 'zh-CN': '多次违反社区规则', en: 'Repeated violations of the community rules' },
    { 'zh-CN': '账号疑似被盗用', en: 'The account may be compromised' },
  ],
  profile: [
    { 'zh-CN': '冒充他人或机构', en: 'Impersonates a person or an organisation' },
    { 'zh-CN': '含有广告或联系方式', en: 'Contains advertising or contact details' },
    { 'zh-CN': '含有不当用语', en: 'Contains offensive language' },
  ],
  kept: [
    { 'zh-CN': '没有违反规则', en: 'Does not violate the rules' },
    { 'zh-CN': '属于正常讨论，观点可以不同', en: 'A difference of opinion, not a violation' },
    { 'zh-CN': '作者已经修改', en: 'The author has fixed it' },
    {
      'zh-CN': '如果不想看到对方，可以在对方的空间里拉黑',
      en: 'To stop seeing someone, block them in their space',
    },
  ],
}

/** Notes for reports. Also the default reason of a removal if the admin writes no note. */
export const REPORT_NOTES = {
  spam: { 'zh-CN': '广告或垃圾内容', en: 'Spam' },
  abuse: { 'zh-CN': '人身攻击或骚扰', en: 'Personal attack or harassment' },
  illegal: { 'zh-CN': '违反法律法规', en: 'Illegal content' },
  other: { 'zh-CN': '违反社区规则', en: 'Violates the community rules' },
} as const satisfies Record<string, CannedReason>

/** Saved replies may have one language only. */
export function inBothLanguages({ 'zh-CN': chinese, en }: CannedReason): string {
  return [chinese, en].filter(Boolean).join(' / ')
}
