import type { Editor } from '@tiptap/core'
import { delayed } from '#client/editor/delayed.ts'
import { editorText } from '#client/editor/text.ts'
import { pageLanguage } from '#client/text.ts'
import { countWords } from '#kernel/word-count.ts'

const COUNT_AFTER = 300

/** Updates the word count shortly after the last key. */
export function wordCount(line: HTMLElement, editor: Editor): void {
  const show = () => {
    const { words, minutes } = countWords(editor.getText({ blockSeparator: '\n' }))
    const text = editorText()
    line.textContent = words === 0 ? text.noWords : text.words(words.toLocaleString(pageLanguage()), minutes)
  }
  const counting = delayed(show)
  editor.on('update', () => counting.in(COUNT_AFTER))
  show()
}
