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

export function inBothLanguages({ 'zh-CN': chinese, en }: CannedReason): string {
  return `${chinese} / ${en}`
}
