/** Reasons admins give again and again. Each is told in both languages: nobody knows which one its reader speaks. */
export interface CannedReason {
  'zh-CN': string
  en: string
}

export const POST_REASONS: readonly CannedReason[] = [
  { 'zh-CN': '广告或推广', en: 'Advertising' },
  { 'zh-CN': '与他人作品重复，请注明来源', en: 'Copied from elsewhere; please name the source' },
  { 'zh-CN': '内容太少或不完整', en: 'Too short or unfinished' },
  { 'zh-CN': '人身攻击或骚扰', en: 'Attacks or harasses somebody' },
  { 'zh-CN': '泄露他人隐私', en: 'Reveals private details of others' },
  { 'zh-CN': '内容与事实不符', en: 'Not true' },
  { 'zh-CN': '违反法律法规', en: 'Against the law' },
]

export const COMMENT_REASONS: readonly CannedReason[] = [
  { 'zh-CN': '广告或推广', en: 'Advertising' },
  { 'zh-CN': '人身攻击或骚扰', en: 'Attacks or harasses somebody' },
  { 'zh-CN': '泄露他人隐私', en: 'Reveals private details of others' },
  { 'zh-CN': '与文章无关', en: 'Off topic' },
]

export const BAN_REASONS: readonly CannedReason[] = [
  { 'zh-CN': '反复发布广告', en: 'Repeated advertising' },
  { 'zh-CN': '骚扰其他成员', en: 'Harassing other members' },
  { 'zh-CN': '多次违反社区规则', en: 'Repeatedly breaking the rules' },
  { 'zh-CN': '账号疑似被盗用', en: 'The account seems to be in other hands' },
]

export const PROFILE_REASONS: readonly CannedReason[] = [
  { 'zh-CN': '冒充他人或机构', en: 'Pretends to be somebody else' },
  { 'zh-CN': '含有广告或联系方式', en: 'Holds advertising or contact details' },
  { 'zh-CN': '含有不当用语', en: 'Holds words that offend' },
]

/** For reports. Each is also what a thing is removed for where the admin writes no note of their own. */
export const REPORT_NOTES = {
  spam: { 'zh-CN': '广告或垃圾内容', en: 'Spam' },
  abuse: { 'zh-CN': '人身攻击或骚扰', en: 'Attacks or harasses somebody' },
  illegal: { 'zh-CN': '违反法律法规', en: 'Against the law' },
  other: { 'zh-CN': '违反社区规则', en: 'Against the rules of the site' },
} as const satisfies Record<string, CannedReason>

export const KEPT_NOTES: readonly CannedReason[] = [
  { 'zh-CN': '没有违反规则', en: 'It breaks no rule' },
  { 'zh-CN': '可以不同意，但这是正常的讨论', en: 'One may disagree, but this is a discussion' },
  { 'zh-CN': '作者已经修改', en: 'The author has mended it' },
  { 'zh-CN': '不想看到对方，可以在对方的空间里拉黑', en: 'To see no more of somebody, block them in their space' },
]

export function inBothLanguages({ 'zh-CN': chinese, en }: CannedReason): string {
  return `${chinese} / ${en}`
}
