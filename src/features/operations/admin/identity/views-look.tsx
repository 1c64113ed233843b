import type { Child } from 'hono/jsx'
import type { Identity } from '#features/core/identity/identity.ts'
import { SAFE_LOOK } from '#features/core/identity/own-css.ts'
import { themeOf } from '#features/core/identity/theme.ts'
import { adminTexts } from '#features/operations/admin/frame/text.ts'
import {
  colourReset,
  cssProblem,
  lookDiscard,
  lookForm,
  lookImport,
  lookProblem,
  lookStage,
  lookState,
  previewPage,
  previewScheme,
  previewWidth,
  readyLook,
} from '#features/operations/admin/identity/hooks.ts'
import { lookTexts } from '#features/operations/admin/identity/text-look.ts'
import type { Attributes } from '#kernel/hooks.ts'
import type { Language } from '#kernel/i18n.ts'
import { DEFAULT_ACCENT } from '#kernel/look/accent.ts'
import { READY_LOOKS, type ReadyLookName } from '#kernel/look/looks.ts'
import { DENSITIES, FONTS, RADII, rootAttributes, THEMES, type Theme } from '#kernel/look/theme.ts'
import { Button, Card, Icon, type IconName } from '#web/components/elements.tsx'
import { TextField } from '#web/components/fields.tsx'
import { fileChooser } from '#web/components/hooks.ts'

type Text = (typeof lookTexts)['en']

interface LookViewProps {
  look: { identity: Identity; css: string }
  language: Language
}

/** The page "Look": the settings beside a preview, which client/entries/look.ts keeps current. */
export function LookView({ look: { identity, css }, language }: LookViewProps) {
  const text = lookTexts[language]
  const theme = themeOf(identity)
  const facts = {
    accent: identity.accent,
    theme,
    defaultAccent: DEFAULT_ACCENT,
    saved: adminTexts[language].saved,
    notALook: text.notALook,
    withLogos: text.withLogos,
  }
  return (
    <form class="look-page needs-script" method="post" novalidate {...lookForm({ facts })}>
      <div class="look-settings stack">
        <Card id="ready" heading="ready-heading" title={text.ready} lead={text.readyLead}>
          <ul class="ready-looks">
            {(Object.keys(READY_LOOKS) as ReadyLookName[]).map((name) => (
              <li>
                <ReadyLookButton name={name} text={text} />
              </li>
            ))}
          </ul>
        </Card>
        <Card id="colours" heading="colours-heading" title={text.colours} lead={text.coloursLead}>
          <div class="look-colours">
            <ColourField name="accent" value={identity.accent ?? DEFAULT_ACCENT} text={text} />
            <ColourField
              name="accent2"
              value={theme.accent2 ?? identity.accent ?? DEFAULT_ACCENT}
              text={text}
            />
          </div>
        </Card>
        <Card id="fonts" heading="fonts-heading" title={text.type} lead={text.typeLead}>
          <div class="stack">
            <Choice name="font" values={FONTS} theme={theme} labels={text.fonts} text={text} />
            <Choice
              name="heading_font"
              values={FONTS}
              theme={theme}
              labels={text.fonts}
              text={text}
            />
          </div>
        </Card>
        <Card id="shape" heading="shape-heading" title={text.shape}>
          <div class="stack">
            <Choice name="radius" values={RADII} theme={theme} labels={text.radii} text={text} />
            <Choice
              name="density"
              values={DENSITIES}
              theme={theme}
              labels={text.densities}
              text={text}
            />
            <Choice name="default" values={THEMES} theme={theme} labels={text.themes} text={text}>
              <p class="field-hint">{text.themeHint}</p>
            </Choice>
          </div>
        </Card>
        <Card id="css" heading="css-heading" title={text.css} lead={text.cssLead}>
          <div class="look-css stack tight">
            <TextField
              name="css"
              id="own-css"
              label={text.cssLabel}
              hint={text.cssDocs}
              value={css}
              rows={10}
            />
            <p class="field-error" role="alert" {...cssProblem()} hidden />
            <p>
              <a href={`/?${SAFE_LOOK}=1`}>{text.safeLook}</a>
            </p>
          </div>
        </Card>
        <Card id="file" heading="file-heading" title={text.file} lead={text.fileLead}>
          <div class="row">
            <a class="button" href="/api/admin/look" download="look.json">
              <Icon name="download" />
              {text.export}
            </a>
            <Button {...fileChooser()} icon="page" label={text.import} />
            <input
              type="file"
              accept="application/json,.json"
              aria-label={text.import}
              {...lookImport()}
              hidden
            />
          </div>
        </Card>
      </div>
      <Preview text={text} />
    </form>
  )
}

