import type { Identity } from '#features/core/identity/identity.ts'
import { brandOf } from '#features/core/identity/identity.ts'
import { barLogos } from '#features/core/identity/logos.ts'
import { Mark } from '#features/core/shell/mark.tsx'
import { shellTexts } from '#features/core/shell/text.ts'
import { adminTexts } from '#features/operations/admin/frame/text.ts'
import {
  logoCrop,
  logoDialog,
  logoError,
  logoProblem,
  logoRow,
  logoSample,
  logoTrim,
  logoZoom,
} from '#features/operations/admin/identity/hooks.ts'
import { bilingual, type Language } from '#kernel/i18n.ts'
import { LOGO_SIDE } from '#kernel/image-widths.ts'
import { LOGO_KINDS, type LogoKind } from '#kernel/look/logos.ts'
import { Card, Dialog, DialogActions } from '#web/components/elements.tsx'
import { ImageField } from '#web/components/fields.tsx'
import { ApiButton } from '#web/components/form.tsx'

const logoTexts = bilingual({
  title: ['标志', 'Logo'],
  lead: ['保存之前会先显示效果。', 'You see the result before it is saved.'],
  names: {
    square: ['方形标志', 'Square logo'],
    wide: ['横版标志', 'Wide logo'],
    dark: ['深色主题标志', 'Logo for the dark theme'],
  },
  hints: {
    square: [
      `用于页面顶部、浏览器标签、手机主屏幕、订阅源和分享卡片。建议边长不小于 ${LOGO_SIDE} 像素。`,
      `In the header, the browser tab, home screens, feeds and link previews. ${LOGO_SIDE} pixels or more work best.`,
    ],
    wide: [
      '在页面顶部代替方形标志和站点名称，适合文字标志。',
      'Replaces the square logo and the name in the header. For word marks.',
    ],
    dark: [
      '深色主题下在页面顶部显示。没有横版标志时，代替方形标志。',
      'Shown in the header of the dark theme. Without a wide logo, it replaces the square one.',
    ],
  },
  choose: ['选择图片', 'Choose image'],
  chooseOf: [(name: string) => `${name}：选择图片`, (name: string) => `${name}: choose image`],
  remove: ['移除', 'Remove'],
  removeOf: [(name: string) => `移除${name}`, (name: string) => `Remove: ${name}`],
  none: ['无', 'None'],
  dialog: ['预览标志', 'Preview of the logo'],
  area: ['裁剪区域', 'Crop area'],
  areaHint: [
    '拖动或用方向键移动图片，用滚轮、双指或滑块缩放。',
    'Drag the image or use the arrow keys. Zoom with the wheel, two fingers or the slider.',
  ],
  zoom: ['缩放', 'Zoom'],
  trim: ['去掉四周空白', 'Trim the empty margin'],
  schemes: {
    light: ['浅色主题', 'Light theme'],
    dark: ['深色主题', 'Dark theme'],
  },
  unreadable: ['无法读取这个图片文件。', 'This image file cannot be read.'],
})

interface LogosCardProps {
  identity: Identity
  language: Language
}

/** The three logos. client/admin/logo.ts shows a chosen image in a dialog before it is saved. */
export function LogosCard({ identity, language }: LogosCardProps) {
  const text = logoTexts[language]
  return (
    <Card id="logo" heading="logo-heading" title={text.title} lead={text.lead}>
      <ul class="logo-list hairlines">
        {LOGO_KINDS.map((kind) => (
          <LogoRow {...{ kind, identity, language }} />
        ))}
      </ul>
      <LogoDialog {...{ identity, language }} />
    </Card>
  )
}

function LogoRow({ kind, identity, language }: LogosCardProps & { kind: LogoKind }) {
  const text = logoTexts[language]
  const { removed } = adminTexts[language]
  const name = text.names[kind]
  const bar = barLogos(identity)
  const logo = kind === 'square' ? null : bar[kind]
  const exists = kind === 'square' ? identity.logo_key !== null : logo !== null
  return (
    <li class="logo-row" {...logoRow({ kind })}>
      <div class="logo-shown" style={`color-scheme:${kind === 'dark' ? 'dark' : 'light'}`}>
        {kind === 'square' && <Mark identity={identity} />}
        {logo && <img src={logo.url} alt="" width={logo.width} height={logo.height} />}
        {kind !== 'square' && !logo && <span class="small">{text.none}</span>}
      </div>
      <div class="stack tight">
        <h3>{name}</h3>
        <p class="soft small">{text.hints[kind]}</p>
        <ImageField
          id={`logo-${kind}`}
          label={text.choose}
          accept="image/*"
          button="button small"
          problem={logoProblem()}
        >
          {exists && (
            <ApiButton
              api={`DELETE /api/admin/identity/logo?kind=${kind}`}
              after="reload"
              toast={removed}
              button="button small quiet"
              label={text.removeOf(name)}
            >
              {text.remove}
            </ApiButton>
          )}
        </ImageField>
      </div>
    </li>
  )
}

function LogoDialog({ identity, language }: LogosCardProps) {
  const text = logoTexts[language]
  const { save, saved } = adminTexts[language]
  const { name } = brandOf(identity, language)
  return (
    <div {...logoDialog({ saved, unreadable: text.unreadable })}>
      <Dialog id="logo-crop" title={text.dialog}>
        <form class="form" method="dialog">
          <div class="notice danger" role="alert" {...logoError()} hidden />
          <div class="stack tight" {...logoCrop()}>
            <div class="crop is-square">
              {/* biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: with this role, screen readers pass the arrow keys to the page */}
              <canvas
                tabindex={0}
                role="application"
                aria-label={text.area}
                aria-describedby="logo-crop-hint"
              />
            </div>
            <p class="field-hint" id="logo-crop-hint">
              {text.areaHint}
            </p>
            <label class="crop-zoom line small">
              {text.zoom}
              <input type="range" min="0" max="100" step="1" value="0" {...logoZoom()} />
            </label>
          </div>
          <label class="line" {...logoTrim()}>
            <input type="checkbox" checked />
            {text.trim}
          </label>
          {(['light', 'dark'] as const).map((scheme) => (
            <figure class="logo-sample" style={`color-scheme:${scheme}`} {...logoSample()}>
              <figcaption class="tiny">{text.schemes[scheme]}</figcaption>
              <div>
                <canvas />
                <strong>{name}</strong>
              </div>
            </figure>
          ))}
          <DialogActions cancel={shellTexts[language].cancel} submit={save} />
        </form>
      </Dialog>
    </div>
  )
}
