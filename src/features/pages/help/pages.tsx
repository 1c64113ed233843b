import { Hono } from 'hono'
import type { AppEnv } from '#env'
import { page } from '#features/core/shell/page.tsx'
import { shellTexts } from '#features/core/shell/text.ts'
import { levelInfo } from '#features/economy/levels/progress.ts'
import { helpTexts } from '#features/economy/levels/text.ts'
import {
  EnergyExplained,
  ExpExplained,
  ImportExplained,
  LevelsExplained,
  Progress,
} from '#features/pages/help/views.tsx'
import { importTexts } from '#features/pages/studio/import/text-import.ts'

export const helpPages = new Hono<AppEnv>().get('/help', async (c) => {
  const { db, viewer, now, language } = c.var
  const text = helpTexts[language]
  const info = viewer && (await levelInfo(db, viewer, now))
  return page(
    c,
    { title: text.title, description: text.description },
    <article class="help stack">
      <header>
        <h1>{text.title}</h1>
        <p class="soft">{text.lead}</p>
      </header>
      {viewer && info && <Progress viewer={viewer} info={info} text={text} shell={shellTexts[language]} />}
      <LevelsExplained text={text} />
      <ExpExplained text={text} />
      <EnergyExplained text={text} />
      <ImportExplained text={importTexts[language].help} />
    </article>,
  )
})
