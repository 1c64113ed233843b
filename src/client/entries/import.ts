import { attach } from '#client/attach.ts'
import { importPage } from '#client/import/import-page.ts'

attach(importPage)
