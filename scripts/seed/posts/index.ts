import { BACK_END } from './back-end.ts'
import { DATABASES } from './databases.ts'
import { DESIGN } from './design.ts'
import { ENGINEERING } from './engineering.ts'
import { FRONT_END } from './front-end.ts'
import { KITCHEN } from './kitchen.ts'
import { LIGHT_AND_SOUND } from './light-and-sound.ts'
import type { DemoPost } from './post.ts'
import { SITE } from './site.ts'
import { SLOW_THINGS } from './slow-things.ts'
import { TRAVEL } from './travel.ts'

export const POSTS: DemoPost[] = [
  ...SITE,
  ...FRONT_END,
  ...DESIGN,
  ...ENGINEERING,
  ...BACK_END,
  ...DATABASES,
  ...TRAVEL,
  ...LIGHT_AND_SOUND,
  ...KITCHEN,
  ...SLOW_THINGS,
]
