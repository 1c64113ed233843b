import { sanitiserCosts } from './sanitiser-cost.ts'

sanitiserCosts({ isLong: false })
