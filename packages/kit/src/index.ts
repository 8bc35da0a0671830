// The door for templates: all that an author imports.
export { z } from 'zod'
export { BACKGROUNDS, type Background } from './background.ts'
export { LOGO_CORNERS, type LogoCorner } from './brand/brand-plan.ts'
export { fitLogoSize, type LogoStage, ownLogo } from './brand/own-logo.ts'
export { accumulate } from './compose/accumulate.ts'
export type { ClipFile, ClipLight, ClipLook } from './compose/clip-file.ts'
export { planEntrance } from './compose/entrance.ts'
export { type Frame, holdFrame, type Moving } from './compose/frame.ts'
export type { Layer } from './compose/layer.ts'
export type { DrawBox, Painting, Shape } from './compose/painting.ts'
export { closeFilm, layTone } from './effects/close-film.ts'
export { type DancingWaveformPlan, dancingWaveform } from './effects/dancing-waveform.ts'
export { chooseFilmNight, choosePosterInks, type FilmInk } from './effects/film-inks.ts'
export { findMostNeed, type HeldFilm, type HeldShot, holdFilm } from './effects/hold-film.ts'
export { type GroundScene, type GroundWish, pictureGround } from './effects/picture-ground.ts'
export { type FilmShow, showFilm } from './effects/show-film.ts'
export { type SilkPlan, silk } from './effects/silk.ts'
export { type SoundRingsPlan, soundRings } from './effects/sound-rings.ts'
export { cutFilm } from './film/cut-film.ts'
export { frameShot, type ShotFraming, type ShotWindow } from './film/frame-shot.ts'
export { CUT_RATES, type CutRate, planCuts } from './film/plan-cuts.ts'
export { planShots, type Shot } from './film/plan-shots.ts'
export { type PlayedShots, playShots } from './film/play-shots.ts'
export type { Box, Size } from './geometry.ts'
export { type AnimationProps, type AnimationSlots, animation } from './layers/animation.ts'
export { type BackdropPicture, type BackdropProps, backdrop } from './layers/backdrop.ts'
export { type BarsProps, bars } from './layers/bars.ts'
export { type ClipProps, clip } from './layers/clip.ts'
export type { ClipGrade } from './layers/clip-grade.ts'
export { type DiscsProps, discs } from './layers/discs.ts'
export { type FieldCells, type FieldProps, field } from './layers/field.ts'
export { type FlowCells, type FlowProps, flow } from './layers/flow.ts'
export { type GlowProps, glow } from './layers/glow.ts'
export { type GrainProps, grain } from './layers/grain.ts'
export type { LetterRow, PaintLetters, PaintPicture } from './layers/letter-type.ts'
export { type LetterpressProps, letterpress, type PrintedRow } from './layers/letterpress.ts'
export type { LevelCells } from './layers/level-cells.ts'
export {
  LIVING_STYLES,
  type LivingProps,
  type LivingStyle,
  livingPicture,
  loopPhase,
} from './layers/living-picture.ts'
export { type LoopAirProps, loopAir } from './layers/loop-air.ts'
export { measureOpenness } from './layers/measure-openness.ts'
export { type PaintOptions, paint } from './layers/paint.ts'
export { type DrawFrame, type PaintEachProps, paintEach } from './layers/paint-each.ts'
export { type Particle, type ParticlesProps, particles } from './layers/particles.ts'
export { type Piece, type PiecesProps, pieces } from './layers/pieces.ts'
export { type Inks, type PlateProps, type PlatesProps, plates } from './layers/plates.ts'
export { type Ridge, type RidgesProps, ridges } from './layers/ridges.ts'
export { type RingCircle, type RingProps, ring } from './layers/ring.ts'
export { type SheenCells, type SheenProps, sheen } from './layers/sheen.ts'
export { type FaceLight, type FaceName, type SolidProps, solid } from './layers/solid.ts'
export { type RevealSide, type SpriteProps, sprite } from './layers/sprite.ts'
export { type SweepProps, sweep } from './layers/sweep.ts'
export { type TypeColumnProps, typeColumn } from './layers/type-column.ts'
export { type VeilProps, veil } from './layers/veil.ts'
export { type WarpNet, type WarpProps, warp } from './layers/warp.ts'
export { type WaveformProps, waveform } from './layers/waveform.ts'
export { type WipeProps, wipe } from './layers/wipe.ts'
export type { DrawImage } from './lottie/fill-lottie.ts'
export type { LottieTime } from './lottie/plan-play.ts'
export { findGaps, type LyricGap } from './lyrics/find-gaps.ts'
export type { LyricLine, LyricPiece, Lyrics, LyricsTiming, LyricWord } from './lyrics/lyrics.ts'
export { type PlacedWord, placeWords } from './lyrics/place-words.ts'
export { foldWords, splitLine, splitLines } from './lyrics/split-line.ts'
export { nameAlbum } from './name-album.ts'
export { chance, chanceBetween, chanceOf, seedOf } from './paint/chance.ts'
export { chooseInk, type Ink, type InkWish } from './paint/choose-ink.ts'
export { cleanGround, isMud } from './paint/clean-ground.ts'
export {
  blendOver,
  contrast,
  fromOklch,
  hexToOklch,
  mixColours,
  parseHex,
  toDegrees,
  toHex,
  turnTo,
  withAlpha,
} from './paint/colour.ts'
export { findCompanions } from './paint/companions.ts'
export { findPapers } from './paint/cover-grounds.ts'
export type { Cover } from './paint/create-cover.ts'
export { type Croppable, type CropWish, cropToFill } from './paint/crop-to-fill.ts'
export { paintBehind, paintCutOut } from './paint/cut-out.ts'
export { findDarkColour } from './paint/dark-colour.ts'
export { type Depth, guessDepth, readDepth } from './paint/depth.ts'
export { drawAcross } from './paint/draw-across.ts'
export { drawKeeping } from './paint/draw-keeping.ts'
export { drawToUrl } from './paint/draw-to-url.ts'
export { drawWhole } from './paint/draw-whole.ts'
export {
  backOut,
  clamp01,
  cubicIn,
  cubicInOut,
  cubicOut,
  type Easing,
  ease,
  expoIn,
  expoInOut,
  expoOut,
  linear,
  mix,
  quintOut,
  sineInOut,
  smoothstep,
} from './paint/easing.ts'
export { drawExtended } from './paint/extend-picture.ts'
export { fadeOut, fadeRim } from './paint/fade-out.ts'
export { findFigure, findSlimThing } from './paint/figure.ts'
export { findLettering, measureLettering } from './paint/find-lettering.ts'
export { findSafeShare, limitLight, tameRed } from './paint/flash-safety.ts'
export { FONT_STYLES, type FontRole, type FontStyle } from './paint/font-families.ts'
export { type Foreground, findForegrounds } from './paint/foreground.ts'
export { type FrameLayout, insetBox, placeInside, planFrame, scaleBox } from './paint/frame-layout.ts'
export { toGroundTone } from './paint/ground-tone.ts'
export { drawHalftone, type HalftoneProps, SCREENS, type Screen } from './paint/halftone.ts'
export { findPeople, keepsPeople, shapeForPeople, touchesTop } from './paint/keep-people.ts'
export { findKeepingCrop, keepsSubject, type Lost, measureLost, type SeenPart } from './paint/keep-subject.ts'
export type { LightMap } from './paint/light-map.ts'
export type { Matte } from './paint/matte.ts'
export {
  type HiddenMeter,
  measureHidden,
  measureHiddenFace,
  measureShown,
  type PictureView,
} from './paint/measure-hidden.ts'
export {
  type NameColumn,
  type NameColumnProps,
  type NameStyle,
  type Names,
  planNameColumn,
} from './paint/name-column.ts'
export { findScrimOpacity, type Palette } from './paint/palette.ts'
export type { Photo } from './paint/photo.ts'
export { type Print, placePrint } from './paint/place-print.ts'
export { isPlainEnough, measurePlainness } from './paint/plainness.ts'
export { type Filling, planFilling } from './paint/plan-filling.ts'
export { printWhole } from './paint/print-whole.ts'
export { createQrCode, drawQrCode, type QrCode } from './paint/qr-code.ts'
export { isRightToLeft } from './paint/scripts.ts'
export {
  type CardShadow,
  drawCard,
  drawCardShadow,
  drawFilling,
  type FillingPicture,
  fitInCircle,
  IN_CIRCLE_RADIUS,
  shadowReach,
  traceRoundedRect,
} from './paint/shapes.ts'
export { shine } from './paint/shine.ts'
export { type StackedText, stackTexts, type TextStack } from './paint/stack-texts.ts'
export { createSteps, followStep, type Step, type StepOptions, swingOut } from './paint/steps.ts'
export { findSubject, type Subject } from './paint/subject.ts'
export { findSubjectColour } from './paint/subject-colour.ts'
export type { Swatch } from './paint/swatches.ts'
export {
  type Bounds,
  drawText,
  fitText,
  type TextBox,
  type TextLayout,
  type TextStyle,
} from './paint/text.ts'
export { type ColumnText, fitColumn, type PlacedText, type TextColumn } from './paint/text-column.ts'
export { drawWord, findWords, type TextWord } from './paint/text-words.ts'
export type { Theme } from './paint/theme.ts'
export {
  type CommonData,
  defineTemplate,
  type Energy,
  type LogoPlaces,
  type Motion,
  type SetupInput,
  type Song,
  type Template,
} from './template.ts'
export type { AudioTrack, TrackSection } from './track/audio-track.ts'
export { type Chapter, createBarClock, findChapter, listChapters } from './track/chapters.ts'
export { type BandStretch, stretchBands } from './track/stretch-bands.ts'
