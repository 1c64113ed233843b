import { textCosts } from './text-cost.ts'

textCosts({ isLong: true })
