import { bilingual } from '#kernel/i18n.ts'

export const favoriteTexts = bilingual({
  'zh-CN': {
    favorite: '收藏',
    saved: '已收藏到默认收藏夹。',
    removed: '已取消收藏。',
    folders: '选择收藏夹',
    loading: '正在读取收藏夹…',
    none: '还没有收藏夹。点“收藏”会放进默认收藏夹，也可以新建一个。',
    newFolder: '新建收藏夹',
    create: '添加',
    private: '私密',
  },
  en: {
    favorite: 'Save',
    saved: 'Saved to your default folder.',
    removed: 'No longer saved.',
    folders: 'Choose folders',
    loading: 'Looking for your folders…',
    none: 'You have no folders yet. Saving puts the post into a default one, or make one here.',
    newFolder: 'New folder',
    create: 'Add',
    private: 'private',
  },
})
