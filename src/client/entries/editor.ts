import { counters } from '#client/behaviors/counters.ts'
import { startEditor } from '#client/editor/start.ts'

const form = document.querySelector<HTMLFormElement>('form[data-write]')
if (form) void startEditor(form).then(counters)
