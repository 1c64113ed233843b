import { md } from '../markdown.ts'
import type { DemoPost } from './post.ts'

export const FIRST: DemoPost[] = [
  {
    by: 'lin',
    ago: 20,
    hour: 21,
    title: 'x',
    tags: ['前端'],
    cover: 'blocks',
    body: md`Hello **a** \`code\``,
    talk: `
ada: hi @林小满
> lin: hi`,
  },
]
