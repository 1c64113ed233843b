import { md } from '../markdown.ts'
import type { DemoPost } from './post.ts'

export const DESIGN: DemoPost[] = [
  {
    by: 'lin',
    ago: 87,
    hour: 19,
    title: '给按钮起名字',
    tags: ['设计', '前端'],
    body: md`
“提交”“确定”“好的”——这三个按钮，在我们的产品里分别出现了 41、88 和 17 次，没有一次说清楚按下去会发生什么。

我现在只用一条规则：**按钮上写的，是按下去之后发生的那件事。** 不是“确定”，是“删除这篇文章”；不是“提交”，是“发送给审核”。

长一点没关系。人在犹豫的时候，会把按钮上的字读两遍。
`,
    talk: `
ada: Same in English. "OK" is not a verb anyone does.
zhou: 后端也一样：函数叫 process 的，打开一看都在删数据。
> lin: 哈哈，这个更吓人。
`,
  },
  {
    by: 'lin',
    ago: 1,
    hour: 20,
    title: '写给三个月后的自己：一张设计评审清单',
    tags: ['设计', '工程'],
    body: md`
每次评审完都觉得“下次要记得问”，下次从来不记得。所以写下来。

## 开始之前

- [ ] 谁会用它，在什么样的屏幕上？
- [ ] 没有数据、一条数据、一万条数据各长什么样？
- [ ] 名字最长的那个人，名字有多长？

## 看的时候

- [ ] 只用键盘走一遍
- [ ] 把浏览器缩放到 200%
- [ ] 断网，再点一次按钮
- [ ] 换成英文，按钮会不会换行？

## 结束之前

- [ ] 删掉一样东西
- [ ] 问一个没参加会的人：这页是干什么的？

最后一条最贵，也最有用。
`,
    talk: `
zhou: “断网，再点一次按钮”，这一条请所有人背下来。
> lin: 你上次就是这么把演示搞挂的。
>> zhou: 那叫测试。
priya: Saved this. "The longest name" is a good one, mine always gets cut off at work.
lu: 期末项目就照着这张过一遍！
`,
  },
  {
    by: 'lin',
    ago: 3,
    hour: 23,
    title: '设计令牌的命名，第二稿',
    tags: ['设计'],
    state: { is: 'draft' },
    body: md`
第一稿的问题：\`color-primary-500\` 说的是它长什么样，不是它用在哪里。

## 三层

1. 原始值：\`orange-60\`
2. 含义：\`accent\`、\`danger\`
3. 部件：\`button-background\`

（例子要换成真实的，找阿禾要几张截图）
`,
  },
]
