import '#client/first/reading.ts'
import { chooseFiles } from '#client/first/choose-files.ts'
import { menus } from '#client/first/menus.ts'
import { noteEarly } from '#client/first/note-early.ts'

// For everybody but a visitor who reads: menus, forms, switches and files too.
noteEarly()
chooseFiles()
menus()
