// The door to what a release's folder is: which videos, where they lie, what the manifest says, and the page that plays them.

export {
  chooseSamplerSecs,
  describeKindMisfit,
  describeLeftOut,
  expandPack,
  type LeftOutFact,
  type LeftOutOf,
  type PackAlbum,
  type PackedRender,
  type PackNeeds,
  type PackSong,
} from './expand-pack.ts'
export { nameReleaseFile, numberReleaseFiles, type ReleaseFileFacts } from './name-release-file.ts'
export { choosePlatform, RELEASE_PLATFORMS, type ReleasePlatform } from './platforms.ts'
export {
  type MadeVideo,
  type ReleaseFile,
  type ReleaseManifest,
  type ReleaseSong,
  type ReleaseVideo,
  writeManifest,
} from './release-manifest.ts'
export { buildReleasePage, type PageExtras } from './release-page.ts'
