import type { AnyExtension } from '@tiptap/core'
import { Placeholder } from '@tiptap/extensions'
import StarterKit from '@tiptap/starter-kit'
import { code } from '#client/editor/extensions/code-block.ts'
import { picture } from '#client/editor/extensions/image.ts'
import { keptBlocks } from '#client/editor/extensions/kept-blocks.ts'
import { markdownPaste } from '#client/editor/extensions/markdown-paste.ts'
import { smallMarks } from '#client/editor/extensions/small-marks.ts'
import { tables } from '#client/editor/extensions/table.ts'
import { tasks } from '#client/editor/extensions/tasks.ts'
import { uploads } from '#client/editor/extensions/uploads.ts'
import { isLink } from '#client/editor/links.ts'

/** The document as the sanitiser keeps it (kernel/html/allow-list.ts): nothing is offered here that would be lost there. */
export function extensions(placeholder: string): AnyExtension[] {
  return [
    StarterKit.configure({
      heading: { levels: [2, 3, 4] },
      codeBlock: false,
      dropcursor: { color: false, class: 'drop-cursor', width: 2 },
      link: {
        openOnClick: false,
        defaultProtocol: 'https',
        // The server adds what belongs there.
        HTMLAttributes: { target: null, rel: null },
        isAllowedUri: isLink,
      },
    }),
    Placeholder.configure({ placeholder }),
    ...smallMarks,
    ...keptBlocks,
    ...tasks(),
    ...tables,
    code,
    picture,
    uploads,
    markdownPaste,
  ]
}
