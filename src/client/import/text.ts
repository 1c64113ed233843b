import type { Note } from '#client/import/draft-of.ts'
import { pageLanguage } from '#client/text.ts'
import { LIMITS } from '#import/import-error.ts'
import { bilingual } from '#kernel/i18n.ts'

export function importText() {
  return texts[pageLanguage()]
}

export function numbered(count: number): string {
  return count.toLocaleString(pageLanguage())
}

const counted = (count: number, unit: string) => `${numbered(count)} ${unit}${count === 1 ? '' : 's'}`

const MB = 1024 * 1024

const texts = bilingual({
  'zh-CN': {
    problem: {
      unknown_format: '无法识别这个文件。请选择下方列出的导出文件。',
      not_a_zip: '这个文件不是有效的 ZIP，可能没有下载完整。',
      encrypted_zip: '这个 ZIP 设有密码。请解压后重新打包，不要加密。',
      unsafe_name: 'ZIP 中有不安全的文件路径，无法读取。',
      file_too_large: `文件太大了，最大 ${LIMITS.file / MB} MB。`,
      too_many_files: `文件数量太多，最多 ${LIMITS.files.toLocaleString()} 个。`,
      too_many_items: `文章太多，一次最多 ${LIMITS.items.toLocaleString()} 篇。请分成几个文件导入。`,
      unpacks_too_large: `解压后的内容太大，最多 ${LIMITS.unpacked / MB} MB。`,
      not_utf8: '文件不是 UTF-8 编码，请转换后再试。',
      invalid_json: 'JSON 文件有错误，可能没有下载完整。',
      invalid_xml: 'XML 文件有错误，可能没有下载完整。',
      invalid_dump: '数据库备份有错误，可能没有下载完整。',
    },
    inFile: (file: string) => `（${file}）`,
    unreadable: '浏览器无法再读取这个文件。它可能已被移动或修改，请重新选择。',
    noItems: '文件里没有文章。',
    lookupFailed: (message: string) => `无法查询已导入的文章：${message}`,
    found: (count: number) => `已找到 ${numbered(count)} 篇文章`,
    lookingUp: (done: number, count: number) => `正在检查哪些已经导入过：${numbered(done)} / ${numbered(count)}`,
    format: {
      joule: 'Joule 导出',
      ghost: 'Ghost 导出',
      wordpress: 'WordPress 导出',
      devto: 'DEV（Forem）导出',
      medium: 'Medium 导出',
      substack: 'Substack 导出',
      discourse: 'Discourse 备份',
      markdown: 'Markdown',
    },
    about: (format: string, file: string, count: number) => `${format} · ${file} · ${numbered(count)} 篇文章`,
    folder: '文件夹',
    filter: { all: '全部', new: '新文章', changed: '有更新', imported: '已导入', refused: '无法导入' },
    status: { new: '新文章', changed: '有更新', imported: '已导入', refused: '无法导入' },
    changedDraft: '原文在导入后有修改。选中后会覆盖草稿。',
    changedPublished: '原文在导入后有修改，但这里的文章已不是草稿，不会被覆盖。',
    inBin: '在回收站中，可以到“内容管理”恢复。',
    refusal: {
      empty: '没有内容',
      too_long: '正文太长',
      not_a_post: '不是文章',
      unreadable: '内容无法读取',
      duplicate_key: '与文件中另一篇重复',
      protected: '受密码保护',
      too_many_images: '图片太多',
    },
    note: {
      embed: '嵌入内容',
      video: '视频',
      audio: '音频',
      form: '表单',
      gallery: '图集',
      shortcode: '短代码',
      script: '脚本',
      html: '不支持的 HTML',
      comments: '评论',
      tags: '标签',
      original: '原文地址不是 https，不会链接',
    },
    notes: (count: number) => `${count} 项无法保留`,
    times: (name: string, count: number) => (count > 1 ? `${name} × ${count}` : name),
    detailed: (name: string, detail: string) => `${name}：${detail}`,
    untitled: '无标题',
    select: (title: string) => `选择：${title}`,
    openDraft: '打开',
    images: (inFile: number, onWeb: number) =>
      [inFile > 0 && `文件内 ${inFile}`, onWeb > 0 && `网络 ${onWeb}`].filter(Boolean).join('，') || '无',
    page: (page: number, pages: number) => `第 ${numbered(page)} / ${numbered(pages)} 页`,
    previous: '上一页',
    next: '下一页',
    selected: (count: number) => `已选 ${numbered(count)} 篇`,
    start: (count: number) => `导入 ${numbered(count)} 篇`,
    startNone: '导入',
    otherTab: '另一个标签页正在导入，请等它完成或先结束它。',
    running: '正在导入',
    ended: '导入完成',
    endedEarly: '导入已结束',
    outcome: { created: '已导入', updated: '已更新', skipped: '已存在', failed: '失败' },
    left: '剩余',
    current: (title: string) => `正在导入：${title}`,
    state: {
      paused: '已暂停。',
      waiting: (seconds: number) => `上传太快，服务器要求等待 ${seconds} 秒，之后会自动继续。`,
      offline: '网络已断开，恢复后会自动继续。',
      signedOut: '登录已过期。请在新标签页中登录，然后回到这里点“继续”。',
    },
    signedOutReading: '登录已过期。请登录后重新选择文件。',
    login: '登录',
    summary: (created: number, updated: number) =>
      updated === 0
        ? `已创建 ${numbered(created)} 篇草稿。`
        : `已创建 ${numbered(created)} 篇草稿，更新 ${numbered(updated)} 篇。`,
    interrupted: (count: number) => `还有 ${numbered(count)} 篇没有导入。重新选择同一个文件就能接着导入。`,
    imagesLost: (count: number) => `${count} 张图片没有上传`,
    lost: {
      missing: '文件中没有这张图片',
      not_fetched: '原网站不允许读取，或图片已不存在',
      too_large: '图片太大',
      unsupported: '不支持的图片格式',
      refused: '服务器拒绝了这张图片',
    },
    stillLinked: '仍链接到原网站',
    moreIssues: (count: number) => `另有 ${numbered(count)} 篇，详见报告。`,
    report: {
      file: 'joule-import',
      title: '标题',
      key: '来源标识',
      result: '结果',
      draft: '草稿链接',
      reason: '原因',
      images: '未上传的图片',
      notes: '未保留的内容',
      notSelected: '未选择',
      notReached: '未导入',
    },
  },
  en: {
    problem: {
      unknown_format: 'This file is not recognised. Choose an export file from the list below.',
      not_a_zip: 'This file is not a valid ZIP file. The download may be incomplete.',
      encrypted_zip: 'This ZIP file has a password. Unpack it and create a ZIP file without a password.',
      unsafe_name: 'The ZIP file contains an unsafe file path and cannot be read.',
      file_too_large: `The file is too large. The maximum is ${LIMITS.file / MB} MB.`,
      too_many_files: `There are too many files. The maximum is ${LIMITS.files.toLocaleString('en')}.`,
      too_many_items: `There are too many posts. The maximum is ${LIMITS.items.toLocaleString('en')} at a time. Split the file.`,
      unpacks_too_large: `The unpacked content is too large. The maximum is ${LIMITS.unpacked / MB} MB.`,
      not_utf8: 'The file is not UTF-8. Convert it and try again.',
      invalid_json: 'The JSON file contains an error. The download may be incomplete.',
      invalid_xml: 'The XML file contains an error. The download may be incomplete.',
      invalid_dump: 'The database backup contains an error. The download may be incomplete.',
    },
    inFile: (file: string) => ` (${file})`,
    unreadable: 'The browser can no longer read this file. It may have been moved or changed. Choose it again.',
    noItems: 'The file contains no posts.',
    lookupFailed: (message: string) => `Could not check which posts were imported before: ${message}`,
    found: (count: number) => `Found ${counted(count, 'post')}`,
    lookingUp: (done: number, count: number) =>
      `Checking which posts were imported before: ${numbered(done)} of ${numbered(count)}`,
    format: {
      joule: 'Joule export',
      ghost: 'Ghost export',
      wordpress: 'WordPress export',
      devto: 'DEV (Forem) export',
      medium: 'Medium export',
      substack: 'Substack export',
      discourse: 'Discourse backup',
      markdown: 'Markdown',
    },
    about: (format: string, file: string, count: number) => `${format} · ${file} · ${counted(count, 'post')}`,
    folder: 'folder',
    filter: { all: 'All', new: 'New', changed: 'Changed', imported: 'Imported', refused: 'Refused' },
    status: { new: 'New', changed: 'Changed', imported: 'Imported', refused: 'Refused' },
    changedDraft: 'The original changed after the import. Select it to overwrite the draft.',
    changedPublished: 'The original changed after the import. Your post is no longer a draft and stays as it is.',
    inBin: 'In the bin. You can restore it under Content.',
    refusal: {
      empty: 'No content',
      too_long: 'Too long',
      not_a_post: 'Not a post',
      unreadable: 'Not readable',
      duplicate_key: 'Same as another post in the file',
      protected: 'Password-protected',
      too_many_images: 'Too many images',
    },
    note: {
      embed: 'Embed',
      video: 'Video',
      audio: 'Audio',
      form: 'Form',
      gallery: 'Gallery',
      shortcode: 'Shortcode',
      script: 'Script',
      html: 'Unsupported HTML',
      comments: 'Comments',
      tags: 'Tags',
      original: 'No link to the original: its address is not https',
    },
    notes: (count: number) => `${counted(count, 'thing')} cannot be kept`,
    times: (name: string, count: number) => (count > 1 ? `${name} × ${count}` : name),
    detailed: (name: string, detail: string) => `${name}: ${detail}`,
    untitled: 'Untitled',
    select: (title: string) => `Select: ${title}`,
    openDraft: 'Open',
    images: (inFile: number, onWeb: number) =>
      [inFile > 0 && `${inFile} in the file`, onWeb > 0 && `${onWeb} on the web`].filter(Boolean).join(', ') || 'None',
    page: (page: number, pages: number) => `Page ${numbered(page)} of ${numbered(pages)}`,
    previous: 'Previous',
    next: 'Next',
    selected: (count: number) => `${numbered(count)} selected`,
    start: (count: number) => `Import ${counted(count, 'post')}`,
    startNone: 'Import',
    otherTab: 'An import is running in another tab. Wait until it is finished, or end it there.',
    running: 'Importing',
    ended: 'Import finished',
    endedEarly: 'Import ended',
    outcome: { created: 'Imported', updated: 'Updated', skipped: 'Already there', failed: 'Failed' },
    left: 'Left',
    current: (title: string) => `Now importing: ${title}`,
    state: {
      paused: 'Paused.',
      waiting: (seconds: number) => `The server limits uploads. The import continues in ${counted(seconds, 'second')}.`,
      offline: 'You are offline. The import continues when the connection is back.',
      signedOut: 'Your session has ended. Log in in a new tab, then come back and press “Resume”.',
    },
    signedOutReading: 'Your session has ended. Log in and choose the file again.',
    login: 'Log in',
    summary: (created: number, updated: number) => {
      const drafts = `${counted(created, 'draft')} created`
      return updated === 0 ? `${drafts}.` : `${drafts}, ${numbered(updated)} updated.`
    },
    interrupted: (count: number) => `Not imported: ${counted(count, 'post')}. Choose the same file again to continue.`,
    imagesLost: (count: number) => `${counted(count, 'image')} not uploaded`,
    lost: {
      missing: 'not in the file',
      not_fetched: 'the other site does not allow it, or the image is gone',
      too_large: 'too large',
      unsupported: 'unsupported image format',
      refused: 'refused by the server',
    },
    stillLinked: 'still linked to the other site',
    moreIssues: (count: number) => `${numbered(count)} more in the report.`,
    report: {
      file: 'joule-import',
      title: 'Title',
      key: 'Source key',
      result: 'Result',
      draft: 'Draft',
      reason: 'Reason',
      images: 'Images not uploaded',
      notes: 'Not kept',
      notSelected: 'Not selected',
      notReached: 'Not imported',
    },
  },
})

export function sized(bytes: number): string {
  const kilobytes = bytes / 1024
  const shown = kilobytes.toLocaleString(pageLanguage(), { maximumFractionDigits: kilobytes < 10 ? 1 : 0 })
  return `${shown} KB`
}

/** A day in the time zone of the browser. */
export function dated(moment: string): string {
  return new Intl.DateTimeFormat(pageLanguage(), { dateStyle: 'medium' }).format(new Date(moment))
}

export function noteText({ kind, count, detail }: Note): string {
  const text = importText()
  const name = text.times(text.note[kind], count)
  return detail === undefined ? name : text.detailed(name, detail)
}
