// The engine's door to what a render knows of pictures and music before it draws. Loads no library.
export type { Background } from './background.ts'
export {
  type BrandPlan,
  type EndCardWish,
  LOGO_CORNERS,
  type LogoCorner,
  type LogoWish,
} from './brand/brand-plan.ts'
export type { BrandScene, LogoForm, LogoSting, OwnLogo, PlacedLogo } from './brand/brand-scene.ts'
export { planBrandTimes } from './brand/brand-times.ts'
export {
  LOGO_HEIGHTS,
  type LogoMeasure,
  type LogoPlace,
  measureLogo,
  PLATE_MARGIN,
  placeLogo,
} from './brand/logo-box.ts'
export type { ClipFile, ClipLight, ClipLook, VideoContainer } from './compose/clip-file.ts'
export { cutFilm } from './film/cut-film.ts'
export { isCutRate } from './film/plan-cuts.ts'
export { type FilmForm, listMoments, planFilm } from './film/plan-film.ts'
export type { Shot } from './film/plan-shots.ts'
export { checkLottie, type LottieReport } from './lottie/check-lottie.ts'
export type { Lottie } from './lottie/lottie-file.ts'
export type { BrandFont, BrandFonts } from './paint/brand-voice.ts'
export { contrast, luminance, parseHex, type Rgb, readRgb, toHex } from './paint/colour.ts'
export { type CoverData, describeCover, describeSmallCover, SAMPLE_PX } from './paint/cover.ts'
export { findEmboldening } from './paint/emboldening.ts'
export { findFaces } from './paint/find-faces.ts'
export { type FontEmbedding, type FontFacts, FontFault, readFontFacts } from './paint/font-facts.ts'
export type { FontStyle } from './paint/font-families.ts'
export { mapLight } from './paint/light-map.ts'
export type { BrandColours, PaletteOptions } from './paint/palette.ts'
export { describePhoto, type PhotoData } from './paint/photo-data.ts'
export type { Picture } from './paint/picture.ts'
export { findSalience, inFace, type Salience } from './paint/salience.ts'
export { findSubject, type Subject } from './paint/subject.ts'
export type { Theme } from './paint/theme.ts'
export type {
  ExcerptDefault,
  LayerOutline,
  LookOutline,
  Motion,
  Song,
  StoreMaster,
  Template,
  TemplateData,
  TemplateFacts,
  TemplateNeeds,
} from './template.ts'
export { reduceMotion } from './track/reduce-motion.ts'
