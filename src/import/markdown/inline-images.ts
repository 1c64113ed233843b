/** Images inside the text, as in the Markdown of Google Docs. They would make every step slow. */
const INLINE = /data:image\/[\w.+-]{1,40};base64,[A-Za-z0-9+/=]{100,}/g
const PLACE = 'https://inline-image.invalid/'

export function withoutInlineImages(text: string): string {
  return text.replace(INLINE, '')
}

/** Converts a text with short addresses in place of its inline images, and puts the images back. */
export function convertedWithoutInlineImages(text: string, convert: (text: string) => string): string {
  const images: string[] = []
  const short = text.replace(INLINE, (image) => `${PLACE}${images.push(image) - 1}`)
  const html = convert(short)
  return images.length === 0 ? html : html.replace(PLACED, (_, number: string) => images[Number(number)] ?? '')
}

const PLACED = /https:\/\/inline-image\.invalid\/(\d{1,6})/g
