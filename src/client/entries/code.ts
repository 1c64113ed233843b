import { highlight } from '#client/behaviors/highlight.ts'

void highlight()
