import { COPY_DAYS } from '#features/community/reports/report.ts'
import { EXPORT_LIFE } from '#features/pages/exports/job.ts'
import { TOPIC_NAMES, type Topic } from '#features/pages/help/topic-names.ts'
import { readingTopics } from '#features/pages/help/topics-reading.ts'
import { textTopics } from '#features/pages/help/topics-writing.ts'
import { REVIEWED_POSTS } from '#features/publishing/content-rules/needs-review.ts'
import { DELETE_POST_COST } from '#features/publishing/posts/bin.ts'
import { BIN_DAYS } from '#features/publishing/posts/post.ts'
import { REVISIONS_MAX } from '#features/publishing/revisions/revision-rows.ts'
import { AHEAD_MAX } from '#features/publishing/schedule/schedule.ts'
import { LIMITS } from '#import/import-error.ts'
import { HOUR } from '#kernel/clock.ts'
import { bilingual, type Language } from '#kernel/i18n.ts'
import { REPORTS_A_DAY } from '#kernel/rate-limits.ts'

const EXPORT_HOURS = EXPORT_LIFE / HOUR
const IMPORT_MB = LIMITS.file / 1024 / 1024

/** The routes load these texts when a page of the help is asked for. */
export const topicTexts = bilingual({
  ...readingTopics,
  ...textTopics,
  writing: {
    title: ['写文章', 'Writing a post'],
    lead: [
      '从草稿到发布，以及之后的修改。',
      'From a draft to a published post, and what you can change later.',
    ],
    link: ['写文章', 'Write a post'],
    parts: {
      start: {
        heading: ['谁可以发布', 'Who can publish'],
        text: [
          '升到 Lv1 后可以发布：设置用户名、上传头像或写一句签名，完成任意一项即可。在此之前也可以写，内容保存在你的浏览器里。',
          'You can publish from Lv1. To reach it, choose a username, upload an avatar or write a signature: one of them is enough. You can write before that. The text is then kept in your browser.',
        ],
      },
      saving: {
        heading: ['保存', 'Saving'],
        text: [
          `草稿会自动保存。已发布的文章不会自动保存：在你点击“保存修改”之前，改动只存在于此浏览器中。“历史版本”保留最近 ${REVISIONS_MAX} 个版本，可以对比和恢复。`,
          `Drafts are saved automatically. Changes to a published post are not saved automatically. They stay in this browser until you press “Save changes”. The history keeps the last ${REVISIONS_MAX} versions, which you can compare and restore.`,
        ],
      },
      text: {
        heading: ['正文', 'Text'],
        text: [
          '输入“/”可以插入表格、公式、脚注、提示框等。支持 Markdown 快捷输入，粘贴的 Markdown 会自动排版。给草稿加上标签“模板”，就能在别的文章里插入它的内容。图片可以拖进来或粘贴；请为看不到图片的读者写一句描述。键盘快捷键按“?”查看。',
          'Type “/” to insert tables, formulas, footnotes, callouts and more. Markdown shortcuts work, and pasted Markdown is formatted. A draft with the tag “template” can be inserted into other posts. Drop or paste images into the text, and describe them for readers who cannot see them. Press “?” outside of the text for keyboard shortcuts.',
        ],
      },
      later: {
        heading: ['定时发布', 'Publishing later'],
        text: [
          `草稿可以定在未来 ${AHEAD_MAX} 天内的某个时间发布。到时发布的是那时保存的内容。`,
          `You can set a time within the next ${AHEAD_MAX} days for a draft. The version that is saved at that time is published.`,
        ],
      },
      remove: {
        heading: ['删除', 'Deleting'],
        text: [
          `删除一篇文章需要 ${DELETE_POST_COST} 能量。文章立即从全站移除，在回收站保留 ${BIN_DAYS} 天，期间可以免费恢复为草稿。`,
          `Deleting a post costs ${DELETE_POST_COST} energy. The post is removed from the site immediately and stays in your bin for ${BIN_DAYS} days. During that time you can restore it as a draft for free.`,
        ],
      },
    },
  },
  review: {
    title: ['审核', 'Review'],
    lead: [
      '文章什么时候需要审核，以及你会收到什么。',
      'When a post is reviewed, and how you learn the result.',
    ],
    link: ['查看我的文章', 'View my posts'],
    parts: {
      when: {
        heading: ['什么时候需要审核', 'When a post is reviewed'],
        text: [
          `站长可以要求审核所有文章，或只审核新人的前 ${REVIEWED_POSTS} 篇文章。含有某些词语的文章也可能需要审核。写文章的页面会告诉你点击按钮后会发生什么。`,
          `The owner of the site can have all posts reviewed, or only the first ${REVIEWED_POSTS} posts of newcomers. A post with certain words can be reviewed too. The write page says what its button will do.`,
        ],
      },
      during: {
        heading: ['审核期间', 'During the review'],
        text: [
          '只有你和管理员能看到文章，期间不能修改。你可以随时撤回，文章会变回草稿。',
          'Only you and the admins can see the post, and you cannot edit it. You can withdraw it at any time. It is then a draft again.',
        ],
      },
      result: {
        heading: ['结果', 'The result'],
        text: [
          '结果会通知你。通过后文章公开。没有通过时，原因显示在通知里和编辑器上方；修改后可以再次提交。',
          'You get a notification with the result. An approved post is public. If the post was not approved, the reason is in the notification and above the editor. Edit the post and submit it again.',
        ],
      },
      edits: {
        heading: ['发布后的修改', 'Edits after publication'],
        text: [
          '对已发布文章的修改立即生效，管理员可能会看到改动前后的对比。',
          'Edits to a published post are live immediately. Admins may see what changed.',
        ],
      },
      lock: {
        heading: ['被锁定的文章', 'Locked posts'],
        text: [
          '管理员可以锁定文章。锁定的文章只有你和管理员能看到，不能修改，原因会显示给你。',
          'Admins can lock a post. Only you and the admins see a locked post, and it cannot be edited. You see the reason.',
        ],
      },
    },
  },
  reports: {
    title: ['举报与拉黑', 'Reports and blocking'],
    lead: [
      '如何举报、之后会发生什么，以及如何拉黑。',
      'How to report, what happens next, and how to block someone.',
    ],
    link: ['查看管理日志', 'View the moderation log'],
    parts: {
      how: {
        heading: ['如何举报', 'How to report'],
        text: [
          `点击文章或评论旁的旗子，或个人空间“更多操作”菜单里的“举报”，然后选择原因。每天最多举报 ${REPORTS_A_DAY} 次；经常举报不实时会更少。`,
          `Use the flag beside a post or below a comment, or “Report” in the menu “More actions” of a space. Then choose a reason. You can send up to ${REPORTS_A_DAY} reports a day, and fewer if admins turned down many of them.`,
        ],
      },
      seen: {
        heading: ['谁能看到', 'Who sees it'],
        text: [
          '只有管理员能看到举报。对方不会知道是谁举报的。',
          'Only admins see a report. The reported user does not learn who sent it.',
        ],
      },
      next: {
        heading: ['之后', 'What happens next'],
        text: [
          `举报时的内容会保存一份，之后修改或删除也不影响处理；副本在处理后 ${COPY_DAYS} 天删除。在管理员处理之前，内容仍然可见。管理员可以不采取措施，也可以删除或锁定内容、限制或封禁账号。处理结果会通知你。`,
          `The site stores a copy of the reported content, so that admins can see it after an edit or a deletion. The copy is deleted ${COPY_DAYS} days after the decision. Until an admin decides, the content stays visible. The admin can take no action, delete or lock the content, or restrict or ban the account. You get a notification with the result.`,
        ],
      },
      block: {
        heading: ['不想再看到某人', 'Not seeing someone any more'],
        text: [
          '在对方的个人空间打开“更多操作”菜单，选择“拉黑”。对方不会收到通知。可以在设置的“黑名单”中解除。',
          'Open the menu “More actions” in their space and choose “Block”. They are not notified. You can unblock them under Settings, Blocked.',
        ],
      },
    },
  },
  import: {
    title: ['导入文章', 'Importing posts'],
    lead: [
      '把你在其他平台的文章和图片搬到这里。',
      'Bring your posts and images from another platform.',
    ],
    link: ['导入文章', 'Import posts'],
    parts: {
      formats: {
        heading: ['可以导入什么', 'What you can import'],
        text: [
          `Ghost、WordPress、Medium、Substack、DEV 和其他 Joule 站点的导出文件，以及 Markdown 文件夹或 ZIP，最大 ${IMPORT_MB} MB。导入页面说明了如何得到这些文件。`,
          `Exports from Ghost, WordPress, Medium, Substack, DEV and other Joule sites, and folders or ZIP files with Markdown, up to ${IMPORT_MB} MB. The import page says where to get these files.`,
        ],
      },
      steps: {
        heading: ['步骤', 'Steps'],
        text: [
          '选择文件后，浏览器会读取它并列出文章。在你选好文章并确认之前，不会上传任何内容。导入时请保持页面打开。',
          'Choose a file. Your browser reads it and lists the posts. Nothing is uploaded until you choose the posts and confirm. Keep the page open during the import.',
        ],
      },
      result: {
        heading: ['结果', 'The result'],
        text: [
          '导入的文章都是草稿，由你决定何时发布。再次导入同一个文件不会产生重复的文章，只会补上缺少的。报告会列出需要留意的文章。',
          'Imported posts are drafts: you decide when to publish them. Importing the same file again creates no duplicates and adds only what is missing. A report lists the posts to check.',
        ],
      },
    },
  },
  export: {
    title: ['导出数据', 'Exporting your data'],
    lead: [
      '你的文章和数据随时可以带走。',
      'You can take your posts and your data with you at any time.',
    ],
    link: ['导出数据', 'Export your data'],
    parts: {
      formats: {
        heading: ['格式', 'Formats'],
        text: [
          '压缩包包含本站保存的你的全部数据、文章（Markdown 和 HTML）和图片，可导入其他 Joule 站点或 Hugo 等 Markdown 工具。Ghost 版只有文章和图片。JSON 文件只有数据。',
          'The archive has all data that this site stores about you, your posts as Markdown and HTML, and your images. You can import it into another Joule site, or use it with Hugo and other Markdown tools. The archive for Ghost has posts and images only. The JSON file has the data only.',
        ],
      },
      large: {
        heading: ['内容很多时', 'Large accounts'],
        text: [
          `内容较多的账号需要几分钟准备，准备好后会通知你。文件保留 ${EXPORT_HOURS} 小时。`,
          `The export of a large account takes a few minutes. You get a notification when it is ready. The file is available for ${EXPORT_HOURS} hours.`,
        ],
      },
      leave: {
        heading: ['注销账号之前', 'Before you delete your account'],
        text: [
          '请先导出。账号注销后，需要先恢复账号才能导出。',
          'Export your data first. After you delete your account, you must restore it before you can export anything.',
        ],
      },
    },
  },
  mcp: {
    title: ['连接 AI 助手', 'Connecting an assistant'],
    lead: [
      '让 Claude、ChatGPT 等助手替你搜索、阅读和写草稿。',
      'Let Claude, ChatGPT and other assistants search, read and write drafts for you.',
    ],
    link: ['管理已连接的助手', 'Manage your assistants'],
    parts: {
      can: {
        heading: ['助手能做什么', 'What an assistant can do'],
        text: [
          '不登录也可以搜索和阅读公开内容。连接你的账号后，它还能读取你的草稿和通知；如果你同意写入，它能保存草稿、以你的身份发表评论。它不能发布或删除文章、花费能量或修改设置。文章和评论由其他用户撰写，可能含有误导助手的文字，请检查它替你写的内容。',
          'Without a login, an assistant can search and read public content. If you connect it to your account, it can also read your drafts and notifications. If you allow it to write, it can save drafts and post comments in your name. It can never publish or delete posts, spend energy or change settings. Posts and comments are written by other users, and their text may try to mislead an assistant. Check what it writes for you.',
        ],
      },
      consent: {
        heading: ['通过授权页面连接', 'Connect with a consent page'],
        text: [
          '在助手的设置中添加自定义连接器（MCP 服务器），填入下面的地址。需要登录时，助手会打开本站的授权页面；请核对页面上显示的来源再同意。',
          'In the settings of the assistant, add a custom connector (MCP server) with the address below. When it needs your account, it opens a consent page of this site. Check the host that the page shows before you allow it.',
        ],
      },
      token: {
        heading: ['通过访问令牌连接', 'Connect with an access token'],
        text: [
          '不支持授权页面的程序可以使用访问令牌：在“设置 › 访问令牌”中新建一个，填在 <token> 处。只读令牌不能写入。',
          'A program without consent pages can use an access token: create one under Settings, Tokens, and put it in place of <token>. A read-only token cannot write.',
        ],
      },
    },
  },
})

export interface FoundPart {
  topic: Topic
  /** The part of the topic with the words; null if they are in its title or lead. */
  id: string | null
  heading: string
  text: string
}

/** Fails to compile if a topic has no texts. */
topicTexts.en satisfies Record<Topic, unknown>

/** The parts of the help that contain all words of a query, whatever their case. */
export function findHelp(query: string, language: Language): FoundPart[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const hasWords = (...texts: string[]) => {
    const text = texts.join(' ').toLowerCase()
    return words.every((word) => text.includes(word))
  }
  return TOPIC_NAMES.flatMap((topic): FoundPart[] => {
    const { title, lead, parts } = topicTexts[language][topic]
    const found = Object.entries(parts)
      .filter(([, { heading, text }]) => hasWords(title, heading, text))
      .map(([id, { heading, text }]) => ({ topic, id, heading: `${title}: ${heading}`, text }))
    if (found.length > 0 || !hasWords(title, lead)) return found
    return [{ topic, id: null, heading: title, text: lead }]
  })
}
