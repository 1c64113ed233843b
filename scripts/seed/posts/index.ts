import { FIRST } from './first.ts'
import type { DemoPost } from './post.ts'

export const POSTS: DemoPost[] = [...FIRST]
