import type { Note } from '#client/import/draft-of.ts'
import { pageLanguage } from '#client/text.ts'
import { LIMITS } from '#import/import-error.ts'
import { bilingual } from '#kernel/i18n.ts'

type ImportText = (typeof texts)['en']

export function importText(): ImportText {
  return texts[pageLanguage()]
}

export function numbered(count: number): string {
  return count.toLocaleString(pageLanguage())
}

const counted = (count: number, unit: string) =>
  `${numbered(count)} ${unit}${count === 1 ? '' : 's'}`

const MB = 1024 * 1024

const texts = bilingual({
  problem: {
    unknown_format: [
      '无法识别这个文件。请选择下方列出的导出文件。',
      'This file is not recognised. Choose an export file from the list below.',
    ],
    not_a_zip: [
      '这个文件不是有效的 ZIP，可能没有下载完整。',
      'This file is not a valid ZIP file. The download may be incomplete.',
    ],
    encrypted_zip: [
      '这个 ZIP 设有密码。请解压后重新打包，不要加密。',
      'This ZIP file has a password. Unpack it and create a ZIP file without a password.',
    ],
    unsafe_name: [
      'ZIP 中有不安全的文件路径，无法读取。',
      'The ZIP file contains an unsafe file path and cannot be read.',
    ],
    file_too_large: [
      `文件太大了，最大 ${LIMITS.file / MB} MB。`,
      `The file is too large. The maximum is ${LIMITS.file / MB} MB.`,
    ],
    too_many_files: [
      `文件数量太多，最多 ${LIMITS.files.toLocaleString()} 个。`,
      `There are too many files. The maximum is ${LIMITS.files.toLocaleString('en')}.`,
    ],
    too_many_items: [
      `文章太多，一次最多 ${LIMITS.items.toLocaleString()} 篇。请分成几个文件导入。`,
      `There are too many posts. The maximum is ${LIMITS.items.toLocaleString('en')} at a time. Split the file.`,
    ],
    unpacks_too_large: [
      `解压后的内容太大，最多 ${LIMITS.unpacked / MB} MB。`,
      `The unpacked content is too large. The maximum is ${LIMITS.unpacked / MB} MB.`,
    ],
    not_utf8: [
      '文件不是 UTF-8 编码，请转换后再试。',
      'The file is not UTF-8. Convert it and try again.',
    ],
    invalid_json: [
      'JSON 文件有错误，可能没有下载完整。',
      'The JSON file contains an error. The download may be incomplete.',
    ],
    invalid_xml: [
      'XML 文件有错误，可能没有下载完整。',
      'The XML file contains an error. The download may be incomplete.',
    ],
    invalid_dump: [
      '数据库备份有错误，可能没有下载完整。',
      'The database backup contains an error. The download may be incomplete.',
    ],
  },
  inFile: [(file: string) => `（${file}）`, (file: string) => ` (${file})`],
  unreadable: [
    '浏览器无法再读取这个文件。它可能已被移动或修改，请重新选择。',
    'The browser can no longer read this file. It may have been moved or changed. Choose it again.',
  ],
  noItems: ['文件里没有文章。', 'The file contains no posts.'],
  lookupFailed: [
    (message: string) => `无法查询已导入的文章：${message}`,
    (message: string) => `Could not check which posts were imported before: ${message}`,
  ],
  found: [
    (count: number) => `已找到 ${numbered(count)} 篇文章`,
    (count: number) => `Found ${counted(count, 'post')}`,
  ],
  lookingUp: [
    (done: number, count: number) =>
      `正在检查哪些已经导入过：${numbered(done)} / ${numbered(count)}`,
    (done: number, count: number) =>
      `Checking which posts were imported before: ${numbered(done)} of ${numbered(count)}`,
  ],
  format: {
    joule: ['Joule 导出', 'Joule export'],
    ghost: ['Ghost 导出', 'Ghost export'],
    wordpress: ['WordPress 导出', 'WordPress export'],
    devto: ['DEV（Forem）导出', 'DEV (Forem) export'],
    medium: ['Medium 导出', 'Medium export'],
    substack: ['Substack 导出', 'Substack export'],
    discourse: ['Discourse 备份', 'Discourse backup'],
    markdown: ['Markdown', 'Markdown'],
  },
  about: [
    (format: string, file: string, count: number) =>
      `${format} · ${file} · ${numbered(count)} 篇文章`,
    (format: string, file: string, count: number) =>
      `${format} · ${file} · ${counted(count, 'post')}`,
  ],
  folder: ['文件夹', 'folder'],
  all: ['全部', 'All'],
  status: {
    new: ['新文章', 'New'],
    changed: ['有更新', 'Changed'],
    imported: ['已导入', 'Imported'],
    refused: ['无法导入', 'Refused'],
  },
  changedDraft: [
    '原文在导入后有修改。选中后会覆盖草稿。',
    'The original changed after the import. Select it to overwrite the draft.',
  ],
  changedPublished: [
    '原文在导入后有修改，但这里的文章已不是草稿，不会被覆盖。',
    'The original changed after the import. Your post is no longer a draft and stays as it is.',
  ],
  inBin: ['在回收站中，可以到“内容管理”恢复。', 'In the bin. You can restore it under Content.'],
  refusal: {
    empty: ['没有内容', 'No content'],
    too_long: ['正文太长', 'Too long'],
    not_a_post: ['不是文章', 'Not a post'],
    unreadable: ['内容无法读取', 'Not readable'],
    duplicate_key: ['与文件中另一篇重复', 'Same as another post in the file'],
    protected: ['受密码保护', 'Password-protected'],
    too_many_images: ['图片太多', 'Too many images'],
    too_many_html_tags: ['HTML 标签太多', 'Too many HTML tags'],
  },
  note: {
    embed: ['嵌入内容', 'Embed'],
    video: ['视频', 'Video'],
    audio: ['音频', 'Audio'],
    form: ['表单', 'Form'],
    shortcode: ['短代码', 'Shortcode'],
    script: ['脚本', 'Script'],
    html: ['不支持的 HTML', 'Unsupported HTML'],
    image: ['缺失的图片', 'Missing image'],
    comments: ['评论', 'Comments'],
    tags: ['标签', 'Tags'],
    original: ['原文地址不是 https，不会链接', 'No link to the original: its address is not https'],
  },
  notes: [
    (count: number) => `${count} 项无法保留`,
    (count: number) => `${counted(count, 'thing')} cannot be kept`,
  ],
  detailed: [
    (name: string, detail: string) => `${name}：${detail}`,
    (name: string, detail: string) => `${name}: ${detail}`,
  ],
  untitled: ['无标题', 'Untitled'],
  select: [(title: string) => `选择：${title}`, (title: string) => `Select: ${title}`],
  images: [
    (inFile: number, onWeb: number) =>
      [inFile > 0 && `文件内 ${inFile}`, onWeb > 0 && `网络 ${onWeb}`].filter(Boolean).join('，') ||
      '无',
    (inFile: number, onWeb: number) =>
      [inFile > 0 && `${inFile} in the file`, onWeb > 0 && `${onWeb} on the web`]
        .filter(Boolean)
        .join(', ') || 'None',
  ],
  page: [
    (page: number, pages: number) => `第 ${numbered(page)} / ${numbered(pages)} 页`,
    (page: number, pages: number) => `Page ${numbered(page)} of ${numbered(pages)}`,
  ],
  previous: ['上一页', 'Previous'],
  next: ['下一页', 'Next'],
  selected: [
    (count: number) => `已选 ${numbered(count)} 篇`,
    (count: number) => `${numbered(count)} selected`,
  ],
  start: [
    (count: number) => `导入 ${numbered(count)} 篇`,
    (count: number) => `Import ${counted(count, 'post')}`,
  ],
  startNone: ['导入', 'Import'],
  otherTab: [
    '另一个标签页正在导入，请等它完成或先结束它。',
    'An import is running in another tab. Wait until it is finished, or end it there.',
  ],
  running: ['正在导入', 'Importing'],
  ended: ['导入完成', 'Import finished'],
  endedEarly: ['导入已结束', 'Import ended'],
  outcome: {
    created: ['已导入', 'Imported'],
    updated: ['已更新', 'Updated'],
    skipped: ['已存在', 'Already there'],
    failed: ['失败', 'Failed'],
  },
  left: ['剩余', 'Left'],
  current: [(title: string) => `正在导入：${title}`, (title: string) => `Now importing: ${title}`],
  state: {
    paused: ['已暂停。', 'Paused.'],
    waiting: [
      (seconds: number) => `上传太快，服务器要求等待 ${seconds} 秒，之后会自动继续。`,
      (seconds: number) =>
        `The server limits uploads. The import continues in ${counted(seconds, 'second')}.`,
    ],
    offline: [
      '网络已断开，恢复后会自动继续。',
      'You are offline. The import continues when the connection is back.',
    ],
    signedOut: [
      '登录已过期。请在新标签页中登录，然后回到这里点“继续”。',
      'Your session has ended. Log in in a new tab, then come back and press “Resume”.',
    ],
  },
  signedOutReading: [
    '登录已过期。请登录后重新选择文件。',
    'Your session has ended. Log in and choose the file again.',
  ],
  login: ['登录', 'Log in'],
  summary: [
    (created: number, updated: number) =>
      updated === 0
        ? `已创建 ${numbered(created)} 篇草稿。`
        : `已创建 ${numbered(created)} 篇草稿，更新 ${numbered(updated)} 篇。`,
    (created: number, updated: number) => {
      const drafts = `${counted(created, 'draft')} created`
      return updated === 0 ? `${drafts}.` : `${drafts}, ${numbered(updated)} updated.`
    },
  ],
  interrupted: [
    (count: number) => `还有 ${numbered(count)} 篇没有导入。重新选择同一个文件就能接着导入。`,
    (count: number) =>
      `Not imported: ${counted(count, 'post')}. Choose the same file again to continue.`,
  ],
  publishing: ['正在发布', 'Publishing'],
  publishingEnded: ['发布完成', 'Publishing finished'],
  publishedSummary: [
    (published: number, pending: number) =>
      pending === 0
        ? `已发布 ${numbered(published)} 篇。`
        : `已发布 ${numbered(published)} 篇，提交审核 ${numbered(pending)} 篇。`,
    (published: number, pending: number) => {
      const posts = `${counted(published, 'post')} published`
      return pending === 0 ? `${posts}.` : `${posts}, ${numbered(pending)} submitted for review.`
    },
  ],
  stillDrafts: [
    (count: number) => `${numbered(count)} 篇仍是草稿：内容不完整、链接过多，或没有处理到。`,
    (count: number) =>
      `${counted(count, 'post')} still ${count === 1 ? 'a draft' : 'drafts'}: incomplete, too many links, or not reached.`,
  ],
  toDo: {
    images: ['有缺失的图片', 'with missing images'],
    tags: ['没有标签', 'without tags'],
    titles: ['没有标题，无法发布', 'without a title, so they cannot be published'],
    losses: ['有无法保留的内容', 'with content that could not be kept'],
    failed: ['没有导入', 'not imported'],
  },
  toDoLine: [
    (what: string, posts: number) => `${numbered(posts)} 篇${what}`,
    (what: string, posts: number) => `${counted(posts, 'post')} ${what}`,
  ],
  imagesLost: [
    (count: number) => `${count} 张图片缺失`,
    (count: number) => `${counted(count, 'missing image')}`,
  ],
  lost: {
    missing: ['缺失的图片：文件中没有', 'missing image: not in the file'],
    not_fetched: [
      '原网站不允许读取，或图片已不存在',
      'the other site does not allow it, or the image is gone',
    ],
    too_large: ['图片太大', 'too large'],
    unsupported: ['不支持的图片格式', 'unsupported image format'],
    refused: ['服务器拒绝了这张图片', 'refused by the server'],
  },
  stillLinked: ['仍链接到原网站', 'still linked to the other site'],
  moreIssues: [
    (count: number) => `另有 ${numbered(count)} 篇，详见报告。`,
    (count: number) => `${numbered(count)} more in the report.`,
  ],
  report: {
    title: ['标题', 'Title'],
    key: ['来源标识', 'Source key'],
    result: ['结果', 'Result'],
    draft: ['草稿链接', 'Draft'],
    reason: ['原因', 'Reason'],
    images: ['缺失的图片', 'Missing images'],
    notes: ['未保留的内容', 'Not kept'],
    notSelected: ['未选择', 'Not selected'],
    notReached: ['未导入', 'Not imported'],
  },
})

export function sized(bytes: number): string {
  const kilobytes = bytes / 1024
  const shown = kilobytes.toLocaleString(pageLanguage(), {
    maximumFractionDigits: kilobytes < 10 ? 1 : 0,
  })
  return `${shown} KB`
}

/** A day in the time zone of the browser. */
export function dated(moment: string): string {
  return new Intl.DateTimeFormat(pageLanguage(), { dateStyle: 'medium' }).format(new Date(moment))
}

export function noteText({ kind, count, detail }: Note): string {
  const text = importText()
  const name = count > 1 ? `${text.note[kind]} × ${count}` : text.note[kind]
  return detail === undefined ? name : text.detailed(name, detail)
}
