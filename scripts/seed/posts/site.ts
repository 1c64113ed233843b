import { md } from '../markdown.ts'
import type { DemoPost } from './post.ts'

export const SITE: DemoPost[] = [
  {
    by: 'admin',
    ago: 89,
    hour: 10,
    title: '欢迎来到 Joule · Welcome to Joule',
    tags: ['站务', '生活'],
    cover: 'mountains:welcome',
    appeal: 1.3,
    body: md`
这里是一个写东西、读东西的小地方。没有推荐算法，没有热搜，只有人和他们写下来的文字。

*A small place to write and to read. No ranking machine in the middle: just people, and what they wrote.*

## 能量是什么 · What energy is

每天签到得 1 点能量和 5 点经验。读到喜欢的文章，可以把能量送给作者：轻轻一下是 1 点，重重一下是 2 点，同一篇文章最多送 20 点。

Checking in gives you 1 energy and 5 exp a day. Give it to the posts that moved you, lightly (1) or heavily (2), up to 20 a post. The author receives all of it.

## 等级 · Levels

| 等级 | 经验 | 能做什么 |
| --- | --- | --- |
| Lv0 | 0 | 阅读、点赞、评论 |
| Lv1 | 1 | 发文章、签到 |
| Lv3 | 200 | 评论里搜索并 @ 别人 |
| Lv4 | 1500 | 在评论里放图片 |
| Lv6 | 10800 | 没有了，你已经是老朋友了 |

## 两条规矩 · Two rules

1. 对文章可以不同意，对人要客气。
2. 写自己知道的，转述别人的要注明出处。

That is all. **先写第一篇吧。** Write something, we read everything.
`,
    talk: `
zhou: 占个座。没有算法这一点，光冲这个我就留下了。
> admin: 老朋友，二楼给你留着靠窗的位置。
lin: 第二条规矩我要抄到团队 wiki 里去。
ada: "We read everything" is a dangerous promise, I write long posts.
> admin: 我们有咖啡。We have coffee.
>> ada: Then it is a deal.
mei: 中英文混着写可以吗？我脑子里就是这样的。
> admin: 当然可以，这里大家都这样。
`,
  },
  {
    by: 'admin',
    ago: 0,
    hour: 9,
    title: '最近读什么 · Lately on Joule',
    tags: ['站务', '读书'],
    cover: 'books:lately',
    body: md`
这两周大家写了不少好东西，挑三篇放在这里，周末可以慢慢读：

- 林小满的首页瘦身记，评论区比正文还长；
- Ada on writing a small parser in Rust: read it for the error messages;
- 阿禾的雨天香草，短，但是读完想去闻一闻自己家阳台。

还有一件事：**评论里的图片现在从 Lv4 起可以用了**，截图讨论问题会方便很多。

Have a quiet weekend, and say hello to the newcomers.
`,
    talk: `
newcomer: 刚注册，从这篇开始看起。请问怎么设置名字？
> admin: 欢迎！右上角头像 → 设置 → 资料，第一次改名免费，还送 10 点经验。
he: 谢谢推荐，香草们也谢谢。
`,
  },
  {
    by: 'priya',
    ago: 4,
    hour: 20,
    title: 'Hello, and a question about paper maps',
    tags: ['Travel', 'Running'],
    body: md`
Hi all, I am Priya. I run slowly and read maps quickly.

A question for the walkers here: **do you still carry a paper map?** Last month my phone died halfway up a hill, and a stranger with a folded 1:25,000 sheet got six of us down before dark. I have felt slightly guilty about my apps ever since.

If you do, which scale, and how do you keep it dry?
`,
    talk: `
mei: Always. 1:50,000 for the day, 1:25,000 for the part where I get lost. A freezer bag keeps it dry in Bergen, so it will anywhere.
> priya: A freezer bag! So simple. Thank you.
zhou: 欢迎。我跑越野带的是打印的一小段，用胶带糊一层，五块钱的防水方案。
> priya: I had to translate this, and it was worth it. 谢谢 @老周！
ada: Welcome! Night train maps count too, right?
`,
  },
]
