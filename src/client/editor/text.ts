import { pageLanguage } from '#client/text.ts'
import { bilingual } from '#kernel/i18n.ts'
import { FILE_BYTES_MAX, megabytes } from '#kernel/sizes.ts'

type EditorText = (typeof editorTexts)['en']

export function editorText(): EditorText {
  return editorTexts[pageLanguage()]
}

const editorTexts = bilingual({
  state: {
    untouched: ['', ''],
    saving: ['正在保存…', 'Saving…'],
    saved: [(time: string) => `已保存 ${time}`, (time: string) => `Saved ${time}`],
    kept: ['未保存，改动暂存在这个浏览器里', 'Unsaved changes, stored in this browser'],
    offline: ['已离线，内容暂存在这个浏览器里', 'Offline, stored in this browser'],
    refused: ['保存失败', 'Not saved'],
    conflict: ['保存失败：文章已在别处修改', 'Not saved: changed elsewhere'],
    signedOut: ['保存失败：登录已过期', 'Not saved: session expired'],
    closed: ['保存失败：现在不能编辑', 'Not saved: cannot be edited now'],
    gone: ['保存失败：文章已被删除', 'Not saved: the post was deleted'],
  },
  unkept: [
    '浏览器存储空间不足，离开页面前请先保存。',
    'Browser storage is full. Please save before you leave this page.',
  ],
  conflict: [
    '这篇文章已在其他标签页或设备上修改。你在这里写的内容没有丢失，请选择保留哪个版本：',
    'This post was changed in another tab or on another device. Your text is not lost. Which version do you want to keep?',
  ],
  keepMine: ['保留我的版本', 'Keep my version'],
  loadTheirs: ['载入另一个版本', 'Load the other version'],
  seeTheirs: ['查看另一个版本', 'View the other version'],
  signedOut: [
    '登录已过期。你写的内容已存在这个浏览器里，登录后可以回到这里继续写。',
    'Your session has expired. Your text is stored in this browser. Log in to continue writing.',
  ],
  login: ['去登录', 'Log in'],
  closed: [
    '这篇文章已提交审核或被锁定，现在不能编辑。你写的内容已存在这个浏览器里。',
    'This post has been submitted or locked and cannot be edited now. Your text is stored in this browser.',
  ],
  seeWhy: ['查看状态', 'View status'],
  gone: [
    '这篇文章已在别处删除。你写的内容还在，可以存为新草稿。',
    'This post was deleted elsewhere. Your text is still here. You can save it as a new draft.',
  ],
  saveAsNew: ['存为新草稿', 'Save as new draft'],
  restored: [
    (time: string) => `已恢复你在 ${time} 写的未保存内容。`,
    (time: string) => `Restored your unsaved changes from ${time}.`,
  ],
  discard: ['放弃', 'Discard'],
  discardTitle: ['放弃未保存的内容？', 'Discard unsaved changes?'],
  discardBody: [
    '内容只存在这个浏览器里，放弃后无法恢复。',
    'They are stored only in this browser. This cannot be undone.',
  ],
  offered: [
    (title: string, time: string) => `这个浏览器里有未保存的内容：《${title}》，写于 ${time}。`,
    (title: string, time: string) =>
      `This browser has unsaved changes: “${title}”, written at ${time}.`,
  ],
  openIt: ['打开', 'Open'],
  untitled: ['无标题', 'Untitled'],
  submitted: ['已提交，等待审核。', 'Submitted for review.'],
  submittedForLater: [
    (time: string) => `已提交审核。若在 ${time} 前通过，将在该时间发布。`,
    (time: string) => `Submitted for review. If approved by ${time}, it is published then.`,
  ],
  published: ['已发布，所有人都能看到了。', 'Published. Everyone can read it now.'],
  publishLater: [
    '无法连接服务器，文章还没有发布。内容已存在这个浏览器里，恢复连接后可以在这里继续发布。',
    'The server cannot be reached, so your post is not published yet. It is stored in this browser. Once you are back online, you can publish it here.',
  ],
  backOnline: [
    '网络已恢复，可以继续发布这篇文章了。',
    'You are back online. You can publish your post now.',
  ],
  publishNow: ['现在发布', 'Publish now'],
  yourZone: [(zone: string) => `你的时区：${zone}。`, (zone: string) => `Your time zone: ${zone}.`],
  siteTime: [(time: string) => `北京时间 ${time}。`, (time: string) => `Shanghai time: ${time}.`],
  scheduled: [
    (time: string) => `已定于 ${time} 发布。`,
    (time: string) => `Scheduled for ${time}.`,
  ],
  unscheduled: ['已取消定时发布，文章仍是草稿。', 'Schedule removed. The post is still a draft.'],
  changesLive: ['修改已生效。', 'Your changes are live.'],
  draftSaved: ['已保存为草稿。', 'Saved as a draft.'],
  stillUploading: ['图片还在上传，请稍候。', 'Images are still uploading. Please wait.'],
  schedule: ['定时', 'Schedule'],
  letterAt: [
    (count: number, time: string) => `${count} 位订阅者会在 ${time} 左右收到邮件`,
    (count: number, time: string) =>
      count === 1
        ? `1 subscriber gets a letter at about ${time}`
        : `${count} subscribers get a letter at about ${time}`,
  ],
  required: ['请填写这一项。', 'Please fill this in.'],
  bodyRequired: ['正文还是空的。请先写点内容。', 'The text is empty. Write something first.'],
  words: [
    (words: string, minutes: number) => `${words} 字 · 读完约 ${minutes} 分钟`,
    (words: string, minutes: number) =>
      `${words} ${words === '1' ? 'word' : 'words'} · ${minutes} min read`,
  ],
  noWords: ['0 字', '0 words'],
  linkInvalid: [
    '请填写网页地址、邮箱，或以 / 开头的站内路径。',
    'Enter a URL, an e-mail address, or a path on this site that starts with /.',
  ],
  markdownSource: ['Markdown 源码', 'Markdown source'],
  found: [
    (number: number, count: number) => {
      if (count === 0) return '没有找到'
      return number === 0 ? `共 ${count} 处` : `第 ${number} 处，共 ${count} 处`
    },
    (number: number, count: number) => {
      if (count === 0) return 'No matches'
      return number === 0
        ? `${count} ${count === 1 ? 'match' : 'matches'}`
        : `${number} of ${count}`
    },
  ],
  replaced: [
    (count: number) => `已替换 ${count} 处`,
    (count: number) => (count === 1 ? 'One match replaced' : `${count} matches replaced`),
  ],
  footnote: ['脚注', 'Footnote'],
  footnotePlaceholder: ['写下注释，例如来源或补充说明', 'A source or a remark'],
  formulaTooLong: [
    (max: number) => `一个公式最多 ${max} 个字符。`,
    (max: number) => `Use at most ${max} characters for a formula.`,
  ],
  caption: ['图片说明', 'Caption'],
  summary: ['折叠标题', 'Title of the toggle'],
  notAnEmbed: [
    '这个地址不能嵌入。支持 YouTube、Bilibili、CodePen、GitHub、Spotify 等网站的页面链接。',
    'This address cannot be embedded. Use a link to a page of YouTube, Bilibili, CodePen, GitHub, Spotify or the like.',
  ],
  embedTitle: ['标题（选填）', 'Title (optional)'],
  noTemplates: [
    '还没有模板。给草稿加上标签“模板”，就能在这里插入。',
    'No templates yet. Add the tag “template” to a draft to insert it from here.',
  ],
  noImageAbove: [
    '上方没有可以并排的图片，一行最多三张。',
    'There is no image directly above, or there are three already.',
  ],
  notAnImage: [
    '这个文件无法作为图片打开，请换一张 JPG、PNG、WebP 或 GIF。',
    'This file is not a readable image. Please choose a JPG, PNG, WebP or GIF.',
  ],
  gifTooLarge: [
    `动图太大了，最大 ${megabytes(FILE_BYTES_MAX)}。`,
    `This GIF is too large. The maximum is ${megabytes(FILE_BYTES_MAX)}.`,
  ],
  removeTag: [(tag: string) => `移除标签 ${tag}`, (tag: string) => `Remove tag ${tag}`],
  tagCount: [
    (count: number) => `${count} 篇`,
    (count: number) => (count === 1 ? '1 post' : `${count} posts`),
  ],
  task: [
    (text: string) => (text ? `完成：${text}` : '完成'),
    (text: string) => (text ? `Done: ${text}` : 'Done'),
  ],
  imagesLost: [
    (count: number) =>
      `${count} 张图片没有粘贴成功，因为文件在你的电脑里。请把图片拖进来，或使用工具栏的“图片”。`,
    (count: number) =>
      count === 1
        ? '1 image could not be pasted because it is a file on your computer. Drop the file here, or use “Image” above.'
        : `${count} images could not be pasted because they are files on your computer. Drop the files here, or use “Image” above.`,
  ],
  pasted: [
    '已按 Markdown 排版。撤销可恢复为纯文本。',
    'Formatted as Markdown. Undo restores the plain text.',
  ],
})
