import { bilingual } from '#kernel/i18n.ts'

export const followTexts = bilingual({
  'zh-CN': {
    none: '关注',
    follows_me: '回关',
    following: '已关注',
    mutual: '互相关注',
    leave: '取消关注',
    left: '已取消关注。',
    follower: '{followers} 人关注',
    followers: '{followers} 人关注',
  },
  en: {
    none: 'Follow',
    follows_me: 'Follow back',
    following: 'Following',
    mutual: 'Mutual',
    leave: 'Unfollow',
    left: 'You no longer follow this author.',
    follower: '{followers} follower',
    followers: '{followers} followers',
  },
})
