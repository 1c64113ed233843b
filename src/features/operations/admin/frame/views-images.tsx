import { bilingual, type Language } from '#kernel/i18n.ts'
import { Icon } from '#web/components/elements.tsx'
import { ApiButton } from '#web/components/form.tsx'

const OWN = '/images/'

/** The uploaded images of reviewed content, each with a button that deletes it. Images of other sites are left out. */
export function RemovableImages({ urls, language }: { urls: readonly (string | null)[]; language: Language }) {
  const text = texts[language]
  const own = [...new Set(urls.filter((url) => url !== null))].filter((url) => url.startsWith(OWN))
  if (own.length === 0) return null
  return (
    <details class="removable-images">
      <summary class="button small">{text.images(own.length)}</summary>
      <ul>
        {own.map((url, n) => (
          <li>
            <a href={url}>
              <img src={url} alt={text.image(n + 1)} loading="lazy" />
            </a>
            <ApiButton
              api={`DELETE /api/admin/images/${url.slice(OWN.length)}`}
              after="reload"
              toast={text.removed}
              confirm={{ title: text.title, body: text.body, button: text.remove }}
              button="button small danger"
              label={`${text.remove}: ${text.image(n + 1)}`}
            >
              <Icon name="trash" />
              {text.remove}
            </ApiButton>
          </li>
        ))}
      </ul>
    </details>
  )
}

const texts = bilingual({
  images: [(count: number) => `图片（${count}）`, (count: number) => `Images (${count})`],
  image: [(number: number) => `图片 ${number}`, (number: number) => `Image ${number}`],
  remove: ['移除图片', 'Remove image'],
  title: ['移除这张图片？', 'Remove this image?'],
  body: [
    '图片会立即从全站删除，无法恢复，作者会收到通知。读者浏览器中的缓存最多保留一天。',
    'The image is deleted from the whole site and cannot be restored. Its author gets a notification. Browsers that have shown it may keep it for up to a day.',
  ],
  removed: ['图片已移除。', 'The image was removed.'],
})