/** A small page in the look, drawn with the tokens that it sets. */
function ReadyLookButton({ name, text }: { name: ReadyLookName; text: Text }) {
  const { accent, theme } = READY_LOOKS[name]
  return (
    <button type="button" class="ready-look" {...readyLook({ name })} aria-pressed="false">
      <span
        class={`look-mini mini-${name}`}
        style={rootAttributes(accent, theme).style}
        aria-hidden="true"
      >
        <b>Aa</b>
        <i />
        <i />
        <u />
      </span>
      <strong>{text.names[name]}</strong>
      <span class="soft tiny">{text.about[name]}</span>
    </button>
  )
}

interface ColourFieldProps {
  name: 'accent' | 'accent2'
  value: string
  text: Text
}

function ColourField({ name, value, text }: ColourFieldProps) {
  return (
    <div class="look-colour line loose">
      <input
        class="input"
        type="color"
        id={`look-${name}`}
        name={name}
        value={value}
        autocomplete="off"
        aria-describedby={`look-${name}-hint`}
      />
      <div>
        <label for={`look-${name}`}>
          <strong>{text[name]}</strong>
        </label>
        <p class="soft small" id={`look-${name}-hint`}>
          {text[`${name}Hint`]}
        </p>
      </div>
      <Button
        {...colourReset({ of: name })}
        kind="small quiet"
        label={text.reset}
        aria-label={text.resetOf(text[name])}
      />
    </div>
  )
}

type ChoiceName = Exclude<keyof Theme, 'accent2'>

interface ChoiceProps<Name extends ChoiceName> {
  name: Name
  values: readonly Theme[Name][]
  theme: Theme
  labels: Record<Theme[Name], string>
  text: Text
  children?: Child
}

/** One of a few values, as a row of buttons. */
function Choice<Name extends ChoiceName>({
  name,
  values,
  theme,
  labels,
  text,
  children,
}: ChoiceProps<Name>) {
  return (
    <fieldset class="look-choice">
      <legend class="field-label">{text.choices[name]}</legend>
      <div class="look-options">
        {values.map((value) => (
          <label class={`look-option as-${name}-${value}`}>
            <input type="radio" name={name} value={value} checked={theme[name] === value} />
            <span>{labels[value]}</span>
          </label>
        ))}
      </div>
      {children}
    </fieldset>
  )
}

function Preview({ text }: { text: Text }) {
  return (
    <section class="look-preview" aria-label={text.preview}>
      <div class="look-tools row apart">
        <Switch label={text.page}>
          <Option {...previewPage({ page: 'home' })} pressed label={text.home} />
          <Option {...previewPage({ page: 'post' })} label={text.post} />
        </Switch>
        <Switch label={text.width}>
          <Option
            {...previewWidth({ width: 'desktop' })}
            pressed
            icon="desktop"
            label={text.desktop}
          />
          <Option {...previewWidth({ width: 'phone' })} icon="mobile" label={text.phone} />
        </Switch>
        <Switch label={text.scheme}>
          <Option
            {...previewScheme({ scheme: 'light' })}
            pressed
            icon="sun"
            label={text.themes.light}
          />
          <Option {...previewScheme({ scheme: 'dark' })} icon="moon" label={text.themes.dark} />
        </Switch>
      </div>
      <div class="look-stage" {...lookStage()}>
        {/* Without scripts and without the cookies of the owner: client/entries/look.ts. */}
        <iframe title={text.preview} sandbox="allow-same-origin" tabindex={-1} />
      </div>
      <div class="look-save row apart">
        <p class="soft small" role="status" {...lookState()} hidden>
          {text.unsaved}
        </p>
        <div class="row">
          <Button {...lookDiscard()} kind="quiet" label={text.discard} disabled />
          <Button type="submit" kind="primary" label={text.save} disabled />
        </div>
      </div>
      <p class="notice danger" role="alert" {...lookProblem()} hidden />
    </section>
  )
}

function Switch({ label, children }: { label: string; children?: Child }) {
  return (
    <fieldset class="segmented" aria-label={label}>
      {children}
    </fieldset>
  )
}

interface OptionProps extends Attributes {
  label: string
  icon?: IconName
  pressed?: boolean
}

function Option({ label, icon, pressed = false, ...hooks }: OptionProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed ? 'true' : 'false'}
      {...hooks}
      {...(icon && { 'aria-label': label, title: label })}
    >
      {icon ? <Icon name={icon} /> : label}
    </button>
  )
}
