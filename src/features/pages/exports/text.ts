import { bilingual } from '#kernel/i18n.ts'

export const exportTexts = bilingual({
  'zh-CN': {
    heading: '导出数据',
    lead: '压缩包包含本站保存的你的全部数据、文章（Markdown 和 HTML）和图片，可导入其他 Joule 站点，也可用于 Hugo 等 Markdown 工具。要迁移到 Ghost，请下载 Ghost 版，其中只有文章和图片。',
    start: { zip: '下载压缩包（ZIP）', ghost: '下载 Ghost 版（ZIP）', json: '仅下载数据（JSON）' },
    preparing: { zip: '正在准备压缩包（ZIP）', ghost: '正在准备 Ghost 版压缩包', json: '正在准备数据文件（JSON）' },
    wait: '内容较多，需要几分钟。你可以离开此页面，准备好后会收到通知。',
    refresh: '刷新进度',
    ready: { zip: '压缩包（ZIP）已准备好。', ghost: 'Ghost 版压缩包已准备好。', json: '数据文件（JSON）已准备好。' },
    availableUntil: '文件保留至',
    failed: { zip: '压缩包（ZIP）导出失败。', ghost: 'Ghost 版压缩包导出失败。', json: '数据文件（JSON）导出失败。' },
    retry: '重试',
  },
  en: {
    heading: 'Your data',
    lead: 'The archive contains all data this site stores about you, your posts as Markdown and HTML, and your images. You can import it into another Joule site, Hugo or other Markdown tools. The archive for Ghost contains posts and images only.',
    start: { zip: 'Download archive (ZIP)', ghost: 'Download for Ghost (ZIP)', json: 'Download data only (JSON)' },
    preparing: {
      zip: 'Preparing the archive (ZIP)',
      ghost: 'Preparing the archive for Ghost',
      json: 'Preparing the data file (JSON)',
    },
    wait: 'This takes a few minutes. You can leave this page: a notification tells you when the file is ready.',
    refresh: 'Refresh',
    ready: {
      zip: 'The archive (ZIP) is ready.',
      ghost: 'The archive for Ghost is ready.',
      json: 'The data file (JSON) is ready.',
    },
    availableUntil: 'Available until',
    failed: {
      zip: 'The export of the archive (ZIP) failed.',
      ghost: 'The export for Ghost failed.',
      json: 'The export of the data file (JSON) failed.',
    },
    retry: 'Try again',
  },
})

export type ExportText = (typeof exportTexts)['en']
