import { type BrandFont, findEmboldening } from '@songreel/kit/input'
import type { RenderPlan, RenderWarning } from '../plan/render-plan.ts'
import type { RenderInputs } from './read-inputs.ts'

/** What the owner of a brand should know of its colours and fonts. */
export function listBrandWarnings(plan: RenderPlan, inputs: RenderInputs): RenderWarning[] {
  return [...warnAboutColours(plan, inputs), ...warnAboutFonts(inputs)]
}

const ROLES = { background: 'background', text: 'type', accent: 'accent', accent2: 'second accent' }

function warnAboutColours({ brand }: RenderPlan, { cover }: RenderInputs): RenderWarning[] {
  return (cover.colourChanges ?? []).map(({ role, wished, used }) => ({
    code: 'BRAND_COLOR_CHANGED',
    message: `The ${ROLES[role]} of ${brand?.name} is ${wished}, which could not be read here; ${used} was used.`,
    change: { field: `colors.${role}`, wished, used },
  }))
}

function warnAboutFonts({ brand }: RenderInputs): RenderWarning[] {
  const fonts = Object.values(brand?.fonts ?? {}).filter(({ embedding }) => embedding === 'RESTRICTED')
  const restricted = [...new Set(fonts.map(nameFont))].map((name) => ({
    code: 'BRAND_FONT_RESTRICTED',
    message: `${name} says that it may not be embedded (fsType). Make sure that your licence covers videos.`,
  }))
  const text = brand?.fonts.text
  return text && findEmboldening(text, 'TEXT') >= NOTICED ? [...restricted, warnThin(text)] : restricted
}

/** So much bolder, in em, is seen. */
const NOTICED = 0.005

function warnThin(font: BrandFont): RenderWarning {
  return {
    code: 'BRAND_FONT_THIN',
    message: `The thin strokes of ${nameFont(font)} would be lost in small type, so that is drawn a little bolder. A stronger weight for textFontUrl would do without.`,
  }
}

function nameFont({ family, style }: BrandFont): string {
  return `${family} ${style}`
}
