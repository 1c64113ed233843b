import { Hono } from 'hono'
import type { AppEnv } from '#env'
import { HomeView } from '#features/site/views.tsx'
import { page } from '#web/page.tsx'

export const sitePages = new Hono<AppEnv>().get('/', (c) =>
  page(c, {}, <HomeView language={c.var.language} viewer={c.var.viewer} />),
)
