// Entry point for authors of templates and their tools. Everything is drawn in this process or in a thread of it.

export { makeDemoClips } from './rehearsal/make-demo-clips.ts'
export {
  type ContactSheetRow,
  type FoundText,
  HOOK_DROP_SECS,
  type Life,
  locateText,
  measureCover,
  measureTextContrast,
  pictures,
  planRehearsal,
  REHEARSAL_COVERS,
  REHEARSAL_SUBJECTS,
  type Rehearsal,
  type RehearsedScene,
  rehearse,
  rehearseFiles,
} from './rehearsal/rehearsal.ts'
export { type RehearsedLogo, rehearseLogos, rehearseOwnLogos } from './rehearsal/rehearse-logo.ts'
export { type Easel, openEasel, type StudioFrame, type StudioTemplate } from './studio/studio.ts'
